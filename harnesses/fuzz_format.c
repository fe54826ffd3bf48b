/* fuzz_format.c - any bytes, checked as one format: compiled once for each, as fuzz_m3g and so on, with
 * A3D_FUZZ_FORMAT=m3g; see family.h */
#include "family.h"
#include "formats/formats.h"

#define JOINED(a, b) a##b
#define FORMAT_CALLED(name) JOINED(a3d_format_, name)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return family_run(&FORMAT_CALLED(A3D_FUZZ_FORMAT), data, size);
}
