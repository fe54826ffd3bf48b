#!/bin/bash
# ci/fuzz on planted targets: sound ones pass, a target that fails ends it with status 1, its input is kept and told with the
# command that runs it again and with what failed, however long its stack is, and the seed is printed and repeats the run.
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
command -v clang > /dev/null || skip 'no clang here'
unset ASAN_OPTIONS UBSAN_OPTIONS # of the tests around this one
ulimit -c 0
bad=0
complain() { cat "$TMPDIR/log"; echo "fuzz-gate: $*"; bad=1; }
cd "$TMPDIR"
mkdir bin
cat > target.c << 'END'
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline, no_sanitize("address"))) int deep(int n)
{
    if (n == 0) {
        fprintf(stderr, "planted, %d bytes: a wrong answer\n", 2);
        abort();
    }
    return deep(n - 1) + n;
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int runs;
    const char *file = getenv("FIRST");
    if (size > 3 && file != NULL && runs++ == 0) {
        FILE *f = fopen(file, "wb");
        if (f != NULL) {
            fwrite(data, 1, size, f);
            fclose(f);
        }
    }
#ifdef LEAK
    if (size > 1 && data[0] == 'A' && data[1] == 'B')
        return malloc(32) == NULL;
#endif
#ifdef CRASH
    if (size > 1 && data[0] == 'A' && data[1] == 'B')
        return deep(60) == 0;
#endif
    return 0;
}
END
clang -g -fsanitize=fuzzer,address target.c -o bin/fuzz_sound
clang -g -fsanitize=fuzzer,address -DCRASH target.c -o bin/fuzz_crash
clang -g -fsanitize=fuzzer,address -DLEAK target.c -o bin/fuzz_leak
gate() { FUZZ_BIN=$PWD/bin FUZZ_FOUND=$PWD/found FUZZ_LOGS=$PWD/logs "$TOP/ci/fuzz" "$@" > log 2>&1; }

FUZZ_SECONDS=2 FIRST=$PWD/first gate fuzz_sound || complain 'a sound target fails'
grep -q "^fuzz: 1 targets for 2 s each, SEED=$(date +%Y%m%d)$" log || complain 'the seed of the day is not printed'
grep -q '^fuzz_sound: [0-9]* runs$' log || complain 'the runs are not told'
FUZZ_SECONDS=2 SEED=7 FIRST=$PWD/second gate fuzz_sound || complain 'a sound target fails with a seed'
FUZZ_SECONDS=2 SEED=7 FIRST=$PWD/third gate fuzz_sound || complain 'a sound target fails with the same seed'
cmp second third || complain 'the same seed does not repeat the run'
! cmp -s first third || complain 'another seed makes the same inputs'
status=0
FUZZ_SECONDS=300 gate fuzz_crash fuzz_leak || status=$?
[ $status -eq 1 ] || complain "status $status when targets fail"
for name in crash leak; do
    grep -q "^---- fuzz_$name fails with SEED=" log || complain "fuzz_$name is not told"
    file=$(sed -n "s|^kept: \(.*/fuzz_$name-.*\); again: .*|\1|p" log)
    [ -n "$file" ] && grep -q '^AB' "$file" || complain "the input of fuzz_$name is not kept"
    ! bin/fuzz_$name "$file" > /dev/null 2>&1 || complain "the kept input of fuzz_$name does not fail again"
done
grep -q '^why: planted, 2 bytes: a wrong answer$' log || complain 'what failed is not told'
grep -q '^why: ==[0-9]*== *ERROR: libFuzzer: deadly signal' log || complain 'how it ended is not told'
grep -q '^why: ==[0-9]*== *ERROR: LeakSanitizer: detected memory leaks' log || complain 'a leak is not told'
[ "$(grep -c '^why: ' log)" -eq 3 ] || complain 'other lines are told as the reason'
[ $bad -eq 0 ] && echo 'fuzz-gate: seeds, a crash and a leak'
exit $bad
