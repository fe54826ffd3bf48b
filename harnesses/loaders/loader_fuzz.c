/* loader_fuzz.c - an example loader as a fuzz target that counts its runs; see loader.h for what becomes of a fault. */
#include "loader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fault_run();
    load(data, size);
    return 0;
}
