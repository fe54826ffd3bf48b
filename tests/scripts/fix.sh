#!/bin/sh
# What fix says it repairs, it repairs: the bad twin of every rule that is fixable becomes valid, without that finding and
# with none that was not there. What has nothing to be fixed stays byte for byte. A second run finds nothing to do.
set -eu
scratch=${TMPDIR:-/tmp}/fix.$$
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT
A3DLINT=${A3DLINT_RELEASE:-$A3DLINT}
. "$TOP/tests/scripts/lib/skip.sh"
passed=0 failed=0
fault() { echo "$*" >&2; bad=1; }
judged() { if [ "$bad" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi; bad=0; }
bad=0

# as FAMILY: sets $as to the options that name it; whole files are of any format.
as() { as=; [ "$1" = file ] || as="--as $1"; }

# findings FAMILY FILE: a line "RULE SEVERITY" for each finding, "verdict VERDICT" before them.
findings() {
    as "$1"
    # shellcheck disable=SC2086 # words
    "$A3DLINT" check --format json $as "$2" > "$scratch/report" || [ $? -le 3 ]
    awk '
        function value(line) { sub(/^[^:]*: /, "", line); gsub(/^"|",?$|,$/, "", line); return line }
        /^      "verdict": /       { print "verdict", value($0) }
        /^          "rule": /      { rule = value($0) }
        /^          "severity": /  { print rule, value($0) }
    ' "$scratch/report"
}

# fix FAMILY IN OUT [OPTION]: its status must be what is left.
fix() {
    status=0
    as "$1"
    # shellcheck disable=SC2086 # words
    "$A3DLINT" fix $as "$2" -o "$3" ${4:-} > "$scratch/said" 2>&1 || status=$?
    findings "$1" "$3" > "$scratch/after"
    wanted=0
    grep -q '^verdict invalid' "$scratch/after" && wanted=1
    [ $status -eq $wanted ] || fault "$2: status $status, not $wanted: $(cat "$scratch/said")"
}

"$A3DLINT" rules --format json | awk '
    /^      "id": /          { gsub(/[",]/, "", $2); id = $2 }
    /^      "fixable": true/ { print id }' > "$scratch/fixable"
[ "$(wc -l < "$scratch/fixable")" -ge 60 ] || { fault "only $(wc -l < "$scratch/fixable") rules are fixable"; judged; }
possible=
while read -r rule; do
    family=${rule%/*}
    for file in "$CORPUS/rules/$rule".bad.*; do
        findings "$family" "$file" > "$scratch/before"
        fix "$family" "$file" "$scratch/fixed"
        ! grep -q "^$rule " "$scratch/after" || fix "$family" "$file" "$scratch/fixed" --accept-content
        # in a file of a few bytes a cause is only possible; it is listed as such
        if grep -q 'possible cause' "$scratch/said" && grep -q 'not fixable automatically' "$scratch/said"; then
            possible="$possible $rule"
            continue
        fi
        grep -q "^verdict valid" "$scratch/after" || fault "$rule: not valid: $(cat "$scratch/said")"
        ! grep -q "^$rule " "$scratch/after" || fault "$rule: still there"
        grep -v '^verdict' "$scratch/after" | sort > "$scratch/is"
        grep -v '^verdict' "$scratch/before" | sort > "$scratch/was"
        new=$(comm -13 "$scratch/was" "$scratch/is" | grep -v ' note$' || true)
        [ -z "$new" ] || fault "$rule: fix brings $new"
        [ "$family" != file ] || cmp -s "$scratch/fixed" "$CORPUS/rules/$rule".good.* || fault "$rule: not as it was"
        fix "$family" "$scratch/fixed" "$scratch/again" --accept-content
        cmp -s "$scratch/fixed" "$scratch/again" || fault "$rule: a second run changes something"
    done
    judged
done < "$scratch/fixable"
[ "$possible" = " a3d1/count-fits a3d1/count-fits-mask a3d2/count-fits" ] || { fault "only possible causes:$possible"; judged; }

# The neighbours have nothing that could be fixed in the place of their twin.
while read -r rule; do
    for file in "$CORPUS/rules/$rule".good.*; do
        as "${rule%/*}"
        # shellcheck disable=SC2086 # words
        "$A3DLINT" fix $as --only "$rule" "$file" -o "$scratch/fixed" > "$scratch/said" || fault "$file: status $?"
        cmp -s "$file" "$scratch/fixed" || fault "$file: changed: $(cat "$scratch/said")"
    done
    judged
done < "$scratch/fixable"

# ---- where the result goes ----

bad_file=$CORPUS/rules/tanki/block-length.bad.a3d
work=$scratch/work
mkdir "$work"
cp "$bad_file" "$work/a.a3d"
chmod 640 "$work/a.a3d"
"$A3DLINT" fix --in-place "$work/a.a3d" > /dev/null || fault "--in-place: status $?"
"$A3DLINT" check -q "$work/a.a3d" || fault '--in-place: not valid'
[ "$(stat -c %a "$work/a.a3d")" = 640 ] || fault "--in-place: permissions are $(stat -c %a "$work/a.a3d")"
[ "$(ls -A "$work")" = a.a3d ] || fault "--in-place leaves $(ls -A "$work")"
before=$(stat -c %i.%Y "$work/a.a3d")
"$A3DLINT" fix --in-place "$work/a.a3d" > /dev/null || fault "nothing to do: status $?"
[ "$(stat -c %i.%Y "$work/a.a3d")" = "$before" ] || fault 'a file with nothing to fix was written'
judged
cp "$bad_file" "$work/b.a3d"
ln "$work/b.a3d" "$work/c.a3d"
for out in "$work/b.a3d" "$work/./b.a3d" "$work/c.a3d"; do
    status=0
    "$A3DLINT" fix "$work/b.a3d" -o "$out" > /dev/null 2>&1 || status=$?
    [ $status -eq 2 ] || fault "-o $out: status $status"
    cmp -s "$bad_file" "$work/b.a3d" || fault "-o $out: the input was written to"
done
"$A3DLINT" fix --dry-run "$work/b.a3d" > /dev/null || fault "--dry-run: status $?"
cmp -s "$bad_file" "$work/b.a3d" || fault '--dry-run: the input was written to'
judged

# ---- real files ----

# What was packed is packed as small as before: a longer form of a length, repaired, gives the file back byte for byte.
for seed in 5 6 7; do
    "$A3DLINT" generate --as a3d2 --seed "$seed" --size 20Ki -o "$scratch/whole"
    "$A3DLINT" edit "$scratch/whole" 'objects.$form=3' -o "$scratch/longer"
    "$A3DLINT" fix "$scratch/longer" -q -o "$scratch/repaired" > "$scratch/said" 2>&1
    cmp "$scratch/whole" "$scratch/repaired" || fault "a3d2, seed $seed: the repaired file is another"
    judged
done

if [ -n "${ASSETS:-}" ]; then
    find "$ASSETS" -type f ! -name '*.tsv' ! -name '*.md' | sort > "$scratch/real"
    while read -r file; do
        status=0
        rm -f "$scratch/fixed"
        "$A3DLINT" fix "$file" -o "$scratch/fixed" > "$scratch/said" 2>&1 || status=$?
        if [ $status -eq 3 ]; then # of no known format; the message says what it is
            grep -q ': the file is text; expected an A3D, M3G or ODOL P3D model$' "$scratch/said" || fault "$file: status 3: $(cat "$scratch/said")"
            [ ! -e "$scratch/fixed" ] || fault "$file: status 3, but a file was written"
            continue
        fi
        [ $status -le 1 ] || fault "$file: status $status: $(cat "$scratch/said")"
        if grep -q ': fixed ' "$scratch/said"; then
            sed -n 's/.*: fixed \([^,:]*\).*/\1/p' "$scratch/said" | sort | uniq -c | awk -v file="$(basename "$file")" '{ print file, $2, $1 }'
            "$A3DLINT" fix "$scratch/fixed" -o "$scratch/again" > /dev/null 2>&1 || [ $? -le 4 ] || fault "$file: a second run ends with $?"
            cmp -s "$scratch/fixed" "$scratch/again" || fault "$file: a second run changes something"
        else
            cmp -s "$file" "$scratch/fixed" || fault "$file: nothing was fixed, but it changed"
        fi
    done < "$scratch/real" > "$scratch/fixed.list"
    sort > "$scratch/wanted" <<'EOF'
GasparVardanyan__Alternativa3D__demo.a3d a3d2/trailing-bytes 1
GasparVardanyan__Alternativa3D__demo_452549.a3d a3d2/trailing-bytes 1
AlternativaPlatform__Alternativa3D__examples.zip!Cylinder.A3D a3d1/mask-padding 1
mrlordkaj__j2me-3dmoto__45.m3g m3g/content-size 1
mrlordkaj__j2me-3dmoto__49.m3g m3g/content-size 1
mrlordkaj__j2me-3dmoto__e1.m3g m3g/content-size 1
mrlordkaj__j2me-3dmoto__hGate.m3g m3g/content-size 1
mrlordkaj__j2me-3dmoto__hMisc.m3g m3g/content-size 1
mrlordkaj__j2me-3dmoto__human.tex.m3g m3g/content-size 1
mrlordkaj__j2me-3dmoto__lGate.m3g m3g/content-size 1
mrlordkaj__j2me-3dmoto__lRoad.m3g m3g/content-size 1
mrlordkaj__j2me-3dmoto__moto.tex-566db935.m3g m3g/content-size 1
mrlordkaj__j2me-3dmoto__vehicle.tex.m3g m3g/content-size 1
EOF
    sort "$scratch/fixed.list" | diff "$scratch/wanted" - || fault 'other real files are fixed than expected'
    judged
else
    skip_part 'no real files here (set A3D_ASSETS to their folder)'
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
