#!/bin/bash -eu
# Builds every harness the way OSS-Fuzz and ClusterFuzzLite want it. They set
#   CC CXX CFLAGS CXXFLAGS   compilers, with sanitizers and coverage
#   LIB_FUZZING_ENGINE       what a target is linked with
#   SRC OUT WORK             sources, results, room for objects
# and run this in the folder of the sources. By hand, see docs/fuzzing.md.
: "${CC:?}" "${CXX:?}" "${LIB_FUZZING_ENGINE:?}" "${OUT:?}" "${WORK:?}"
objects=$WORK/a3dlint
jobs=$(nproc)
mkdir -p "$objects" "$OUT"

# compile SOURCE: into a file of its own name
compile() {
    # shellcheck disable=SC2086 # lists of words
    $CC ${CFLAGS:-} -std=c11 -Isrc -c "$1" -o "$objects/$(echo "$1" | tr / _).o"
}
export -f compile
export objects CC CFLAGS

# What targets share: the library, and all harness sources that are no target and no program.
{
    find src -name '*.c' ! -path src/cli/main.c
    find harnesses -maxdepth 1 -name '*.c' ! -name 'fuzz_*' ! -name '*_main.c' ! -name 'mutator*.c' ! -name loader_template.c
    echo harnesses/loaders/rooms.c
} | LC_ALL=C sort > "$objects/shared"
find harnesses -maxdepth 1 -name 'fuzz_*.c' ! -name fuzz_format.c | LC_ALL=C sort > "$objects/targets"
cat "$objects/shared" "$objects/targets" | xargs -n 1 -P "$jobs" bash -euc 'compile "$1"' compile
# One source makes the target of each format.
ci/formats > "$objects/formats"
while read -r format; do
    # shellcheck disable=SC2086 # lists of words
    $CC ${CFLAGS:-} -std=c11 -Isrc -DA3D_FUZZ_FORMAT="$format" -c harnesses/fuzz_format.c -o "$objects/harnesses_fuzz_$format.c.o"
    echo "harnesses/fuzz_$format.c" >> "$objects/targets"
done < "$objects/formats"
rm -f "$objects/shared.a"
sed "s|/|_|g; s|.*|$objects/&.o|" "$objects/shared" | xargs ar qcs "$objects/shared.a"

# The mutator is plain code for libFuzzer alone: neither sanitizers nor coverage look into it.
mutator=
plain() { env -u CFLAGS -u CXXFLAGS -u LDFLAGS -u LIB_FUZZING_ENGINE -u MAKEFLAGS -u MAKELEVEL DEPS=0 make -s -j"$jobs" CC="${HOST_CC:-$CC}" "$@"; }
if [ "${FUZZING_ENGINE:-libfuzzer}" = libfuzzer ] && [ "${ARCHITECTURE:-x86_64}" = x86_64 ]; then
    plain build/harness/a3d_mutator.o
    mutator=build/harness/a3d_mutator.o
fi

while read -r source; do
    name=$(basename "$source" .c)
    linked=
    if [[ $name = fuzz_@(a3dlint|commands|mutate) ]] || grep -qx "${name#fuzz_}" "$objects/formats"; then linked=$mutator; fi
    # shellcheck disable=SC2086 # lists of words
    $CXX ${CXXFLAGS:-} "$objects/$(echo "$source" | tr / _).o" $linked "$objects/shared.a" $LIB_FUZZING_ENGINE -l:libz.a -lpthread -ldl -o "$OUT/$name"
done < "$objects/targets"

# Seeds, dictionaries and options, under the names that belong to the targets.
plain seeds > /dev/null
cp build/seeds/fuzz_* "$OUT"
for folder in harnesses/seeds/*/; do
    name=fuzz_$(basename "$folder")
    [ -x "$OUT/$name" ] || continue # seeds/found is of all families
    (cd "$folder" && find . -type f | LC_ALL=C sort | zip -q -X -@ "$OUT/${name}_seed_corpus.zip")
done
