#!/bin/bash
# harnesses/rounds: rounds of both engines take turns and continue each other's files, the ledger has each, a stop keeps the
# round that runs, and a crash and a leak end it with status 1.
# needs: build/harness/afl_main.o
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
for tool in node clang afl-clang-fast; do command -v $tool > /dev/null || skip "no $tool here"; done
cd "$TMPDIR"
bad=0
complain() { cat log; echo "rounds: $*"; bad=1; }
unset ASAN_OPTIONS UBSAN_OPTIONS # of the tests around this one
ulimit -c 0

cat > target.c << 'END'
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
static volatile int edge;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
#ifdef SLOW
    usleep(SLOW);
#endif
    if (size > 0 && data[0] == 'A')
        edge = 1;
    if (size > 1 && data[0] == 'A' && data[1] == 'B') {
        edge = 2;
#ifdef CRASH
        abort();
#endif
#ifdef LEAK
        edge = malloc(64) != NULL;
#endif
    }
    return 0;
}
END
cat > main.c << 'END'
#include <stdint.h>
#include <stdio.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int main(int argc, char **argv)
{
    static uint8_t data[4096];
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    return file != NULL ? LLVMFuzzerTestOneInput(data, fread(data, 1, sizeof data, file)) : 2;
}
END
make -s --no-print-directory -C "$TOP" build/harness/afl_main.o
mkdir -p bin/libfuzzer bin/afl bin/replay seeds
build() { # build NAME FLAG...
    clang -g -fsanitize=fuzzer,address "${@:2}" target.c -o "bin/libfuzzer/$1"
    clang -g -fsanitize=address "${@:2}" target.c main.c -o "bin/replay/$1"
    AFL_QUIET=1 afl-clang-fast -O1 -g "${@:2}" target.c "$TOP/build/harness/afl_main.o" -o "bin/afl/$1"
}
build sound
build crash -DCRASH
build leak -DLEAK
build slow -DSLOW=1500000
build stuck -DSLOW=60000000
echo x > seeds/x
rounds() { # rounds TARGET [OPTION...]
    "$TOP/harnesses/rounds" --bin bin --seeds seeds --targets "$1" --ledger "$PWD/$1.json" --out "$PWD/$1.md" --work "$PWD/work" "${@:2}" > log 2>&1
}
# field FILE EXPRESSION: of the rounds r in a ledger
field() { node -e 'const r = JSON.parse(require("fs").readFileSync(process.argv[1])).rounds; console.log(eval(process.argv[2]))' "$@"; }

rounds sound --round 3 --goal 3 || complain 'sound rounds do not end with 0'
[ "$(field sound.json 'r.map((x) => x.engine).join()')" = libfuzzer,afl ] || complain 'not one round of each engine'
[ "$(field sound.json 'r.every((x) => x.runs > 100 && x.edges > 0 && x.seconds >= 3 && x.found.length === 0)')" = true ] || complain 'a round without runs, edges or time'
[ -z "$(find work/found -type d 2> /dev/null)" ] || complain 'a round that found nothing leaves a folder'
grep -q '^2 of 2 pairs of target and engine have 3 s or more' sound.md || complain 'the page does not say that both are done'
cat work/sound/afl/main/queue/id* | grep -aq AB || complain 'AFL++ does not have what libFuzzer kept'
rounds sound --round 3 --goal 3 || complain 'nothing left to do does not end with 0'
[ "$(field sound.json r.length)" = 2 ] || complain 'a round too many'

# A round is not over before AFL++ has run its queue once.
rounds slow --round 2 --goal 2 --engines afl || complain 'a slow start does not end with 0'
[ "$(field slow.json 'r.length === 1 && r[0].runs > 0 && r[0].seconds > 2')" = true ] || complain 'the round of a slow start is not kept'

# A round that was stopped before its first run was no round: its time does not count.
rounds stuck --round 30 --goal 30 --time 3 --engines afl || complain 'a stop before the first run does not end with 0'
[ "$(field stuck.json r.length)" = 0 ] || complain 'a round without runs is in the ledger'
grep -q '^stuck afl: no run' log || complain 'nobody says that there was no run'

# A stop keeps the round; the next run continues.
rm work/sound/libfuzzer.log
rounds sound --round 600 --goal 1000 --engines libfuzzer &
for ((i = 0; i < 3000; i++)); do [ ! -s work/sound/libfuzzer.log ] || break; sleep 0.1; done
sleep 2
pkill -INT -P $! -f harnesses/rounds || true
wait $! || complain 'a stop does not end with 0'
[ "$(field sound.json 'r.length === 3 && r[2].seconds < 590')" = true ] || complain 'the round that was stopped is not kept'

# What is found ends it.
status=0
rounds crash --round 100 --goal 100 --engines afl || status=$?
[ $status -eq 1 ] || complain "status $status after a crash under AFL++"
grep -q '^FOUND abort: abort' log || complain 'the crash is not told'
[ "$(field crash.json 'r[0].found.length')" = 1 ] || complain 'the ledger does not have the crash'
[ -e "$TOP/$(field crash.json 'r[0].found[0].file')" ] || complain 'the crashing file is not kept'
status=0
rounds leak --round 8 --goal 8 --keep-going || status=$?
[ $status -eq 1 ] || complain "status $status after a leak"
[ "$(field leak.json 'r.map((x) => `${x.engine} ${x.found.map((f) => f.kind)}`).join()')" = 'libfuzzer leak,afl ' ] || complain 'the leak is not in the ledger'
grep -q '^- leak, libfuzzer, .*: leak, leak in' leak.md || complain 'the page does not have the leak'
[ $bad -eq 0 ] && echo 'rounds: turns, a stop, a crash and a leak'
exit $bad
