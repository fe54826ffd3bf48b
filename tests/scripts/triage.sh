#!/bin/bash
# harnesses/triage on crashes of example loaders: one group for each planted fault, however many files show it;
# each group's small file still shows its fault, and only that; sound files are no crash.
# needs: loaders
set -eu
[ -n "$(command -v node)" ] || { echo 'triage: no node'; exit 1; }
scratch=$TMPDIR/triage
mkdir -p "$scratch/in" "$scratch/go"
bad=0
complain() { echo "triage: $*"; bad=1; }
make_file() { # make_file OUT FILE EDIT...: a crash from a file of the corpus
    local out=$1 file=$2
    shift 2
    "$A3DLINT_RELEASE" edit "$CORPUS/$file" "$@" -o "$out"
}
make_file "$scratch/in/skin-1" a3d2/skin-two-surfaces.a3d 'skins[0].numJoints={2}'
make_file "$scratch/in/skin-2" a3d2/skin-two-surfaces.a3d 'skins[0].numJoints={2}' 'images+={id=1,url="wood.jpg"}' 'boxes+={box={0,0,0,1,1,1},id=7}'
make_file "$scratch/in/lod" a3d2/lod-everything-2.5.a3d 'lods[0].distances={10}'
make_file "$scratch/in/decal" a3d2/decal-everything.a3d 'decals[0].vertexBuffers={}'
cp "$CORPUS/a3d2/scene-2.0.a3d" "$scratch/in/sound"
cp "$scratch/in/lod" "$scratch/in/lod-again"

# field FILE NAME: the values of a member of triage.json's groups, one a line
field() { node -e 'for (const g of JSON.parse(require("fs").readFileSync(process.argv[1])).groups) console.log(g[process.argv[2]])' "$1" "$2"; }
loader=$TOP/build/loaders/replay/loader_a3d2

sort_crashes() { # sort_crashes OUT MODE
    local status=0
    (ulimit -c 0; "$TOP/harnesses/triage" --target "$loader" --env "LOADER_FAULTS=$2" --minimize-time 4 --out "$1" "$scratch/in") 2> "$scratch/log" || status=$?
    [ $status -eq 1 ] || { cat "$scratch/log"; complain "$2: status $status"; }
    [ "$(field "$1/triage.json" where | wc -l)" -eq 3 ] || { field "$1/triage.json" key; complain "$2: not three groups"; }
    grep -q '"distinct": 5' "$1/triage.json" || complain "$2: five distinct files went in"
    grep -q '<h2 id="g3">' "$1/index.html" && grep -q '^## 3' "$1/triage.md" || complain "$2: the pages lack a group"
}

sort_crashes "$scratch/abort" abort
[ "$(field "$scratch/abort/triage.json" kind | sort | tr '\n' ' ')" = 'abort: planted fault 204 abort: planted fault 207 abort: planted fault 212 ' ] ||
    { field "$scratch/abort/triage.json" kind; complain 'other faults'; }
# What each group's file announces is still its own fault.
paste <(field "$scratch/abort/triage.json" kind) <(field "$scratch/abort/triage.json" file) | while IFS=$'\t' read -r kind file; do
    { (ulimit -c 0; "$loader" "$scratch/abort/$file" 2>&1 || :) | grep -q "^${kind#abort: }$"; } 2> "$scratch/shell" || { echo "triage: $file does not show $kind"; exit 1; }
done || bad=1
# Two files of a group, one of them with more in it: what is in neither way needed is gone.
node -e 'for (const g of JSON.parse(require("fs").readFileSync(process.argv[1])).groups) if (!(g.size < g.found)) { console.log(`triage: ${g.kind} stays at ${g.found} bytes`); process.exit(1); }' "$scratch/abort/triage.json" || bad=1

# Loaders that announce nothing: the sanitizer's own words, the same groups.
sort_crashes "$scratch/go" go
field "$scratch/go/triage.json" kind | grep -q '^heap-buffer-overflow (read)$' || { field "$scratch/go/triage.json" kind; complain 'no heap overflow is named'; }
[ "$(field "$scratch/go/triage.json" where | sed 's/:.*//' | sort | tr '\n' ' ')" = "$(field "$scratch/abort/triage.json" where | sed 's/:.*//' | sort | tr '\n' ' ')" ] ||
    complain 'the places differ'

# Nothing that fails: status 0 and no group. No target, or one that is not there: status 2.
"$TOP/harnesses/triage" --target "$loader" --out "$scratch/none" "$CORPUS/a3d2/scene-2.0.a3d" 2> /dev/null || complain 'a sound file is a crash'
status=0
"$TOP/harnesses/triage" --target "$scratch/nowhere" "$scratch/in" 2> "$scratch/log" || status=$?
[ $status -eq 2 ] && grep -q 'does not exist' "$scratch/log" || complain "a missing target: status $status"
exit $bad
