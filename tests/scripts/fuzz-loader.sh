#!/bin/bash
# harnesses/fuzz-loader: a loader that crashes on some of its seeds and allocates what a count claims is fuzzed all the
# same: these seeds are set aside, others are not, and the run goes on after the first crash.
# needs: build/harness/a3d_mutator.o
set -eu
scratch=$TMPDIR/fuzz-loader
mkdir -p "$scratch/seeds"
. "$TOP/tests/scripts/lib/skip.sh"
command -v clang > /dev/null || skip 'no clang here'
cp "$CORPUS"/tanki/*-3.a3d "$CORPUS"/tanki/*-2.a3d "$scratch/seeds"
cat > "$scratch/shallow.c" << 'END'
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t count;
    if (size < 28)
        return 0;
    if (data[4] == 2)
        abort(); /* shallow: each file of version 2 */
    memcpy(&count, data + 24, 4);
    free(malloc(count)); /* what a count claims */
    return 0;
}
END
clang -g -O1 -fsanitize=fuzzer,address "$scratch/shallow.c" "$TOP/build/harness/a3d_mutator.o" -lz -lpthread -o "$scratch/shallow"
ulimit -c 0
unset ASAN_OPTIONS UBSAN_OPTIONS # of the tests around this one
status=0
"$TOP/harnesses/fuzz-loader" run "$scratch/shallow" "$scratch/seeds" "$scratch/out" 5 > "$scratch/log" 2>&1 || status=$?
bad=0
complain() { cat "$scratch/log"; echo "fuzz-loader: $*"; bad=1; }
[ $status -eq 1 ] || complain "status $status"
aside=$(find "$scratch/out/set-aside" -name '*-2.a3d' | wc -l) other=$(find "$scratch/out/set-aside" -type f ! -name '*-2.a3d' | wc -l)
[ "$aside" -eq "$(find "$scratch/seeds" -name '*-2.a3d' | wc -l)" ] && [ "$other" -eq 0 ] || complain "$aside and $other seeds set aside"
[ "$(find "$scratch/out/crashes" -type f | wc -l)" -ge 2 ] || complain 'the run ends at the first crash'
[ $bad -eq 0 ] && echo "fuzz-loader: $aside seeds set aside, and the run goes on"
exit $bad
