#!/bin/sh
# No command takes long on files that were made or found to take long: a bound of processor time ends a command that
# does. The bound is a multiple of what other programs take for a piece of work in the same run, so a slow or busy
# machine moves both; it is at least twice what the command takes. tests/slow.c measures. reports/slow.md has the figures.
set -eu
scratch=${TMPDIR:-/tmp}/slow.$$
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT
release=${A3DLINT_RELEASE:-$A3DLINT}
passed=0 failed=0
fault() { echo "$*" >&2; failed=$((failed + 1)); }

# The unit of time, in milliseconds of processor time: what sorting and packing some numbers takes here and now.
unit() (
    seq 1 4000000 | sort -n | gzip -6 > "$scratch/unit"
    times > "$scratch/times"
    awk 'NR == 2 { # the time of the children: 0m2.001s 0m0.240s
        for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); seconds += part[1] * 60 + part[2] }
        printf "%d\n", seconds * 1000
    }' "$scratch/times"
)

# run UNITS COMMAND...: runs it, for no more processor time than that; sets $status.
run() {
    limit=$(($1 * unit / 1000 + 1))
    shift
    status=0
    (ulimit -t "$limit"; exec "$@") > "$scratch/said" 2>&1 || status=$?
}

# within UNITS STATUSES COMMAND...: the command ends with one of the statuses within the processor time. One that was
# ended gets a second try, with the unit of now: the machine may have become slower.
within() {
    units=$1 statuses=$2
    shift 2
    run "$units" "$@"
    if [ "$status" -ge 128 ]; then
        now=$(unit)
        [ "$now" -le "$unit" ] || unit=$now
        run "$units" "$@"
    fi
    case " $statuses " in
    *" $status "*) ;;
    *) fault "$*: status $status after at most $limit s: $(tail -n 3 "$scratch/said")" ;;
    esac
    passed=$((passed + 1))
}

unit=$(unit)
[ "$unit" -gt 0 ] || { echo "slow: the unit of time is $unit ms" >&2; exit 1; }

# Whether nothing was worth being written.
is_empty() { [ "$status" -eq 1 ] && grep -q 'no geometry is whole' "$scratch/said"; }

# damage FILE OFFSET: a copy in $scratch/damaged with four bytes changed
damage() {
    cp "$1" "$scratch/damaged"
    printf '\377\377\377\377' | dd of="$scratch/damaged" bs=1 seek="$2" conv=notrunc 2> /dev/null
}

# Content of few symbols, on which zlib is slowest: packed once for a result, not once for each round of a repair.
"$release" generate --as a3d2:2.6 --seed 1 --size 900Ki -o "$scratch/symbols"
within 3 0 "$release" rewrite --canonical "$scratch/symbols" -o "$scratch/out"
for place in 100000 250000; do
    damage "$scratch/symbols" $place
    within 4 '0 1 4' "$release" fix --salvage "$scratch/damaged" -o "$scratch/out"
    is_empty || within 4 '0 1' "$release" check -q "$scratch/out"
    within 20 '0 1' "$release" fix --salvage --max-work 1Gi "$scratch/damaged" -o "$scratch/out"
    is_empty || within 2 0 "$release" check -q "$scratch/out"
    within 3 '0 1' "$release" fix --accept-content "$scratch/damaged" --dry-run
done

# A small file of very many records, so that a check of it takes a while: each command ends at the limit of work, with
# status 4, and keeps what it won.
"$release" generate --as a3d2:2.6 -o "$scratch/one"
"$release" edit "$scratch/one" 'images+=500000' 'package.$form=packed' -o "$scratch/records"
within 5 4 "$release" fix --salvage "$scratch/records" -o "$scratch/out"
grep -q 'stopped at a limit: there may be more to repair' "$scratch/said" || fault "fix --salvage: $(tail -n 1 "$scratch/said")"
[ -s "$scratch/out" ] || fault 'fix --salvage: what was won is not written'
within 5 4 "$release" reduce --keep a3d2/id-unique "$scratch/records" -o "$scratch/out"
grep -q 'stopped at the limit of work: it may get smaller (--max-work)' "$scratch/said" || fault "reduce: $(cat "$scratch/said")"
[ "$(stat -c %s "$scratch/out")" -le "$(stat -c %s "$scratch/records")" ] || fault 'reduce: larger than before'
within 20 0 "$release" reduce --max-work 4Gi --keep a3d2/id-unique "$scratch/records" -o "$scratch/out"
[ "$(stat -c %s "$scratch/out")" -lt 100 ] || fault "reduce --max-work: $(stat -c %s "$scratch/out") bytes"
for command in check find "triage -o $scratch/page.html" "rewrite --canonical -o $scratch/out" "dump -o $scratch/out" \
    "hex -o $scratch/out" "fix --accept-content --dry-run" "diff $scratch/symbols"; do
    # shellcheck disable=SC2086 # words
    within 4 '0 1 4' "$release" $command "$scratch/records"
done

# 64 MB of content in 62 KB: output and packing that would take longer are given up, unless --max-work allows them.
words=
for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do words="$words indexBuffers[$i].byteBuffer+=4000000"; done
# shellcheck disable=SC2086 # words
within 20 0 "$release" edit --max-work 4Gi "$scratch/one" 'indexBuffers+=16' $words 'package.$form=packed' -o "$scratch/content"
limited() { # limited WHAT COMMAND...
    what=$1
    shift
    rm -f "$scratch/out"
    within 4 4 "$release" "$@" -o "$scratch/out" "$scratch/content"
    grep -q "$what would exceed the limit of work (--max-work)" "$scratch/said" || fault "$*: $(tail -n 1 "$scratch/said")"
    [ ! -e "$scratch/out" ] || fault "$*: there is a part of an output"
    within 20 0 "$release" "$@" --max-work 4Gi -o /dev/null "$scratch/content"
}
limited 'the output' hex --full
limited 'the dump' dump --full
limited 'packing its content' rewrite --canonical
rm -f "$scratch/out"
within 4 4 "$release" edit "$scratch/content" 'indexBuffers[3].byteBuffer+=1' -o "$scratch/out"
grep -q 'packing its content would exceed the limit of work (--max-work)' "$scratch/said" || fault "edit: $(cat "$scratch/said")"
[ ! -e "$scratch/out" ] || fault 'edit: there is a part of an output'
within 20 0 "$release" edit --max-work 4Gi "$scratch/content" 'indexBuffers[3].byteBuffer+=1' -o /dev/null
within 4 0 "$release" edit "$scratch/content" 'package.$form=packed' -o "$scratch/out" # nothing to pack: no limit
cmp -s "$scratch/content" "$scratch/out" || fault 'edit: the content was packed anew'
for command in "rewrite -o $scratch/out" 'hex' 'dump' "diff $scratch/records" "dump --gltf -o $scratch/out" find; do
    # shellcheck disable=SC2086 # words
    within 4 '0 1' "$release" $command "$scratch/content"
done

# Files that are made are as long as asked for, and random ones take no longer than large ones.
for format in a3d1 a3d2 tanki odol m3g; do
    within 4 0 "$release" generate --as $format --seed 1 --size 8Mi -o "$scratch/out"
done

# All tries for a random file of a size together have a limit. The last valid one is kept, and the status says so.
far=0
for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
    within 2 '0 4' "$release" generate --as odol:64 --seed $seed --size 4000 --max-work 1 -o "$scratch/out"
    "$release" check -q "$scratch/out" || fault "generate --seed $seed --max-work 1: the file is not valid"
    [ "$status" -eq 4 ] || continue
    grep -q 'stopped at the limit of work: the size is not the one asked for (--max-work)' "$scratch/said" ||
        fault "generate --max-work: $(cat "$scratch/said")"
    size=$(stat -c %s "$scratch/out")
    [ "$size" -lt 3100 ] || [ "$size" -gt 4900 ] || fault "generate --seed $seed --max-work 1: $size bytes are about the size"
    within 2 0 "$release" generate --as odol:64 --seed $seed --size 4000 -o "$scratch/out"
    far=$((far + 1))
done
[ $far -gt 0 ] && [ $far -lt 12 ] || fault "generate --max-work 1: $far of 12 seeds end at the limit"
"$release" generate --break tanki/block-id -o "$scratch/smallest"
within 2 0 "$release" generate --break tanki/block-id --size 64Ki --seed 1 -o "$scratch/out"
[ "$(stat -c %s "$scratch/out")" -gt 20000 ] || fault 'generate --break: the file is small'

# A search for documents ends at the limit, and prints what it found before.
cat "$scratch/symbols" "$scratch/symbols" > "$scratch/two"
within 4 0 "$release" find "$scratch/two"
grep -q '^2 members in 1 file$' "$scratch/said" || fault "find: $(cat "$scratch/said")"
steps=$("$release" find --format json "$scratch/two" | sed -n 's/.*"steps": \([0-9]*\).*/\1/p')
within 4 4 "$release" find --max-work $((steps - 1)) "$scratch/two"
grep -q '^1 member in 1 file$' "$scratch/said" || fault "find --max-work: $(cat "$scratch/said")"
grep -q 'the limit of work was reached at byte [0-9]* (--max-work); the rest was not searched' "$scratch/said" ||
    fault "find --max-work: $(cat "$scratch/said")"
within 4 0 "$release" find --max-work "$steps" "$scratch/two"
echo "slow: the unit of time is $unit ms"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
