/* fuzz_m3g.c - any bytes, judged as m3g; see family.h */
#include "family.h"
#include "formats/m3g/m3g.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return family_run(&a3d_format_m3g, data, size);
}
