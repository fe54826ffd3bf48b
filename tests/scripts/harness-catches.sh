#!/bin/sh
# The fuzz harness is worth its time only if it sees a broken encoder: a copy of the encoder with one planted
# fault must make it abort on a file of the corpus, and without a fault it must not. The mutator is worth its own
# only if its mutants of a few sound files show a fault that the files do not.
# needs: build/harness/mutate build/harness-objects/mutator/harnesses/fuzz_a3dlint.o
# needs: build/harness-objects/mutator/harnesses/replay_main.o
set -eu
cc=${CC:-cc}
build=$TMPDIR/harness-catches
mkdir -p "$build"
find "$CORPUS" -type f -size -8k | sort > "$build/files"
[ -s "$build/files" ] || { echo "harness-catches: no files in $CORPUS"; exit 1; }

# The objects of build/harness/mutate, which is the mutator.
objects=build/harness-objects/mutator
sound=
for source in $(find src -name '*.c' ! -path 'src/cli/*' ! -path 'src/os/*') harnesses/judge*.c harnesses/pool.c harnesses/places.c harnesses/reach.c harnesses/family*.c harnesses/fuzz_a3dlint.c harnesses/replay_main.c; do
    sound="$sound $objects/${source%.c}.o"
done

# The program of a trial.
link_with() { # link_with NAME OBJECT...
    program=$build/$1
    shift
    "$cc" "$@" -lz -lpthread -o "$program"
}

runs_clean() { xargs "$build/$1" < "$build/files" > "$build/log" 2>&1; }

# shellcheck disable=SC2086 # a list of words
link_with sound $sound
runs_clean sound || { cat "$build/log"; echo 'harness-catches: the sound encoder fails'; exit 1; }

# The mutator.
mkdir "$build/mutants"
for family in $("$TOP/ci/formats"); do
    find "$CORPUS/$family" -type f -size -2k | sort | head -n 4
done > "$build/few"
xargs build/harness/mutate --count 60 --out "$build/mutants" < "$build/few" > "$build/log"
find "$build/mutants" -type f | sort > "$build/more"

plant() { # plant NAME SOURCE SED-SCRIPT: the program with this fault in this source
    name=$1 source=$2
    sed "$3" "$source" > "$build/$name.c"
    ! cmp -s "$source" "$build/$name.c" || { echo "harness-catches: nothing to plant for $name; has the encoder changed?"; exit 1; }
    "$cc" -std=c11 -O1 -Isrc -c "$build/$name.c" -o "$build/$name.o"
    # shellcheck disable=SC2046 # a list of words
    link_with "$name" "$build/$name.o" $(printf '%s\n' $sound | grep -Fxv "$objects/${source%.c}.o")
}
is_found() { # is_found NAME LIST: running over the files in the list shows the fault
    if (ulimit -c 0; xargs "$build/$1" < "$build/$2" > "$build/log" 2>&1); then
        echo "harness-catches: $1 goes unnoticed in $2"
        exit 1
    fi
    echo "harness-catches: $1 is found in $2: $(grep -a ' bytes: ' "$build/log" | head -n 1)"
}
plant count-one-too-many src/engine/encode/content.c 's/claim->value : a3d_at(doc, index)->v.at.count/& + 1/'
is_found count-one-too-many files
plant packed-byte-lost src/engine/encode/encode.c 's/s->off, s->packed_size);/s->off, s->packed_size - 1);/'
is_found packed-byte-lost files
plant lies-repaired src/engine/encode/encode.c 's/if (!node->honest && !canonical)/if (!canonical \&\& node->honest)/'
is_found lies-repaired files
plant no-lies src/engine/encode/encode.c 's/if (!node->honest && !canonical)/if (0)/'
xargs "$build/no-lies" < "$build/few" > "$build/log" 2>&1 || { cat "$build/log"; echo 'harness-catches: sound files tell lies'; exit 1; }
is_found no-lies more
xargs "$build/sound" < "$build/more" > "$build/log" 2>&1 || { cat "$build/log"; echo 'harness-catches: the sound encoder fails on mutants'; exit 1; }
