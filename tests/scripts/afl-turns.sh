#!/bin/bash
# harnesses/afl_main.c under AFL++: one process runs input after input, and a crash, an exit and a hang are told as AFL++
# itself would tell them, of the input that brought them and of no other.
# needs: build/harness/afl_main.o
set -eu
bad=0
complain() { echo "afl-turns: $*"; bad=1; }
. "$TOP/tests/scripts/lib/skip.sh"
command -v afl-clang-fast > /dev/null || skip 'no AFL++ here (ci/deps fuzz installs it)'
cd "$TMPDIR"
unset ASAN_OPTIONS UBSAN_OPTIONS # of the tests around this one
ulimit -c 0
export AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_QUIET=1

cat > target.c << 'END'
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static volatile int stops;
static void woken(int number)
{
    stops += number == SIGCONT;
}
__attribute__((constructor)) static void watch(void)
{
    signal(SIGCONT, woken);
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int runs;
    volatile int edge = 0;
    const char *count = getenv("RUNS");
    FILE *file = size > 0 && data[0] == 'C' && count != NULL ? fopen(count, "w") : NULL;
    runs++;
    if (file != NULL) {
        fprintf(file, "runs %d stops %d\n", runs, stops);
        fclose(file);
    }
    if (size > 0 && data[0] == 'A')
        edge = 1;
    if (size > 1 && data[0] == 'B')
        edge = data[1] == 'B' ? 2 : 3;
#ifndef BEYOND
    if (size > 0 && data[0] == 'C')
        abort();
#endif
    if (size > 0 && data[0] == 'E' && count == NULL)
        exit(3);
    if (size > 0 && data[0] == 'H' && count == NULL)
        for (;;)
            edge = 4;
    if (size > 0 && data[0] == 'R')
        return data[size]; /* one byte beyond */
    return 0;
}
END
make -s --no-print-directory -C "$TOP" build/harness/afl_main.o
afl-clang-fast -O1 -g target.c "$TOP/build/harness/afl_main.o" -o target
AFL_USE_ASAN=1 afl-clang-fast -O1 -g -DBEYOND target.c "$TOP/build/harness/afl_main.o" -o target-asan

# Files.
mkdir files
for letter in A B C E R; do printf '%s%s' "$letter" x > "files/$letter"; done
./target files/A files/B || complain 'files that are sound do not end with 0'
if ./target files/none files/A 2> said; then complain 'a file that is not there ends with 0'; fi
grep -q '^files/none: cannot be read$' said || complain 'it is not told which file cannot be read'
if bash -c './target files/C; exit $?' 2> said; then complain 'a file that crashes ends with 0'; fi
if ./target-asan files/R 2> said; then complain 'a read beyond a file ends with 0'; fi
grep -q heap-buffer-overflow said || complain 'a read beyond a file is not named'
./target < files/A || complain 'standard input that is sound does not end with 0'

# A folder through the fork server: what each input reaches is what it reaches alone, after a crash and an exit too.
afl-showmap -q -t 20000 -i files -o together -- ./target > log 2>&1 || true
for letter in A B C E; do
    afl-showmap -q -t 20000 -o alone -- ./target < "files/$letter" > log 2>&1 || true
    cmp -s alone "together/$letter" || complain "$letter reaches something else among others"
done
cmp -s together/A together/B && complain 'two inputs that differ reach the same'
# fuzz SEED TARGET [ARGUMENT]: until the first crash, five minutes at most; the crash file's path. With RUNS nothing but a
# crash ends a process, whichever inputs come before it.
fuzz() {
    rm -rf seeds out && mkdir seeds && cp "files/$1" seeds
    RUNS=$TMPDIR/runs AFL_BENCH_UNTIL_CRASH=1 afl-fuzz -V 300 -s 4 -t 20000 -i seeds -o out -- "${@:2}" > log 2>&1 || { tail -n 20 log; return 1; }
    find out/default/crashes -name 'id*' | head -n 1
}
# A process that a busy machine lets stand for 20 seconds is ended as a hang, so the count is tried three times.
for _ in 1 2 3; do
    crash=$(fuzz A ./target)
    ! grep -q '^runs [1-9][0-9][0-9]' runs || break
done
[ -n "$crash" ] && [ "$(head -c 1 "$crash")" = C ] || complain "AFL++ keeps another input than the one that crashes"
grep -q '^runs [1-9][0-9][0-9]* stops 0$' runs || complain "one process before the crash: $(cat runs)"
grep -q '^stability *: 100.00%' out/default/fuzzer_stats || complain 'it is not stable'
crash=$(fuzz A ./target -1)
[ -n "$crash" ] && [ "$(head -c 1 "$crash")" = C ] || complain "AFL++ with a fork for each keeps another input than the one that crashes"
[ "$(cat runs)" = 'runs 2 stops 0' ] || complain "with a fork for each, in a process: $(cat runs); the first is before the fork"
crash=$(fuzz A ./target-asan)
[ -n "$crash" ] && [ "$(head -c 1 "$crash")" = R ] || complain 'a read beyond an input in the memory that AFL++ shares is not seen'

# A hang is ended, told, and the next input has a new process.
rm -rf seeds out && mkdir seeds && cp files/A seeds && cp files/E seeds
printf 'Hx' > seeds/H
timeout 600 afl-showmap -q -t 2000 -i seeds -o together -- ./target > log 2>&1 || true
afl-showmap -q -o alone -- ./target < files/A > /dev/null 2>&1
cmp -s alone together/A || complain 'A reaches something else beside a hang'
[ -e together/H ] || complain 'nothing is told of a hang'

# AFL++ kills a process that has just answered, and orders the next input before the process has noticed.
"$TOP/tests/scripts/afl-killed.py" ./target < /dev/null || complain 'an order after a kill gets lost'

# Inputs that take as long as they may: an answer that comes just as the time is over is not a second one, so no input
# is blamed for another, and AFL++ sees no crash where there is none. The target writes a byte for each such input.
cat > late.c << 'END'
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static unsigned n;
    static FILE *turns;
    if (size > 0 && data[0] != 'A') {
        if (turns == NULL)
            turns = fopen("turns", "a");
        fputc('.', turns);
        fflush(turns);
        usleep(19000 + n++ * 97 % 3000);
    }
    return 0;
}
END
afl-clang-fast -O1 late.c "$TOP/build/harness/afl_main.o" -o late
turns() { stat -c %s turns; }
# late_answers: AFL++ until a hundred inputs had their turn, however long a busy machine takes for that; ten minutes are for
# what hangs. One stage of such inputs may take minutes, so it is ended by Ctrl-C.
late_answers() {
    local pid status=0
    rm -rf seeds out && mkdir seeds && cp files/A seeds
    : > turns
    afl-fuzz -s 4 -t 20 -i seeds -o out -- ./late > log 2>&1 &
    pid=$!
    for ((n = 0; n < 6000 && $(turns) < 100; n++)); do
        kill -0 "$pid" 2> /dev/null || break
        sleep 0.1
    done
    kill -INT "$pid" 2> /dev/null || :
    wait "$pid" || status=$?
    [ -z "$(find out -path '*/crashes/id*')" ] || complain 'a late answer is taken for a crash'
    [ "$status" -eq 0 ] && [ "$(turns)" -ge 100 ]
}
# AFL++ does not begin where a busy machine lets the seed itself be late: at most 30 tries, each a second or two.
for _ in {1..30}; do
    begun=1
    ! late_answers || break
    begun=
    [ "$n" -lt 6000 ] || break
done
[ -n "$begun" ] || { tail -n 20 log; complain "$(turns) runs beside late answers: too few to tell"; }
exit $bad
