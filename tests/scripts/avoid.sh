#!/bin/bash
# harnesses/avoid: what is learned from files that crash and files that do not, what it repairs, and that the mutator
# keeps away from it.
# needs: build/harness/replay/avoid build/harness/mutate
set -eu
scratch=$TMPDIR/avoid
mkdir -p "$scratch"
avoid=$TOP/build/harness/replay/avoid
bad=0
complain() { echo "avoid: $*"; bad=1; }
lines() { # lines WHAT EXPECTED: what was learned
    [ "$(cat "$scratch/list")" = "$2" ] || { cat "$scratch/list"; complain "$1: expected '$2'"; }
}
cd "$CORPUS/tanki"

# A version: all files of version 2 crash, none of version 3 does.
"$avoid" learn --bad ./*-2.a3d --good ./*-3.a3d > "$scratch/list"
lines 'a version' 'version = 2 => version=3'
[ "$("$avoid" match "$scratch/list" ./*-2.a3d ./*-3.a3d | wc -l)" -eq "$(ls ./*-2.a3d | wc -l)" ] || complain 'match: other files than those of version 2'
mkdir "$scratch/repaired"
"$avoid" repair "$scratch/list" "$scratch/repaired" ./*-2.a3d
[ "$(ls "$scratch/repaired" | wc -l)" -eq "$(ls ./*-2.a3d | wc -l)" ] || complain 'not each file is repaired'
status=0
"$avoid" match "$scratch/list" "$scratch/repaired"/* > /dev/null || status=$?
[ $status -eq 1 ] || complain "repaired files still match (status $status)"

# The mutator: with the list no mutant matches; without it many do.
mutants() { # mutants FOLDER FILE...: how many of its mutants match
    local folder=$scratch/$1
    shift
    mkdir -p "$folder"
    "$TOP/build/harness/mutate" "$@" --count 100 --rate --out "$folder" > /dev/null
    (unset A3D_AVOID; "$avoid" match "$scratch/list" "$folder"/* || true) | wc -l
}
n=$(mutants free model-3.a3d)
[ "$n" -gt 0 ] || complain 'no mutant reaches version 2 by itself'
n=$(A3D_AVOID=$scratch/list mutants led model-3.a3d)
[ "$n" -eq 0 ] || complain "$n mutants reach what is avoided"
[ "$(cat "$scratch"/led/* | cksum)" != "$(cat "$scratch"/free/* | cksum)" ] || complain 'the list changes nothing'
[ "$(cksum < model-3.a3d)" != "$(cksum < "$scratch/led/000050")" ] || complain 'mutants that are led are no mutants'

# The length of a list, below what paths leave out.
for file in ./*-3.a3d; do
    if "$A3DLINT_RELEASE" dump "$file" | grep -A 3 '^    "materials": {' | grep -q '"list": \[\]'; then echo "$file"; fi
done > "$scratch/empty"
[ -s "$scratch/empty" ] || complain 'no file of the corpus is without materials'
echo 'materials.$count = 0' > "$scratch/list"
"$avoid" match "$scratch/list" ./*-3.a3d > "$scratch/matched" || true
grep -qxFf "$scratch/matched" "$scratch/empty" && ! grep -vxFf "$scratch/empty" "$scratch/matched" || complain 'match: $count'

# A rule: a material that is not there, in mutants of one file.
mkdir "$scratch/out" "$scratch/in"
"$TOP/build/harness/mutate" object-3.a3d --count 400 --rate --out "$scratch/in" > /dev/null
for file in "$scratch"/in/*; do
    rules=$("$A3DLINT_RELEASE" check --format json "$file" || true)
    case $rules in *'"rule": "tanki/material-reference"'* | *'"rule":"tanki/material-reference"'*) mv "$file" "$scratch/out" ;; esac
done
[ "$(ls "$scratch/out" | wc -l)" -gt 3 ] || complain 'too few mutants break the rule'
"$avoid" learn --bad "$scratch/out" --near "$scratch/in" --good ./*-3.a3d > "$scratch/list"
grep -q '^rule:tanki/material-reference' "$scratch/list" || { cat "$scratch/list"; complain 'the rule is not learned'; }

# Nothing to learn: the same files on both sides.
status=0
"$avoid" learn --bad ./*-3.a3d --good ./*-3.a3d > "$scratch/list" || status=$?
[ $status -eq 1 ] && [ ! -s "$scratch/list" ] || complain "learns from nothing (status $status)"

# A list that cannot be read is never taken for an empty one.
printf 'version = 2 => version=3 \nmeshes[ ] & & 3\n' > "$scratch/list"
status=0
"$avoid" match "$scratch/list" model-3.a3d > "$scratch/log" 2>&1 || status=$?
[ $status -eq 2 ] && grep -q 'a line that cannot be read: meshes' "$scratch/log" || { cat "$scratch/log"; complain "a broken list: status $status"; }
[ $bad -eq 0 ] && echo 'avoid: versions, rules, repairs, mutants'
exit $bad
