/* fuzz_a3d2.c - any bytes, judged as a3d2; see family.h */
#include "family.h"
#include "formats/a3d2/a3d2.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return family_run(&a3d_format_a3d2, data, size);
}
