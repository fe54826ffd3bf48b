#!/bin/bash
# Calls to the system that fail, one at a time: refused-calls.py makes them fail in every command that reads, writes or
# lists something. SEED=N repeats a choice, CALLS=all takes each (some minutes).
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
command -v strace > /dev/null || skip 'no strace here'
strace -o /dev/null true 2> /dev/null || skip 'strace may trace nothing here'
fail() { echo "$*"; exit 1; }
a3dlint() { "$A3DLINT_RELEASE" "$@"; }
export SOURCE_DATE_EPOCH=1700000000
unset A3DLINT_SHARE
rules=$CORPUS/rules
mkdir "$TMPDIR/in"
cd "$TMPDIR/in"
cp "$CORPUS/a3d1/scene.a3d" sound.a3d1
cp "$CORPUS/m3g/mesh.m3g" sound.m3g
cp "$CORPUS/odol/quad.p3d" sound.odol
cp "$CORPUS/tanki/model-3.a3d" sound.tanki
cp "$CORPUS/examples/plane-mask-bit.a3d" bit.a3d
cp "$rules/m3g/checksum.bad.m3g" bad.m3g
cp "$rules/odol/face-vertex.bad.p3d" bad.odol
cp "$rules/tanki/block-length.bad.a3d" bad.tanki
cp "$rules/a3d2/boolean.bad.a3d" boolean.a3d
a3dlint edit sound.m3g 'sections[1].scheme=zlib' -o packed.m3g
head -c 285 sound.tanki > cut.tanki
{ printf 'some bytes'; cat sound.m3g bit.a3d; } > mix
printf 'nothing of use' > text.txt
printf 'sound.m3g\nbad.m3g\n' > list
printf old > out
mkdir -p tree/sub linked repo/.git/objects repo/.git/info
cp sound.tanki tree/a.a3d
cp bad.m3g tree/sub/b.m3g
printf '[sub/*]\nm3g/checksum = warning\n' > tree/.a3dlint
cp "$rules/m3g/external-image.good.m3g" linked/a.m3g
cp sound.m3g "linked/root.part.m3g"
: > repo/.git/HEAD
printf '*.a3d\n' > repo/.gitignore
printf '*.p3d\n' > repo/.git/info/exclude
for name in a.m3g b.a3d c.p3d; do cp sound.m3g "repo/$name"; done
python3 -c "import zipfile; z = zipfile.ZipFile('pack.zip', 'w', zipfile.ZIP_DEFLATED); z.write('bad.m3g'); z.write('sound.odol')"
node "$TOP/tests/scripts/pbo.js" pack.pbo a.p3d=sound.odol b.p3d=sound.odol:cprs
# With the entry of a file that the commands below do not check.
a3dlint check -q --write-baseline base.json bad.m3g bad.tanki || [ $? -eq 1 ]
sed -i 's/"count":1}/"count":1,"reason":"known"}/' base.json
[ "$(grep -c known base.json)" -eq 2 ] || fail 'the baseline has not two reasons'
sleep 2.5 # what was written just now is not yet known by its times
a3dlint check -q --cache kept sound.m3g bad.m3g > /dev/null || [ $? -eq 1 ]

printf '%s\n' 'check bad.m3g sound.tanki' '? check -j 2 -v tree sound.odol pack.zip pack.pbo' '? check --format json tree' \
    '? check --format html bad.m3g -o page.html' '? check --also sarif=s --also junit=j --also github=g bad.m3g -o report' \
    '? check --write-baseline new.json bad.m3g' '? check --write-baseline base.json bad.m3g' 'check --baseline base.json bad.m3g' \
    '? check --cache kept sound.m3g bad.m3g' '? check --cache new sound.m3g pack.zip' '? check --gitignore -v repo' \
    'check --links linked/a.m3g' '? check --untrusted -v tree' 'check --files-from list' 'check - <bad.m3g' \
    'check --print-config tree/sub/b.m3g' '? triage tree bit.a3d -o page.html' 'triage --format data cut.tanki' \
    'fix --in-place boolean.a3d' '? fix --in-place tree boolean.a3d' 'fix --salvage cut.tanki -o out' 'fix boolean.a3d -o out' \
    'hex bad.m3g -o out' 'dump sound.m3g -o out' 'dump --gltf sound.odol -o out.glb' 'rewrite packed.m3g -o out' \
    'rewrite --canonical packed.m3g' 'edit sound.m3g sections[1].objects[0].userID=5 -o out' 'diff --format json sound.m3g packed.m3g' \
    'reduce bad.tanki --keep tanki/block-length -q -o out' '? find mix' '? find --extract parts mix' \
    '! reduce bad.tanki --while test~-s~{} --max-tries 3 -q -o out' 'generate --as m3g --seed 7 -o out' \
    'explain m3g/checksum' 'rules --format json' 'formats m3g' 'help check' > "$TMPDIR/commands"

# The file that a command of the user is run on: that it could not be closed is told, as a full disk may show only then.
traced() { strace -qq -o "$TMPDIR/log" "$@" "$A3DLINT_RELEASE" reduce bad.tanki --while 'test -s {}' --max-tries 3 -q -o "$TMPDIR/small"; }
traced -e trace=openat,close
nth=$(awk '/^openat\(.*a3dlint-[^/]*\/file.*O_WRONLY/ { fd = $NF } /^close\(/ { n++; if (fd != "" && index($0, "close(" fd ")") == 1) { print n; exit } }' "$TMPDIR/log")
[ -n "$nth" ] || fail 'no close of the file that the command is run on'
status=0
traced -e trace=close -e "inject=close:error=EIO:when=$nth" 2> "$TMPDIR/told" || status=$?
[ $status -gt 1 ] && grep -q 'the command cannot be run: Input/output error' "$TMPDIR/told" ||
    { cat "$TMPDIR/told"; fail "status $status when the file of a command cannot be closed"; }

python3 "$TOP/tests/scripts/refused-calls.py" "$A3DLINT_RELEASE" "$TMPDIR/in" "$TMPDIR/commands"
