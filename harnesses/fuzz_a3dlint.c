/* fuzz_a3dlint.c - any bytes: detect, decode, check, and everything that judge.h promises. */
#include "judge.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const a3d_format *formats[JUDGE_FORMATS];
    if (size >= UINT32_MAX)
        return 0;
    unsigned n = judge_candidates(data, size, formats);
    for (unsigned i = 0; i < n; i++) {
        judged result = judge(formats[i], data, (uint32_t)size);
        if (result.broken[0] == '\0')
            continue;
        fprintf(stderr, "%s, %zu bytes: %s\n", formats[i]->name, size, result.broken);
        abort();
    }
    return 0;
}
