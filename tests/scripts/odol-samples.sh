#!/bin/bash
# Every version and branch of ODOL that the format lists has samples in the corpus: the smallest model and one with
# everything in it, of that very version and branch. The smallest has no error and no warning, the full one no error.
# Real files, where there are any, have neither.
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
fail() { echo "$*"; exit 1; }
listed() { "$A3DLINT" formats odol | sed -n 's/^  versions: //p' | tr ',' '\n' | sed 's/^ *//; s/ (\(.*\))/-\1/'; }
# field NAME FILE: a member of the report's only file
field() { sed -n "s/^      \"$1\": \"\{0,1\}\([a-z0-9]*\)\"\{0,1\},\$/\1/p" "$2"; }
# count SEVERITY FILE: findings of that severity, kept ones
count() { sed -n "s/^        \"$1\": \([0-9]*\),\{0,1\}\$/\1/p" "$2" | head -n 1; }

versions=0
for sample in $(listed); do
    version=${sample%-*} branch=arma
    case $sample in *-dayz) branch=dayz ;; esac
    versions=$((versions + 1))
    name=$version
    case $version in 53 | 54 | 55) name=$version-$branch ;; esac
    for kind in v full-; do
        file=$CORPUS/odol/$kind$name.p3d
        [ -f "$file" ] || fail "no sample $kind$name.p3d"
        "$A3DLINT" check --format json "$file" > "$TMPDIR/report.json" || fail "$kind$name.p3d is not valid"
        [ "$(field version "$TMPDIR/report.json")" = "$version" ] || fail "$kind$name.p3d is not of version $version"
        [ "$(field branch "$TMPDIR/report.json")" = $branch ] || fail "$kind$name.p3d is not of branch $branch"
        [ "$(field verdict "$TMPDIR/report.json")" = valid ] || fail "$kind$name.p3d is not valid"
        [ $kind = full- ] || [ "$(count warning "$TMPDIR/report.json")" = 0 ] || fail "$kind$name.p3d has a warning"
    done
done
[ $versions -eq 39 ] || fail "$versions versions and branches are listed, not 39"

[ -n "${ASSETS:-}" ] || { skip_part 'no real files here (set A3D_ASSETS to their folder)'; exit 0; }
files=$(find "$ASSETS/odol" -name '*.p3d' | wc -l)
"$A3DLINT_RELEASE" check "$ASSETS/odol" > "$TMPDIR/real" || fail "a real file has an error: $(head -5 "$TMPDIR/real")"
grep -q "^$files files: $files valid, [0-9]* notes (.*)\$" "$TMPDIR/real" || fail "real files: $(tail -1 "$TMPDIR/real")"
