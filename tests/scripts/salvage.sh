#!/bin/sh
# What is left of a file that is cut off becomes a valid one, and what was lost is said; or nothing is written, as where
# all geometry is lost. Random files of each family and the small real ones, cut at many places: how often it works is
# counted.
set -eu
scratch=${TMPDIR:-/tmp}/salvage.$$
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT
release=${A3DLINT_RELEASE:-$A3DLINT}
. "$TOP/tests/scripts/lib/skip.sh"
passed=0 failed=0
fault() { echo "$*" >&2; failed=$((failed + 1)); }

# salvage PROGRAM FAMILY FILE BYTES: the file cut off behind so many bytes. Counts in $whole, $bare (no geometry is whole)
# and $none.
salvage() {
    rm -f "$scratch/out"
    head -c "$4" "$3" > "$scratch/cut"
    status=0
    "$1" fix --salvage --as "$2" "$scratch/cut" -o "$scratch/out" > "$scratch/said" 2>&1 || status=$?
    case $status in
    0)
        "$1" check -q --as "$2" "$scratch/out" > "$scratch/report" 2>&1 || fault "$3 cut to $4: $(head -n 3 "$scratch/report")"
        grep -q ': lost ' "$scratch/said" || fault "$3 cut to $4: says nothing of what was lost"
        whole=$((whole + 1)) ;;
    1)
        kind=none
        ! grep -Eq 'no geometry is whole' "$scratch/said" || kind=bare
        [ $kind = bare ] || grep -Eq 'no element is whole|nLods is 0|No section after the header' "$scratch/said" ||
            fault "$3 cut to $4: $(cat "$scratch/said")"
        [ ! -e "$scratch/out" ] || fault "$3 cut to $4: nothing is valid, but it was written"
        eval "$kind=\$(($kind + 1))" ;;
    3)
        grep -q 'does not decode as' "$scratch/said" || fault "$3 cut to $4: $(cat "$scratch/said")"
        none=$((none + 1)) ;;
    *) fault "$3 cut to $4: status $status: $(tail -n 20 "$scratch/said")" ;;
    esac
    passed=$((passed + 1))
}

# all PROGRAM FAMILY FILE PIECES: cut behind each piece but the last.
all() {
    size=$(stat -c %s "$3")
    piece=1
    while [ $piece -lt "$4" ]; do
        salvage "$1" "$2" "$3" $((size * piece / $4))
        piece=$((piece + 1))
    done
}

# enough FAMILY PERCENT: of so many of what was cut something is whole.
enough() {
    echo "$1: $whole made valid, $bare without geometry, of $none nothing"
    [ $(((whole + bare) * 100)) -ge $(($2 * (whole + bare + none))) ] ||
        fault "$1: only $((whole + bare)) of $((whole + bare + none))"
    whole=0 bare=0 none=0
}

whole=0 bare=0 none=0
for family in $("$TOP/ci/formats"); do
    versions=$family
    case $family in
    a3d2) versions='a3d2:2.0 a3d2:2.4 a3d2:2.6' ;;
    tanki) versions='tanki:2 tanki:3' ;;
    odol) versions='odol:48 odol:60 odol:73' ;;
    esac
    for version in $versions; do
        for seed in 1 2; do
            "$release" generate --as "$version" --seed $seed --size 5Ki -o "$scratch/file"
            all "$A3DLINT" "$family" "$scratch/file" 9
        done
    done
    case $family in odol) enough odol 55 ;; a3d*) enough $family 70 ;; *) enough $family 90 ;; esac
done

# Of a real file less is left: the first object of an M3G file is often most of it, and an ODOL file may have a single LOD.
# What says that nothing is left has to say why, above.
if [ -n "${ASSETS:-}" ]; then
    for family in a3d2 tanki m3g odol; do
        find "$ASSETS/$family" -type f -size -40k ! -name '*.zip' | sort | while read -r file; do
            "$release" check -q --ignore '*' "$file" > /dev/null 2>&1 && "$release" check -q "$file" > /dev/null 2>&1 && echo "$file"
        done | awk -v step=$([ $family = odol ] && echo 3 || echo 9) 'NR % step == 1' > "$scratch/files"
        while read -r file; do
            kind=$("$release" check -v "$file" | sed -n '1s/.*valid (\([a-z0-9]*\).*/\1/p')
            all "$release" "${kind:-$family}" "$file" 8
        done < "$scratch/files"
        case $family in odol) enough odol 50 ;; m3g) enough m3g 70 ;; *) enough $family 85 ;; esac
    done
else
    skip_part 'no real files here (set A3D_ASSETS to their folder)'
fi

# What is valid is left as it is.
"$release" generate --as m3g -o "$scratch/good.m3g"
"$release" fix --salvage "$scratch/good.m3g" -o "$scratch/same.m3g" > /dev/null || fault "a valid file: status $?"
cmp -s "$scratch/good.m3g" "$scratch/same.m3g" || fault 'a valid file was changed'
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
