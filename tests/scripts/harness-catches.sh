#!/bin/sh
# The fuzz harness is worth its time only if it sees a broken encoder: a copy of the encoder with one planted
# fault must make it abort on a file of the corpus, and without a fault it must not.
set -eu
cc=${CC:-cc}
build=$TMPDIR/harness-catches
mkdir -p "$build"
find "$CORPUS" -type f -size -8k | sort > "$build/files"
[ -s "$build/files" ] || { echo "harness-catches: no files in $CORPUS"; exit 1; }

compile() { # compile SOURCE OBJECT
    "$cc" -std=c11 -O1 -Isrc -c "$1" -o "$build/$2"
}
for source in $(find src -name '*.c' ! -path 'src/cli/*' ! -path src/engine/encode.c) harnesses/judge*.c harnesses/fuzz_a3dlint.c harnesses/replay_main.c; do
    compile "$source" "$(echo "$source" | tr / _).o"
done

# The program of a trial: everything above and the encoder in $build/encode.c.
link_with() { # link_with NAME
    compile "$build/$1.c" "$1.encoder"
    "$cc" "$build"/*.o "$build/$1.encoder" -lz -lpthread -o "$build/$1"
}

runs_clean() { xargs "$build/$1" < "$build/files" > "$build/log" 2>&1; }

cp src/engine/encode.c "$build/sound.c"
link_with sound
runs_clean sound || { cat "$build/log"; echo 'harness-catches: the sound encoder fails'; exit 1; }

plant() { # plant NAME SED-SCRIPT
    sed "$2" src/engine/encode.c > "$build/$1.c"
    ! cmp -s src/engine/encode.c "$build/$1.c" || { echo "harness-catches: nothing to plant for $1; has the encoder changed?"; exit 1; }
    link_with "$1"
    if (ulimit -c 0; runs_clean "$1"); then
        echo "harness-catches: $1 goes unnoticed"
        exit 1
    fi
    echo "harness-catches: $1 is found: $(grep -a ' bytes: ' "$build/log" | head -n 1)"
}
plant count-one-too-many 's/claim->value : a3d_at(doc, index)->v.at.count/& + 1/'
plant lies-repaired 's/if (!node->honest && !canonical)/if (!canonical \&\& node->honest)/'
plant packed-byte-lost 's/s->off, s->packed_size);/s->off, s->packed_size - 1);/'
