#!/bin/sh
# Of every fifth pair of twins: the bad one differs from the good one, and the good one does not differ in values from
# its canonical form. What a canonical form may drop or put right is known.
set -eu
scratch=${TMPDIR:-/tmp}/diff.$$
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT
tried=0 wrong=0
fault() { echo "$*" >&2; wrong=$((wrong + 1)); }

cd "$CORPUS" # paths of it have no spaces, whatever stands above
for good in $(find rules -name '*.good.*' | sort | awk 'NR % 5 == 0'); do
    bad=$(echo "$good" | sed 's/\.good\./.bad./')
    status=0
    if [ -f "$bad" ]; then
        "$A3DLINT" diff "$good" "$bad" > "$scratch/out" 2>&1 || status=$?
        case $status in
            1) grep -q '^[-+] ' "$scratch/out" || grep -q 'that no field shows' "$scratch/out" || fault "$bad: nothing is told" ;;
            3) ;; # damaged so that it does not decode, or is of no known format
            *) fault "$bad: status $status" ;;
        esac
    fi
    status=0
    "$A3DLINT" rewrite --canonical "$good" -o "$scratch/canonical" 2> "$scratch/why" || status=$?
    [ $status -le 4 ] || fault "$good: rewrite: status $status: $(cat "$scratch/why")"
    [ $status -eq 0 ] || continue
    tried=$((tried + 1)) status=0
    "$A3DLINT" diff "$good" "$scratch/canonical" > "$scratch/out" || status=$?
    case $good in
        */m3g/empty-zlib-section.*) continue ;; # the empty section goes
    esac
    [ $status -le 1 ] && grep -q -e '^no value differs' -e '^the same bytes' "$scratch/out" || fault "$good: differs from its canonical form: $(cat "$scratch/out")"
done
[ $tried -gt 80 ] || fault "only $tried files have a canonical form"
[ $wrong -eq 0 ]
