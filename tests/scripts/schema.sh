#!/bin/bash
# The JSON report against docs/report.schema.json: every file of the corpus (and every real file, where there are
# any), and reports of what is unreadable, limited, skipped, truncated or named in bytes.
set -eu
ajv=$TOP/build/node/node_modules/ajv
. "$TOP/tests/scripts/lib/skip.sh"
command -v node > /dev/null || skip 'no node here'
[ -d "$ajv" ] || skip 'no ajv in build/node (ci/deps test installs it)'
out=$TMPDIR/reports
mkdir "$out" "$TMPDIR/in"
report() { # report NAME STATUS ARGUMENT...: one report, whose status must be this
    local name=$1 expected=$2 status=0
    shift 2
    "$A3DLINT_RELEASE" check --format json "$@" > "$out/$name.json" 2> /dev/null || status=$?
    case $expected in any) [ $status -le 4 ] ;; *) [ $status -eq "$expected" ] ;; esac ||
        { echo "check $*: status $status, not $expected"; exit 1; }
}
cd "$TMPDIR/in"
"$A3DLINT" generate --as m3g -o sound.m3g
"$A3DLINT" edit sound.m3g '@file+0=00' -o unknown.m3g
"$A3DLINT" edit sound.m3g 'sections[0].checksum:=1' -o broken.m3g
"$A3DLINT" generate --as odol -o model.p3d
printf 'MLOD....' > relative.p3d
printf 'plain' > plain.txt
cp broken.m3g "$(printf 'by\377tes\033\"\n.m3g')"

report corpus any "$CORPUS"
if [ -n "${ASSETS:-}" ]; then report assets any "$ASSETS"; else skip_part 'no real files here (set A3D_ASSETS to their folder)'; fi
report sound 0 sound.m3g
report broken 1 broken.m3g
report unknown 3 unknown.m3g relative.p3d missing.m3g plain.txt
report folder any .
report bytes any .
report readers any --compat nokia --compat flash --compat libalternativa "$CORPUS/rules"
report limited 4 --max-work 10 sound.m3g model.p3d
report depth 4 --max-depth 1 sound.m3g
report input 4 --max-input 3 sound.m3g
report truncated any --max-findings 1 "$CORPUS"
report levels any --rule '*=note' "$CORPUS"
printf 'ignore = m3g/*\nmax-work = 1Gi\nexclude = plain*\n' > .a3dlint
report settings 3 .
grep -q '"settings": \[' "$out/settings.json" || { echo 'no settings in the report'; exit 1; }
rm .a3dlint
report none 0 --files-from /dev/null
report stdin 0 - < sound.m3g
"$A3DLINT_RELEASE" check --write-baseline known.json broken.m3g > "$TMPDIR/log" 2>&1
sed -i 's/"count":1}/"count":1,"reason":"old","expires":"2031-02-28"}/' known.json
report muted 0 --baseline known.json --today 2031-02-28 broken.m3g
report expired 1 --baseline known.json --today 2031-03-01 broken.m3g
cp sound.m3g broken.m3g
report repaired 0 --baseline known.json broken.m3g
node "$TOP/tests/scripts/validate.js" "$ajv" "$TOP/docs/report.schema.json" "$out"/*.json

# What fix reports, against docs/fix.schema.json.
mkdir "$TMPDIR/fixes"
n=0
for file in "$CORPUS"/rules/*/*.bad.*; do
    n=$((n + 1))
    [ $((n % 8)) -eq 0 ] || continue
    head -c $(($(stat -c %s "$file") * 3 / 4)) "$file" > cut
    "$A3DLINT_RELEASE" fix --format json --dry-run "$file" > "$TMPDIR/fixes/$n.json" 2> /dev/null || [ $? -le 4 ]
    "$A3DLINT_RELEASE" fix --format json --dry-run --salvage cut > "$TMPDIR/fixes/$n.cut.json" 2> /dev/null || [ $? -le 4 ]
done
"$A3DLINT_RELEASE" fix --format json --dry-run "$CORPUS/rules" > "$TMPDIR/fixes/folder.json" 2> /dev/null || [ $? -le 4 ]
"$A3DLINT_RELEASE" fix --format json --dry-run --salvage . missing.m3g > "$TMPDIR/fixes/salvaged.json" 2> /dev/null || [ $? -le 4 ]
"$A3DLINT_RELEASE" fix --format json --dry-run --max-work 10 . > "$TMPDIR/fixes/limited.json" 2> /dev/null || [ $? -le 4 ]
"$A3DLINT_RELEASE" fix --format json --dry-run --files-from /dev/null > "$TMPDIR/fixes/none.json" 2> /dev/null || [ $? -le 4 ]
find "$TMPDIR/fixes" -size 0 -delete
[ "$(find "$TMPDIR/fixes" -type f | wc -l)" -ge 60 ] || { echo 'too few reports of fix'; exit 1; }
node -e '
    const fs = require("fs"), Ajv = require(process.argv[1]);
    const check = new Ajv({ allErrors: true }).compile(JSON.parse(fs.readFileSync(process.argv[2], "utf8")));
    let faults = 0;
    for (const name of process.argv.slice(3)) {
        if (check(JSON.parse(fs.readFileSync(name, "utf8")))) continue;
        faults++;
        console.error(name, check.errors[0]);
    }
    process.exit(faults > 0 ? 1 : 0);
' "$ajv" "$TOP/docs/fix.schema.json" "$TMPDIR"/fixes/*.json
