/* fuzz_odol.c - any bytes, judged as odol; see family.h */
#include "family.h"
#include "formats/odol/odol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return family_run(&a3d_format_odol, data, size);
}
