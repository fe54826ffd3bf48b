#!/bin/bash
# harnesses/fuzz-loader: a loader that crashes on some of its seeds. They are set aside with their group; what they have in
# common is learned, they are repaired, and the run does not come there again. Large allocations, leaks and what UBSan
# finds: only where they are asked for. harnesses/bench-shallow measures what is found behind shallow faults.
# needs: build/harness/a3d_mutator.o build/harness/avoid build/harness/mutate
set -eu
scratch=$TMPDIR/fuzz-loader
mkdir -p "$scratch/seeds" "$scratch/one"
. "$TOP/tests/scripts/lib/skip.sh"
command -v clang > /dev/null || skip 'no clang here'
cp "$CORPUS"/tanki/*-3.a3d "$CORPUS"/tanki/*-2.a3d "$scratch/seeds"
cp "$CORPUS/tanki/model-3.a3d" "$scratch/one"
bad=0
complain() { tail -n 20 "$scratch/log"; echo "fuzz-loader: $*"; bad=1; }
program() { # program NAME: of the loader on standard input
    cat > "$scratch/$1.c"
    clang -g -O1 -fsanitize=fuzzer,address,undefined "$scratch/$1.c" "$TOP/build/harness/a3d_mutator.o" -lz -lpthread -o "$scratch/$1"
}
fuzz() { # fuzz STATUS NAME SEEDS SECONDS OPTION...
    local want=$1 name=$2 seeds=$3 seconds=$4 status=0
    shift 4
    rm -rf "$scratch/out"
    "$TOP/harnesses/fuzz-loader" run "$@" "$scratch/$name" "$scratch/$seeds" "$scratch/out" "$seconds" > "$scratch/log" 2>&1 || status=$?
    [ $status -eq "$want" ] || complain "$name $*: status $status"
}
ulimit -c 0
unset ASAN_OPTIONS UBSAN_OPTIONS # of the tests around this one

program shallow << 'END'
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
static void old_version(void) { abort(); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 28 || memcmp(data, "A3D", 4) != 0)
        return 0;
    if (data[4] == 2 && data[5] == 0)
        old_version(); /* each file of version 2 */
    return 0;
}
END
fuzz 1 shallow seeds 3
n=$(ls "$scratch/seeds" | grep -c -- -2.a3d)
[ "$(find "$scratch/out/set-aside/001" -name '*-2.a3d' | wc -l)" -eq "$n" ] && [ "$(find "$scratch/out/set-aside" -type f ! -name '*-2.a3d' | wc -l)" -eq 0 ] ||
    complain 'other seeds are set aside than those of version 2'
grep -q "^seeds: .* of which $n crash the loader and are set aside (1 groups)$" "$scratch/log" || complain 'the seeds are not counted'
grep -q '^version = 2 => version=3$' "$scratch/out/avoid" || { cat "$scratch/out/avoid"; complain 'version 2 is not avoided'; }
grep -q "^001: .* in old_version:.*, $n seeds, avoided$" "$scratch/out/groups.txt" || { cat "$scratch/out/groups.txt"; complain 'the group is not told'; }
[ "$(find "$scratch/out/seeds" -name '*-2.a3d' | wc -l)" -eq "$n" ] || complain 'the seeds set aside are not repaired'
[ "$(find "$scratch/out/groups/001" -type f ! -name log | wc -l)" -eq 0 ] || complain 'the run comes to what is avoided'

# Each option by a loader that needs it. Nothing is a crash unless it is asked for.
program quiet << 'END'
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
static volatile int number = INT_MAX;
static void *volatile lost;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 28 || data[4] != 3)
        return 0;
    lost = malloc(10); /* a leak */
    lost = NULL;
    number = INT_MAX;
    number++; /* what UBSan reports */
    return 0;
}
END
fuzz 0 quiet one 3 --hit-known
grep -q '^run: .* 0 groups' "$scratch/log" || complain 'a leak or undefined behaviour is a crash'
fuzz 1 quiet one 3 --hit-known --undefined
grep -q 'each seed crashes the loader' "$scratch/log" || complain '--undefined reports nothing'
fuzz 1 quiet one 3 --hit-known --leaks
grep -q 'each seed crashes the loader' "$scratch/log" || complain '--leaks reports nothing'

program large << 'END'
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    volatile char *block = size > 28 && data[4] == 3 ? malloc((size_t)100 << 20) : NULL;
    if (block != NULL)
        block[0] = 1;
    free((void *)block);
    return 0;
}
END
fuzz 1 large one 3 --hit-known
grep -q 'each seed crashes the loader' "$scratch/log" || complain '100 MiB are not too much'
fuzz 0 large one 3 --hit-known --most-mb 200
fuzz 0 large one 3 --hit-known --large-fails

# A loader that takes files: what has failed, by what a Java program prints, by a signal, and what is only refused.
cat > "$scratch/load.sh" << 'END'
case $(basename "$1") in
*model-3*) printf 'Exception in thread "main" java.lang.IllegalStateException: 7\n\tat Load.read(Load.java:12)\n\tat Load.main(Load.java:3)\n' >&2; exit 1 ;;
*object-3*) kill -SEGV $$ ;;
*) exit 1 ;;
esac
END
cp "$CORPUS"/tanki/object-3.a3d "$CORPUS"/tanki/mesh-uv-3.a3d "$scratch/one"
status=0
A3D_PROGRESS_SECONDS=0 "$TOP/harnesses/fuzz-loader" files --hit-known --cmd "sh '$scratch/load.sh' {}" "$scratch/one" "$scratch/out" 0 > "$scratch/log" 2>&1 || status=$?
[ $status -eq 1 ] || complain "files: status $status"
grep -q '^[0-9]*: java.lang.IllegalStateException in Load.read(Load.java:12) < Load.main(Load.java:3): 0 files, 1 seeds$' "$scratch/out/groups.txt" ||
    complain 'the exception is no group'
grep -q '^fuzz-loader: the loader gets each of 3 seeds once, before the 0 s of the run$' "$scratch/log" &&
    grep -q '^fuzz-loader: seeds: file 2 of 3$' "$scratch/log" || complain 'files: it does not say where it is'
grep -q '^[0-9]*: signal 11: 0 files, 1 seeds$' "$scratch/out/groups.txt" || complain 'the signal is no group'

# Programs that cannot be fuzzed, and what is no number of seconds.
files() { # files STATUS COMMAND SECONDS TEXT
    local status=0
    "$TOP/harnesses/fuzz-loader" files --cmd "$2" "$scratch/one" "$scratch/out" "$3" > "$scratch/log" 2>&1 || status=$?
    [ $status -eq "$1" ] && grep -q "^fuzz-loader: $4" "$scratch/log" || complain "files --cmd '$2': status $status"
}
files 2 'no-such-loader {}' 3 'the loader cannot be run (status 127): .*no-such-loader.*not found$'
files 2 "$scratch/load.sh {}" 3 'the loader cannot be run (status 126): .*Permission denied$'
files 2 'true {}' 3s "SECONDS is a number, not '3s'$"
fuzz 2 none one 3
cp /bin/true "$scratch/other"
fuzz 2 other one 3
[ $bad -eq 0 ] && echo "fuzz-loader: $n seeds set aside and repaired; options"
exit $bad
