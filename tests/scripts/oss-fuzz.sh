#!/bin/bash
# ci/oss-fuzz/build.sh with its variables set by hand: each harness lands in $OUT and runs,
# with its seeds; each family has seeds, dictionary and options under the names that OSS-Fuzz expects.
# needs: build/harness/a3d_mutator.o
set -eu
unset ASAN_OPTIONS UBSAN_OPTIONS
bad=0
complain() { echo "oss-fuzz: $*"; bad=1; }
for tool in zip unzip; do command -v $tool > /dev/null || { echo "oss-fuzz: $tool is not there"; exit 1; }; done
export SRC=$TMPDIR/src OUT=$TMPDIR/out WORK=$TMPDIR/work HOST_CC=${CC:-cc}
export CC=${CLANG:-clang} CXX=${CLANG:-clang}++ CFLAGS='-O0 -fsanitize=fuzzer-no-link' CXXFLAGS='-O0' LIB_FUZZING_ENGINE=-fsanitize=fuzzer
mkdir -p "$SRC" "$OUT" "$WORK"
(cd "$TOP" && bash -eu ci/oss-fuzz/build.sh) > "$TMPDIR/log" 2>&1 || { tail -n 20 "$TMPDIR/log"; echo 'oss-fuzz: build.sh fails'; exit 1; }

for name in $(cd "$TOP/harnesses" && ls fuzz_*.c | grep -vx fuzz_format.c | sed 's/\.c$//') $("$TOP/ci/formats" | sed 's/^/fuzz_/'); do
    [ -x "$OUT/$name" ] || { complain "$name is not in \$OUT"; continue; }
    mkdir -p "$TMPDIR/seeds/$name"
    [ -f "$OUT/${name}_seed_corpus.zip" ] || { complain "$name has no seeds"; continue; }
    unzip -q -o "$OUT/${name}_seed_corpus.zip" -d "$TMPDIR/seeds/$name"
    find "$TMPDIR/seeds/$name" -type f | head -n 50 > "$TMPDIR/list"
    xargs -r "$OUT/$name" < "$TMPDIR/list" > "$TMPDIR/log" 2>&1 || { tail -n 10 "$TMPDIR/log"; complain "$name fails on its seeds"; }
    "$OUT/$name" -runs=300 -max_len=2000 -seed=1 > "$TMPDIR/log" 2>&1 || { tail -n 10 "$TMPDIR/log"; complain "$name fails"; }
    grep -q 'Done 300 runs' "$TMPDIR/log" || complain "$name does not run"
done
for family in $("$TOP/ci/formats"); do
    for part in _seed_corpus.zip .dict .options; do [ -s "$OUT/fuzz_$family$part" ] || complain "no fuzz_$family$part"; done
done
grep -q "fuzz_tanki.dict" "$OUT/fuzz_tanki.options" || complain 'the options name no dictionary'
exit $bad
