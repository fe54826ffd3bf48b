#!/bin/bash
# The page of triage in a browser without a window: it opens from file:// without a network and without a complaint,
# filters, leads from a finding to its byte and back, is worked by keys, draws a picture, and nothing in a file or in its
# name becomes part of the page.
# needs: build/page/a3dlint-page-3d.js
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
command -v node > /dev/null || skip 'no node here'
browser=${CHROMIUM:-$(command -v chromium || :)}
[ -n "$browser" ] || skip 'no chromium here (ci/deps test installs it)'
cd "$TMPDIR"
mkdir -p in/ships in/tanks share "in/names"
cp "$TOP"/src/page/*.js "$TOP"/src/page/*.css share
lint() { "$A3DLINT_RELEASE" "$@"; }

# What is wrong: three checksums of different sizes, a cut file, a mask bit, a corner that is no vertex, and a sound file.
lint generate --as m3g -o sound.m3g
for n in 1 2 3; do lint edit sound.m3g "sections[0].objects[0].authoringField=\"$(printf "%${n}0d" 0)\"" 'sections[1].checksum:=1' -o in/ships/ship$n.m3g; done
lint generate --as m3g:1.0 --seed 3 --size 3Ki -o long.m3g && head -c 400 long.m3g > in/ships/cut.m3g
cp "$CORPUS/examples/plane-mask-bit.a3d" "$CORPUS/examples/plane.a3d" in
lint edit "$CORPUS/rules/tanki/index-range.bad.a3d" 'meshes[0].submeshes[0].indices+={0,1,2}' 'objects+=1' 'transforms+=1' 'transforms.parents[0]=-1' \
    -o in/tanks/corner.a3d
lint generate --as tanki:3 --seed 5 --size 20Ki -o big.a3d
lint edit big.a3d rootLength:=7 -o in/tanks/big.a3d

# Names and texts that would break out if they could.
evil='</script><script>alert(1)</script><!--<script>'
cp in/ships/ship1.m3g "in/names/<img src=x onerror=alert(2)>&amp;\"'.m3g"
cp in/ships/ship1.m3g "$(printf 'in/names/\342\200\256\342\200\250\377<!--.m3g')"
lint edit in/tanks/corner.a3d "materials+={}" -o evil.a3d 2> /dev/null || cp in/tanks/corner.a3d evil.a3d
lint edit evil.a3d "materials[0].name=\"$evil\"" -o in/names/texts.a3d
lint edit sound.m3g "sections[0].objects[0].authoringField=\"$evil\"" 'sections[1].checksum:=1' -o in/names/author.m3g

status=0
A3DLINT_SHARE=$PWD/share "$A3DLINT" triage in -o plain.html > plain.txt || status=$?
[ $status -eq 1 ] || { echo "triage: status $status"; exit 1; }
grep -q 'without the 3D view' plain.txt || { echo 'nothing says that the 3D view is missing'; exit 1; }
scripts=$(($(ls share/*.js | wc -l) + 2)) # the data and the packed parts are elements like them
[ "$(grep -c '<script' plain.html)" -eq $scripts ] && [ "$(grep -c '</script>' plain.html)" -eq $scripts ] || { echo 'a script that is not ours'; exit 1; }
A3DLINT_SHARE=$PWD/share lint check --format html in > same.html || [ $? -eq 1 ]
cmp plain.html same.html

cp "$TOP/build/page/a3dlint-page-3d.js" share
A3DLINT_SHARE=$PWD/share lint triage in -o page.html > page.txt || [ $? -eq 1 ]
axe=$TOP/build/node/node_modules/axe-core/axe.min.js
[ -f "$axe" ] || { skip_part 'no axe-core in build/node (ci/deps test installs it)'; axe=; }
node "$TOP/tests/scripts/triage-page.js" "$browser" "$PWD/plain.html" "$PWD/page.html" "$axe"

# What was accepted in the page is a baseline: with it the file has no findings.
lint check --baseline baseline.json in/ships/ship1.m3g > accepted.txt || { echo 'the baseline of the page does not hold'; cat accepted.txt; exit 1; }
