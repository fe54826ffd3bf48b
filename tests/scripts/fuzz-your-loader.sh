#!/bin/bash
# docs/fuzz-your-loader.md, followed to the letter by somebody who has a loader of one file: every command of the
# page runs, the planted fault is found, looked at again, and sorted. What needs AFL++ is tried where it is.
# needs: fuzzkit
set -eu
scratch=$TMPDIR/stranger
mkdir -p "$scratch"
export A3DLINT_TOP=$TOP
. "$TOP/tests/scripts/lib/skip.sh"
bad=0
complain() { echo "fuzz-your-loader: $*"; bad=1; }
make -s --no-print-directory -C "$TOP" fuzzkit > /dev/null
cp -R "$TOP/build/fuzzkit/." "$scratch"
cat "$TOP/harnesses/loaders/loader.c" "$TOP/harnesses/loaders/rooms.c" "$TOP/harnesses/loaders/loader_tanki.c" > "$scratch/mine.c"
cp "$TOP/harnesses/loaders/loader.h" "$scratch"
cd "$scratch"

# The commands of section N, with times that suit a test.
section() {
    awk -v n="$1" '/^## / { on = index($0, "## " n ".") == 1; next } on && /^```sh/ { code = 1; next } /^```/ { code = 0 } on && code' \
        "$TOP/docs/fuzz-your-loader.md" | sed -e 's/-max_total_time=60/-max_total_time=20/; s/\(out[a-z-]*\) 60 /\1 3 /; s/-V 60/-V 4/; s/--time 600/--time 6 --minimize-time 1/' > "section-$1"
    [ -s "section-$1" ] || complain "section $1 has no commands"
    bash -e "section-$1" > "log-$1" 2>&1
}
ulimit -c 0
unset ASAN_OPTIONS UBSAN_OPTIONS # of the tests around this one

if section 3; then complain 'the fuzzer finds nothing'; fi
grep -q '^planted fault 3[0-9][0-9]$' log-3 || { tail -n 20 log-3; complain 'no planted fault is named'; }
[ -n "$(ls crash-* 2> /dev/null)" ] || complain 'no crash file is left'
if section 4; then complain 'the crash does not show again'; fi
grep -q '^planted fault' log-4 || { cat log-4; complain 'the replay shows something else'; }
status=0
"$TOP/harnesses/triage" --target ./replay_mine --project . --out crashes --minimize-time 2 crash-* > log-triage 2>&1 || status=$?
[ $status -eq 1 ] && grep -q 'planted fault 3' crashes/triage.md || { cat log-triage; complain "triage: status $status"; }
grep -q '^"$A3DLINT_TOP/harnesses/triage"' section-4 || complain 'the page does not tell of triage'

# A loader that crashes often, and one in Python.
section 8 || { tail -n 20 log-8; complain 'fuzz-loader does not run'; }
grep -q '^001: .* in fault:' out/groups.txt || { cat log-8; complain 'fuzz-loader has no group'; }
cat > load.py << 'END'
import struct, sys

def material(data):
    length, = struct.unpack_from('<I', data, 28)
    return data[32:32 + length].decode('ascii')

data = open(sys.argv[1], 'rb').read()
if data[:4] != b'A3D\0' or len(data) < 32:
    sys.exit(1)
if data[4] == 2:
    raise KeyError(data[4])
print(material(data))
END
# Each seed starts Python once: fewer will do, and the interpreter itself instead of a script that chooses one.
(cd seeds/tanki && ls | sed '1~4d' | xargs rm)
mkdir bin && ln -s "$(python3 -c 'import sys; print(sys.executable)')" bin/python3
PATH=$PWD/bin:$PATH
section 9 || { tail -n 20 log-9; complain 'a loader in Python cannot be fuzzed'; }
grep -q '^[0-9]*: KeyError in <module> (load.py:11): .*, avoided$' out-files/groups.txt || { cat log-9; complain 'KeyError is no group'; }

# The same in C++, by what the page says of it: the compiler, and the name of the template.
grep -q 'loader_template.cpp.*clang++.*afl-clang-fast++' "$TOP/docs/fuzz-your-loader.md" || complain 'the page does not tell of C++'
cp loader_template.c loader_template.cpp
printf '%s\n' '#include <cstdint>' '#include <string>' 'int load(const uint8_t *bytes, size_t size)' \
    '{ return size > 3 && std::string(bytes, bytes + 3) == "A3D" && bytes[3] == 0; }' > mine.cpp
in_cpp() { # in_cpp SECTION COMPILER: its commands that compile
    sed -n "s/$2 /$2++ /; s/loader_template\.c/&pp/; s/mine\.c/&pp/; s/-o \([a-z]*\)_mine/-o \1_cpp/; /++ /p" "section-$1" > "cpp-$1"
    [ -s "cpp-$1" ] && bash -e "cpp-$1" > log-cpp 2>&1 || { cat "cpp-$1" log-cpp; complain "section $1 does not do for C++"; }
}
in_cpp 3 clang
in_cpp 4 clang
./fuzz_cpp -runs=2000 seeds/tanki > log-cpp 2>&1 && ./replay_cpp seeds/tanki/* > /dev/null || { tail -n 20 log-cpp; complain 'a loader in C++ does not run'; }

if command -v afl-clang-fast > /dev/null; then
    AFL_NO_UI=1 AFL_NO_AFFINITY=1 section 5 || { tail -n 20 log-5; complain 'AFL++ does not run'; }
    find afl -path '*/queue/id*' | grep -q . || complain 'AFL++ keeps nothing'
    in_cpp 5 afl-clang-fast
    # A campaign runs each seed several times before its own time begins; the smallest do for a test.
    ls -S seeds/tanki | head -n -16 | sed 's|^|seeds/tanki/|' | tr '\n' '\0' | xargs -0 rm
    before=$(find seeds -type f -exec cksum {} + | sort | cksum)
    if section 6; then complain 'the campaign finds no crash'; fi
    grep -q '"crashes": [1-9]' report/report.json && grep -q '<h1>Campaign mine' report/index.html || { tail -n 20 log-6; complain 'no report of the campaign'; }
    [ "$before" = "$(find seeds -type f -exec cksum {} + | sort | cksum)" ] || complain 'the campaign wrote to the seeds'
else
    skip_part 'no AFL++ here (ci/deps fuzz installs it)'
fi
exit $bad
