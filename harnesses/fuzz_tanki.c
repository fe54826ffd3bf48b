/* fuzz_tanki.c - any bytes, judged as tanki; see family.h */
#include "family.h"
#include "formats/tanki/tanki.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return family_run(&a3d_format_tanki, data, size);
}
