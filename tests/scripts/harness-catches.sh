#!/bin/sh
# The fuzz harness is worth its time only if it sees a broken encoder: a copy of the encoder with one planted
# fault must make it abort on a file of the corpus, and without a fault it must not. The mutator is worth its own
# only if its mutants of a few sound files show a fault that the files do not. Faults that encoder and decoder share are
# seen by the second opinion (harnesses/second.h).
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
for source in $(find src -name '*.c' ! -path 'src/cli/*' ! -path 'src/os/*') $(make --no-print-directory -s print-SHARED) harnesses/fuzz_a3dlint.c harnesses/replay_main.c; do
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

plant() { # plant NAME SOURCE SED-SCRIPT [INCLUDER]: the program with this fault in this source or header
    name=$1 source=$2
    sed "$3" "$source" > "$build/$name.c"
    ! cmp -s "$source" "$build/$name.c" || { echo "harness-catches: nothing to plant for $name; has the encoder changed?"; exit 1; }
    # A header is planted beside the others; the source that includes it is compiled again.
    include=$build/include
    rm -rf "$include"
    if [ "${source%.h}" != "$source" ]; then
        mkdir -p "$include/$(dirname "${source#src/}")"
        mv "$build/$name.c" "$include/${source#src/}"
        source=$4
        cp "$source" "$build/$name.c"
    fi
    "$cc" -std=c11 -O1 -I"$include" -Isrc -c "$build/$name.c" -o "$build/$name.o"
    others=$(printf '%s\n' $sound | grep -Fxv "$objects/${source%.c}.o")
    # shellcheck disable=SC2086 # a list of words
    link_with "$name" "$build/$name.o" $others
}
mutants_of() { # mutants_of NAME FAMILY: into the list "own", made by the program that was planted last
    # shellcheck disable=SC2046 # a list of words
    link_with "$1-mutate" "$build/$1.o" $(printf '%s\n' $others | grep -v -e /fuzz_a3dlint -e /replay_main) \
        $objects/harnesses/mutator.o $objects/harnesses/mutate_main.o
    rm -rf "$build/own-mutants"
    mkdir "$build/own-mutants"
    find "$CORPUS/$2" -type f -size -2k | sort | xargs "$build/$1-mutate" --count 20 --out "$build/own-mutants" > "$build/log"
    find "$build/own-mutants" -type f | sort > "$build/own"
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

# What decoder and encoder share, they get wrong alike: such a program makes files that it calls valid.
plant gate-too-late src/formats/odol/schema_file.h 's/app_id, U32, SINCE(59)/app_id, U32, SINCE(60)/' src/formats/odol/schema.c
mutants_of gate-too-late odol
is_found gate-too-late own
plant checksum-window src/engine/document/derive.c \
    's/at->data + at->record_start, at->start\[slot\] - at->record_start)/at->data + at->record_start + 1, at->start[slot] - at->record_start - 1)/'
is_found checksum-window files
plant sign-lost src/engine/document/domain.c 's/return value >= d->lo && value <= d->hi;/return (value < 0 || value >= d->lo) \&\& value <= d->hi;/'
mutants_of sign-lost a3d1
is_found sign-lost own
plant taint-lost src/engine/decode/window.c 's/a3d_taint(ctx, self);/;/'
is_found taint-lost more

# What a fault leaves unread must be marked where the reading goes on: the file itself, an element at an address, a
# window, or a list whose elements state their sizes, which only M3G has. The document is still known to be faulty, so
# that only the mark is lost. Each family must show it by a file of its own.
unmarked() { # unmarked NAME SOURCE CONTAINER FAMILY...
    plant "$1" "$2" "s/a3d_taint(ctx, $3);/ctx->doc->faulty = true;/"
    name=$1
    shift 3
    for family; do
        find "$CORPUS/$family" "$CORPUS/rules/$family" -type f -size -8k | sort > "$build/$family-files"
        is_found "$name" "$family-files"
        grep -aq "^$family, .* tainted" "$build/log" || { echo "harness-catches: $name is found by chance"; exit 1; }
    done
}
unmarked file-unmarked src/engine/decode/file.c 'doc->root' a3d1 a3d2 tanki m3g odol
unmarked window-unmarked src/engine/decode/window.c self a3d2 tanki m3g
unmarked placed-unmarked src/engine/decode/placed.c element odol
unmarked list-unmarked src/engine/decode/list.c index m3g
plant missing-blamed src/engine/check/links.c 's/f->cause = a3d_missing_cause(ctx->doc);/;/'
mutants_of missing-blamed a3d1
is_found missing-blamed own
