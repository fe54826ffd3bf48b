#!/bin/sh
# The fuzz harness is worth its time only if it sees a broken encoder: a copy of the encoder with one planted
# fault must make it abort on a file of the corpus, and without a fault it must not. The mutator is worth its own
# only if its mutants of a few sound files show a fault that the files do not.
set -eu
cc=${CC:-cc}
build=$TMPDIR/harness-catches
mkdir -p "$build"
find "$CORPUS" -type f -size -8k | sort > "$build/files"
[ -s "$build/files" ] || { echo "harness-catches: no files in $CORPUS"; exit 1; }

compile() { # compile SOURCE OBJECT
    "$cc" -std=c11 -O1 -Isrc -c "$1" -o "$build/$2"
}
for source in $(find src -name '*.c' ! -path 'src/cli/*') harnesses/judge*.c harnesses/pool.c harnesses/places.c harnesses/reach.c harnesses/family*.c harnesses/fuzz_a3dlint.c harnesses/replay_main.c; do
    compile "$source" "$(echo "$source" | tr / _).o"
done

# The program of a trial.
link_with() { # link_with NAME OBJECT...
    program=$build/$1
    shift
    "$cc" "$@" -lz -lpthread -o "$program"
}

runs_clean() { xargs "$build/$1" < "$build/files" > "$build/log" 2>&1; }

link_with sound "$build"/*.o
runs_clean sound || { cat "$build/log"; echo 'harness-catches: the sound encoder fails'; exit 1; }

# The mutator.
mkdir "$build/mutator" "$build/mutants"
for source in harnesses/mutate_main.c harnesses/mutator.c; do
    compile "$source" "mutator/$(basename "$source").o"
done
set --
for object in "$build"/*.o; do
    case $object in *replay_main* | *fuzz_a3dlint*) ;; *) set -- "$@" "$object" ;; esac
done
"$cc" "$@" "$build"/mutator/*.o -lz -lpthread -o "$build/mutate"
for family in a3d1 a3d2 tanki m3g odol; do
    find "$CORPUS/$family" -type f -size -2k | sort | head -n 4
done > "$build/few"
xargs "$build/mutate" --count 60 --out "$build/mutants" < "$build/few" > "$build/log"
find "$build/mutants" -type f | sort > "$build/more"

plant() { # plant NAME SOURCE SED-SCRIPT: the program with this fault in this source
    name=$1 source=$2
    sed "$3" "$source" > "$build/$name.c"
    ! cmp -s "$source" "$build/$name.c" || { echo "harness-catches: nothing to plant for $name; has the encoder changed?"; exit 1; }
    compile "$build/$name.c" "$name.planted"
    set --
    for object in "$build"/*.o; do
        [ "$object" = "$build/$(echo "$source" | tr / _).o" ] || set -- "$@" "$object"
    done
    link_with "$name" "$build/$name.planted" "$@"
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
