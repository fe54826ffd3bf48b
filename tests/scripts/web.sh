#!/bin/bash
# The page that checks files in the browser: chosen, dropped and pasted files get the verdicts of the native program, files
# are repaired and saved, it works offline, and connects to nothing.
# needs: build/web.built
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
command -v chromium > /dev/null || skip 'no chromium here'
axe=$TOP/build/node/node_modules/axe-core/axe.min.js
[ -f "$axe" ] || skip 'no axe-core in build/node (ci/deps test installs it)'
cd "$TMPDIR"
lint() { "$A3DLINT_RELEASE" "$@"; }
mkdir -p in/deep/er in/.git hostile
cp "$CORPUS"/examples/*.* in
cp "$CORPUS"/rules/tanki/index-range.*.a3d in/deep
cp "$CORPUS"/rules/m3g/*.bad.m3g in/deep/er
cp "$CORPUS/examples/plane.a3d" in/.git
echo 'no model' > in/notes.txt
(cd in && zip -q -r ../models.zip deep/er 2> /dev/null) || (cd in && python3 -m zipfile -c ../models.zip deep/er)

# Names and texts that would break out if they could, a claim of 4 GB, a bomb, and bytes of nothing.
evil='</script><script>alert(1)</script><!--<script>'
lint generate --as m3g -o sound.m3g
lint edit sound.m3g "sections[0].objects[0].authoringField=\"$evil\"" 'sections[1].checksum:=1' -o 'hostile/<img src=x onerror=alert(2)>&amp;.m3g'
printf '\253JSR184\273\r\n\032\n\001\377\377\377\377\377\377\377\377\000\000\000\000' > hostile/claim.m3g
head -c 3000 /dev/urandom > hostile/noise.a3d
: > hostile/empty.p3d
lint generate --as a3d2 --size 2Mi --seed 1 -o hostile/large.a3d

(cd in && lint triage --format data --include valid --untrusted .) > native.json || [ $? -eq 1 ]
lint fix in/plane-mask-bit.a3d -o fixed.a3d > /dev/null
lint dump --gltf in/plane.a3d -o plane.glb 2> /dev/null
HOME=$TMPDIR exec timeout 600 node "$TOP/tests/scripts/web.js" "$TOP/build/web" "$TMPDIR" "$axe"
