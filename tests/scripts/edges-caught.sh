#!/bin/bash
# Faults, each planted alone in a copy of a source: the unit tests must notice each, and a harness, on the seeds that
# it starts from, those at the edges of sizes. (scripts/harness-catches.sh plants others for the harnesses.)
# needs: units-release build/harness/mutate build/harness-objects/mutator/harnesses/fuzz_edit.o
# needs: build/harness-objects/mutator/harnesses/fuzz_lzo1x.o build/harness-objects/mutator/harnesses/fuzz_a3dlint.o
# needs: build/harness-objects/mutator/harnesses/replay_main.o
set -eu
bad=0
complain() { echo "edges-caught: $*"; bad=1; }
unset ASAN_OPTIONS UBSAN_OPTIONS # of the tests around this one
ulimit -c 0
cc=${CC:-cc}
cd "$TOP"
tests=build/release harness=build/harness-objects/mutator work=$TMPDIR
mapfile -t sources < <(find src -name '*.c' ! -path 'src/cli/*' ! -path 'src/os/*' | sort)
cli=$(make --no-print-directory -s print-UNITS_CLI) # what unit tests link of the command line
mapfile -t test_objects < <({ find "$tests/tests" "$tests/harnesses" "$tests/src/os" -name "*.o" | grep -e /src/os/ -e /tests/unit/ -e /tests/unit_main.o -e /tests/support/ -e /harnesses/judge; printf "$tests/src/cli/%s.o\n" $cli; } | sort)
read -r -a shared <<< "$(make --no-print-directory -s print-SHARED) harnesses/replay_main.c"

# objects FOLDER SOURCE: all of src in this folder but for the planted source
objects() { printf '%s\n' "${sources[@]}" | grep -Fxv "$2" | sed "s|.*|$1/&|; s|\.c$|.o|"; }
# plant NAME SOURCE SED-SCRIPT [INCLUDER]: $work/planted.o has the fault, in this source or in a header that INCLUDER includes
plant() {
    local source=$2 copy=$work/planted.c include=$work/include
    sed "$3" "$source" > "$copy"
    ! cmp -s "$source" "$copy" || { complain "$1: nothing to plant; has $source changed?"; return 1; }
    rm -rf "$include"
    if [ "${source%.h}" != "$source" ]; then
        mkdir -p "$include/$(dirname "${source#src/}")"
        mv "$copy" "$include/${source#src/}"
        cp "$4" "$copy"
        source=$4
    fi
    planted=$source
    "$cc" -std=c11 -O1 -I"$include" -Isrc -c "$copy" -o "$work/planted.o"
}
# tested NAME TEST...: at least one of these unit tests fails with the fault
tested() {
    local name=$1 test
    shift
    mapfile -t others < <(objects "$tests" "$planted")
    "$cc" "$work/planted.o" "${others[@]}" "${test_objects[@]}" -lcmocka -lz -lpthread -o "$work/units" || { complain "$name does not link"; return 1; }
    for test; do
        [ -x "$tests/unit/test_$test" ] || { complain "no test_$test"; return; }
        ln -f "$work/units" "$work/test_$test"
        if ! ("$work/test_$test") > "$work/log" 2>&1; then
            "$tests/unit/test_$test" > "$work/sound" 2>&1 || { complain "test_$test fails without a fault"; return; }
            echo "$name is found by test_$test: $(sed -n 's/^\[  FAILED  \] \([a-z_0-9]*\)$/\1/p' "$work/log" | sort -u | paste -s -d ' ')"
            return
        fi
    done
    complain "$name is not found by: $*"
}
# replayed NAME TARGET FILE...: the harness fails on one of these files with the fault, and on none without
replayed() {
    local name=$1 target=$2
    shift 2
    mapfile -t others < <(objects "$harness" "$planted")
    link_harness "$work/harness" "$target" "$work/planted.o" "${others[@]}"
    if ("$work/harness" "$@") > "$work/log" 2>&1; then complain "$name is not found by $target"; return; fi
    echo "$name is found by $target"
    mapfile -t others < <(objects "$harness" none)
    [ -e "$work/sound-$target" ] || link_harness "$work/sound-$target" "$target" "${others[@]}"
    "$work/sound-$target" "$@" > "$work/log" 2>&1 || { cat "$work/log"; complain "$target fails without a fault"; }
}
link_harness() { # link_harness PROGRAM TARGET OBJECT...
    mapfile -t parts < <(printf '%s\n' "${shared[@]}" "harnesses/$2.c" | sed "s|.*|$harness/&|; s|\.c$|.o|")
    "$cc" "${@:3}" "${parts[@]}" -lz -lpthread -o "$1" 2> "$work/link" || { cat "$work/link"; exit 1; }
}

# At the edges.
plant last-of-200 src/engine/encode/encode.c 's/for (uint32_t i = 0, n = node->v.at.count, first/for (uint32_t i = 0, n = node->v.at.count - (node->v.at.count == 200), first/' &&
    tested last-of-200 edges && replayed last-of-200 fuzz_a3dlint harnesses/seeds/tanki/*
plant look-behind src/codec/lzo1x.c 's/m->distance > (size_t)(p->op - out)/m->distance >= (size_t)(p->op - out)/' &&
    tested look-behind edges && replayed look-behind fuzz_lzo1x harnesses/seeds/lzo1x/*
plant look-before src/codec/lzo1x.c 's/m->distance > (size_t)(p->op - out)/m->distance > (size_t)(p->op - out) + 1/' &&
    tested look-before edges && replayed look-before fuzz_lzo1x harnesses/seeds/lzo1x/*
plant one-too-many src/engine/edit/list.c 's/a3d_span span = {at, (uint32_t)n};/a3d_span span = {at, (uint32_t)n + 1};/' &&
    tested one-too-many edges edit edit_lists && replayed one-too-many fuzz_edit harnesses/seeds/edit/*
plant behind-the-removed src/engine/edit/shift.c 's/value >= s->ranges\[low\].from + s->ranges\[low\].n/value > s->ranges[low].from + s->ranges[low].n/' &&
    tested behind-the-removed shift && replayed behind-the-removed fuzz_edit harnesses/seeds/edit/*
plant sections-not-counted src/engine/edit/shift.c 's/node->row->keys.base + s->next;/node->row->keys.base;/' &&
    tested sections-not-counted shift && replayed sections-not-counted fuzz_edit harnesses/seeds/edit/*
plant beyond-the-list src/engine/edit/list.c 's/t->indexed \&\& at + n > count/t->indexed \&\& at + n > count + 1/' &&
    tested beyond-the-list edges && replayed beyond-the-list fuzz_edit harnesses/seeds/edit/*
plant mask-of-63 src/engine/decode/mask.c 's/body <= 63 ? A3D_MASK_LONG1/body <= 62 ? A3D_MASK_LONG1/' &&
    tested mask-of-63 edges && replayed mask-of-63 fuzz_a3dlint "$CORPUS"/a3d1/*

# What decoder and encoder share, and what the encoder alone gets wrong.
plant gate-too-late src/formats/odol/schema_file.h 's/app_id, U32, SINCE(59)/app_id, U32, SINCE(60)/' src/formats/odol/schema.c &&
    tested gate-too-late structure_odol rules_odol tables
plant checksum-window src/engine/document/derive.c \
    's/at->data + at->record_start, at->start\[slot\] - at->record_start)/at->data + at->record_start + 1, at->start[slot] - at->record_start - 1)/' &&
    tested checksum-window structure_m3g rules_m3g
plant sign-lost src/engine/document/domain.c 's/return value >= d->lo && value <= d->hi;/return (value < 0 || value >= d->lo) \&\& value <= d->hi;/' &&
    tested sign-lost structure_m3g
plant taint-lost src/engine/decode/window.c 's/a3d_taint(ctx, self);/;/' && tested taint-lost structure_tanki structure_m3g structure_a3d
plant count-one-too-many src/engine/encode/content.c 's/claim->value : a3d_at(doc, index)->v.at.count/& + 1/' && tested count-one-too-many roundtrip edit
plant lies-repaired src/engine/encode/encode.c 's/if (!node->honest \&\& !canonical)/if (!canonical \&\& node->honest)/' && tested lies-repaired roundtrip edit
exit $bad
