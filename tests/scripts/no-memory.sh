#!/bin/bash
# Memory that runs out never changes a result: tests/no_memory.c refuses requests of every command and form.
# A sample takes about ten seconds. SEED=N repeats a sample, NO_MEMORY=all takes every request (five minutes on two
# cores), SHOW=1 shows who made a request, COUNT=1 how many each command makes.
# needs: build/release/no_memory
set -eu
mkdir "$TMPDIR/in"
cd "$TMPDIR/in"
export SOURCE_DATE_EPOCH=1700000000
unset A3DLINT_SHARE
a3dlint() { "$A3DLINT_RELEASE" "$@"; }
commands=$TMPDIR/commands
cases() { printf '%s\n' "$@" >> "$commands"; }
rules=$CORPUS/rules

# ---- the files: of each family a sound one, one that breaks rules, one that is cut off, and other damage ----
cp "$CORPUS/a3d1/scene.a3d" sound.a3d1
cp "$CORPUS/a3d2/scene-2.6.a3d" sound.a3d2
cp "$CORPUS/m3g/mesh.m3g" sound.m3g
cp "$CORPUS/odol/quad.p3d" sound.odol
cp "$CORPUS/tanki/model-3.a3d" sound.tanki
cp "$rules/a3d1/box-order.bad.a3d" bad.a3d1
cp "$rules/a3d2/box-order.bad.a3d" bad.a3d2
cp "$rules/m3g/checksum.bad.m3g" bad.m3g
cp "$rules/odol/face-vertex.bad.p3d" bad.odol
cp "$rules/tanki/block-length.bad.a3d" bad.tanki
for family in $(cd "$TOP" && ci/formats); do
    head -c $(($(stat -c %s "sound.$family") * 2 / 3)) "sound.$family" > "cut.$family"
    { head -c 60 "sound.$family"; printf 'abcde'; tail -c +61 "sound.$family"; } > "more.$family"
done
cp "$CORPUS/examples/plane-mask-bit.a3d" bit.a3d
a3dlint generate --as m3g --seed 4 --size 320000 -o large.m3g # records of large files have fewer nodes
{ head -c 200000 large.m3g; printf x; tail -c +200001 large.m3g; } > large-more.m3g
{ printf 'abc'; cat sound.odol; } > front.odol
base64 sound.tanki > base64.tanki
iconv -f latin1 -t utf-16le sound.m3g > utf16.m3g
cp "$rules/file/crlf-added.bad.a3d" crlf.a3d
cp "$rules/a3d2/boolean.bad.a3d" boolean.a3d
a3dlint edit sound.m3g 'sections[1].scheme=zlib' -o packed.m3g
printf 'nothing of use' > text.txt
{ printf 'some bytes'; cat sound.m3g; printf 'between'; cat bit.a3d; printf tail; } > mix
mkdir tree tree/sub
cp sound.tanki tree/a.a3d
cp bad.m3g tree/sub/b.m3g
printf '[a3dlint]\nignore = m3g/texture-sides\n\n[sub/*]\nm3g/checksum = warning\n' > tree/.a3dlint
a3dlint check -q --write-baseline base.json bad.m3g bad.tanki || true
printf 'sound.m3g\nbad.a3d1\n' > list
a3dlint check -q --cache kept - < bad.m3g > old.report || true
rm old.report
sleep 2.5 # what was written just now, the program too, is not yet known by its times: the first runs would write other caches
mkdir linked
cp "$rules"/m3g/external-*.m3g linked
mkdir -p repo/.git/objects repo/.git/info repo/sub
: > repo/.git/HEAD
printf '[core]\nignorecase\n' > repo/.git/config
printf '*.a3d\n!s[[:alpha:]]*.a3d\n/sub/**/x\n' > repo/.gitignore
printf '*.tanki\n' > repo/.git/info/exclude
python3 -c "
import struct, sys
entry = lambda name, rest: bytes(60) + struct.pack('>H', len(name)) + rest
sys.stdout.buffer.write(b'DIRC' + struct.pack('>II', 4, 2) + entry(b'a.m3g', b'\\0a.m3g\\0') + entry(b'sub/x', b'\\5sub/x\\0') + bytes(20))" > repo/.git/index
cp sound.m3g repo/sub/x
cp sound.m3g repo/a.m3g
cp sound.tanki repo
(cd tree && python3 -c "import zipfile; z = zipfile.ZipFile('../pack.zip', 'w', zipfile.ZIP_DEFLATED); z.write('a.a3d'); z.write('sub/b.m3g')")
cp sound.odol s.p3d
node "$TOP/tests/scripts/pbo.js" pack.pbo a.p3d=s.p3d b.p3d=s.p3d:cprs

# ---- the commands: an option's words are split at blanks; ~ stands for a blank in a word ----
for family in $(cd "$TOP" && ci/formats); do
    for file in {sound,bad,cut,more}.$family; do
        cases "check -v --show note $file" "dump $file" "dump --text --full $file" "hex $file" "rewrite $file -o out" \
              "dump --gltf $file -o out.glb" "fix --dry-run $file" "fix --accept-content $file -o out"
    done
    cases "rewrite --canonical sound.$family -o out" "fix --salvage cut.$family -o out" "check --format json bad.$family" \
          "check --format html bad.$family" "diff sound.$family bad.$family" "diff --all sound.$family cut.$family" \
          "generate --as $family -o out" "generate --as $family --seed 7 --size 400 -o out" "formats $family" \
          "formats --versions $family" "formats --readers $family" "formats --dictionary $family" \
          "formats --markdown $family" "check --as $family text.txt" "hex --full bad.$family"
done
for form in text json ndjson sarif sarif-github junit github html; do
    cases "check --format $form bad.m3g sound.tanki" "check --format $form -j 1 tree" "check --format $form cut.a3d2 bit.a3d"
done
for command in $(a3dlint help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    cases "help $command" "$command --help"
done
cases help --help --version --limits 'help --format mdoc' 'help --format bash' 'help --format zsh' 'help --format fish' \
      'check --stats sound.m3g sound.odol' 'check --stats --format json sound.a3d2 sound.tanki' 'check crlf.a3d' \
      'check -j 2 tree sound.odol bad.a3d2' 'check --links sound.m3g' 'check --links tree' 'check packed.m3g text.txt' \
      'check --baseline base.json bad.m3g' 'check --also sarif=also.sarif --also html=also.html bad.m3g' 'check -o report.txt tree' \
      'check --format html -o page.html bad.m3g' \
      'check --write-baseline new.json bad.m3g bad.a3d1' \
      'check --baseline base.json --format json tree' 'check --write-baseline base.json bad.a3d2' \
      'check --config tree/.a3dlint bad.m3g' 'check --print-config tree/sub/b.m3g' 'check --no-config -q tree' \
      'check --cache new - <bad.m3g' 'check -v --cache kept pack.zip' '!check --cache text.txt bad.m3g' \
      'check --files-from list' 'check --exclude *.m3g tree' 'check --gitignore -v repo' \
      'check --gitignore --force-exclude -v repo/sub/x repo/sound.tanki' 'check pack.zip' 'check --format json pack.zip' \
      'check pack.pbo' 'check --color always bad.odol' 'check --max-work 300 sound.m3g' 'check - <bad.m3g' \
      'check --rule m3g/*=off --only m3g/* --compat nokia bad.m3g' 'check missing.a3d' 'check --as m3g cut.a3d1' \
      'triage tree bit.a3d -o page.html' 'triage --format json cut.m3g bad.odol -o page.html' \
      'fix --in-place boolean.a3d' 'fix --in-place tree bad.tanki boolean.a3d' 'fix --dry-run --format json tree bit.a3d' \
      'fix crlf.a3d -o out' 'fix bit.a3d -o out' 'fix --dry-run --format json bit.a3d' 'fix --salvage --in-place tree' \
      'hex --finding 0 bad.m3g' 'hex --at sections[1].checksum bad.m3g' 'hex packed.m3g' 'hex --color always bit.a3d' \
      'dump --text packed.m3g' 'rewrite packed.m3g -o out' 'rewrite --canonical packed.m3g -o sound.m3g' 'rewrite sound.m3g' \
      'explain m3g/checksum' 'explain --markdown tanki/block-length' 'rules' 'rules --format json' 'rules --markdown' \
      formats 'generate --break m3g/checksum -o out' 'generate --break tanki/block-length --twin -o out' \
      'generate --break a3d2/boolean --seed 3 -o out' 'diff --format json sound.m3g packed.m3g' \
      'diff --tolerance 0.5 --color always sound.a3d1 bad.a3d1' 'diff sound.m3g sound.m3g' \
      'diff --width 80 sound.m3g packed.m3g' 'diff --all --width 40 sound.a3d1 bad.a3d1' 'hex --width 80 bad.m3g' \
      'hex --width 40 bit.a3d' 'dump --text --width 80 packed.m3g' 'explain --width 80 m3g/checksum' \
      'check --width 60 bad.m3g' 'fix --dry-run --width 80 bit.a3d' '!hex --width 3 bad.m3g' \
      'edit sound.m3g sections[1].objects[0].userID=5 -o out' 'edit sound.m3g sections[1].scheme=zlib -o out' \
      'edit sound.tanki materials.length=20 -o out' 'edit sound.m3g sections[1].objects[0]-=1 -o out' \
      'diff sound.tanki more.tanki' 'fix --dry-run more.m3g' \
      'edit sound.tanki materials.list+=1 materials.list[0].name="skin" -o out' 'edit sound.a3d2 boxes+=1 -o sound.a3d2' \
      'edit sound.odol lods[0].textures+={name="a.paa"} -o out' 'edit bad.m3g @file+12=00 -o out' \
      'reduce bad.tanki --keep tanki/block-length -q -o out' 'reduce bit.a3d --keep a3d1/* --alone --max-tries 40 -o out' \
      'reduce bad.odol --keep odol/face-vertex -q --max-tries 30 -o out' \
      'reduce text.txt --while grep~-q~use~{} --max-tries 4 -q -o out' \
      'check --links -v linked' 'check --links --format json linked/external-image.bad.m3g' 'check --progress always -j 1 tree' \
      'check --files-from - <list' 'check --color always -v tree' 'check -v --format junit tree text.txt' \
      'check --baseline base.json --write-baseline base.json tree' 'check --fail-on never --show note linked' \
      'triage linked -o page.html' 'fix linked/external-image.bad.m3g -o out' 'dump sound.m3g -o out' 'rewrite sound.m3g -o -' \
      'fix --salvage cut.odol' 'fix --accept-content --dry-run - <bad.tanki' 'hex sound.odol -o out' \
      '!explain m3g/checksm' '!chek sound.m3g' '!check --rule m3g/no=off sound.m3g' '!check --as none sound.m3g' \
      '!check --compat none sound.m3g' '!check --max-work none sound.m3g' '!edit sound.m3g none=1 -o out' '!generate --as none' \
      '!check --only none bad.m3g' '!check --config missing bad.m3g' '!check --baseline text.txt bad.m3g' '!--nothing' \
      'check large.m3g' 'check large-more.m3g' 'check front.odol base64.tanki utf16.m3g' 'fix front.odol -o out' \
      'fix base64.tanki -o out' 'fix utf16.m3g -o out' \
      'find mix' 'find --format json mix pack.zip' 'find --extract parts mix' 'find tree' 'find --as m3g mix'

seed=${SEED:-$(date +%s)}
run() { "$TOP/build/release/no_memory" --seed "$seed" ${SHOW:+--show} ${COUNT:+--count} "$@" "$commands"; }
part() { # part K/N: in a folder of its own
    cp -R "$TMPDIR/in" "$TMPDIR/part${1%/*}"
    cd "$TMPDIR/part${1%/*}"
    if [ "${NO_MEMORY:-}" = all ]; then run --part "$1"; else run --part "$1" --seconds 5; fi
}
jobs=${JOBS:-$(nproc)} pids=() bad=0
for ((i = 0; i < jobs; i++)); do
    (part "$i/$jobs") > "$TMPDIR/log$i" 2>&1 &
    pids+=($!)
done
for i in "${!pids[@]}"; do
    wait "${pids[$i]}" || bad=1
    cat "$TMPDIR/log$i"
done
exit $bad
