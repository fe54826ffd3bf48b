/* fuzz_a3d1.c - any bytes, judged as a3d1; see family.h */
#include "family.h"
#include "formats/a3d1/a3d1.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return family_run(&a3d_format_a3d1, data, size);
}
