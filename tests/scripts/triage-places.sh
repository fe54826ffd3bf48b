#!/bin/bash
# harnesses/triage --project: the place of a fault is in the project, never in a header of the system or the compiler; two
# hangs in one loop are one group, whatever the loop calls; the worst groups come first; --time bounds all of it.
# needs: build/a3dlint
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
command -v clang++ > /dev/null || skip 'no clang here'
cd "$TMPDIR"
bad=0
complain() { cat triage.md log; echo "triage-places: $*"; bad=1; }
ulimit -c 0
unset ASAN_OPTIONS UBSAN_OPTIONS # of the tests around this one
cat > mine.cpp << 'END'
#include <cstdio>
#include <cstdlib>
#include <vector>
static volatile unsigned v;
__attribute__((noinline)) static void one(void) { for (unsigned i = 0; i < 1000000u; i++) v = v + i; }
__attribute__((noinline)) static void two(void) { for (unsigned i = 0; i < 1000000u; i++) v = v - i; }
__attribute__((noinline)) static unsigned find_end(int c)
{
    while (v != 1 || c) {
        one();
        two();
    }
    return v;
}
__attribute__((noinline)) static unsigned beyond(std::vector<int> &list, unsigned n) { return (unsigned)list.at(0) + (unsigned)list[n]; }
__attribute__((noinline)) static void put(std::vector<int> &list, unsigned n) { list[n] = 1; }
int main(int argc, char **argv)
{
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    int c = file != NULL ? fgetc(file) : 0;
    std::vector<int> list(4, 7);
    if (c == 'H')
        v = find_end(c) + 1;
    if (c == 'R')
        v = beyond(list, 4);
    if (c == 'W')
        put(list, 5);
    if (file != NULL)
        fclose(file);
    return 0;
}
END
clang++ -g -O0 -fsanitize=address,undefined mine.cpp -o mine
list_groups() { # list_groups FILE: a line for each
    node -e '
    const t = JSON.parse(require("fs").readFileSync(process.argv[1]));
    console.log(t.groups.map((g) => `${g.severity} ${g.where.replace(/:\d+/, "")} ${g.files.length}`).join("\n"))' "$1"
}
mkdir files
for name in H1 H2 H3 R1 R2 W1 sound; do echo "$name" > "files/$name"; done
status=0
"$TOP/harnesses/triage" --project . --target ./mine --timeout 2 --minimize-time 1 --time 300 --out . files > log 2>&1 || status=$?
[ $status -eq 1 ] || complain "status $status"
list_groups triage.json > groups
printf '%s\n' 'write put (mine.cpp) 1' 'read beyond (mine.cpp) 2' 'hang find_end (mine.cpp) 3' > expected
diff expected groups || complain 'other groups'

# Where the names of a stack take longer than a run may, a crash is no hang, and a hang is no abort. A slow machine then
# sees one stack of a hang, which may end in any function of the loop.
if symbolizer=$(command -v llvm-symbolizer || compgen -G '/usr/bin/llvm-symbolizer-*' | head -n 1); then
    mkdir slow some
    printf '#!/bin/sh\nsleep 3\nexec %s "$@"\n' "$symbolizer" > slow/llvm-symbolizer
    chmod +x slow/llvm-symbolizer
    cp files/H1 files/W1 some
    status=0
    "$TOP/harnesses/triage" --project . --target ./mine --timeout 2 --minimize-time 1 --time 300 --out slow \
        --env "ASAN_SYMBOLIZER_PATH=$PWD/slow/llvm-symbolizer" some > log 2>&1 || status=$?
    [ $status -eq 1 ] || complain "status $status where names take long"
    list_groups slow/triage.json | sed 's/^hang [a-z_]* /hang /' > groups
    printf '%s\n' 'write put (mine.cpp) 1' 'hang (mine.cpp) 1' > expected
    diff expected groups || complain 'other groups where names take long'
else
    skip_part 'no llvm-symbolizer here'
fi
[ $bad -eq 0 ] && echo 'triage-places: three groups, each in the project'
exit $bad
