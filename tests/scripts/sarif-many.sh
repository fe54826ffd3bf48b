#!/bin/bash
# A file with very many findings: those that look alike are numbered in order, in time that grows with their number.
set -eu
cd "$TMPDIR"
. "$TOP/tests/scripts/lib/skip.sh"
command -v node > /dev/null || skip 'no node here'
node -e '
const fs = require("fs");
const section = Buffer.from([0, 21, 0, 0, 0, 8, 0, 0, 0, 2, 3, 0, 0, 0, 97, 97, 97, 1, 2, 3, 4]);
const start = Buffer.from([0xab, 0x4a, 0x53, 0x52, 0x31, 0x38, 0x34, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a]);
fs.writeFileSync("many.m3g", Buffer.concat([start, ...Array(25000).fill(section)]));'
TIMEFORMAT=%U
spent() { # spent FORM: milliseconds of the processor, the report in FORM.out
    local seconds
    seconds=$({ time "$A3DLINT_RELEASE" check --max-findings 1000000 --format "$1" many.m3g > "$1.out" 2> /dev/null || true; } 2>&1)
    echo $((10#${seconds/./}))
}
json=$(spent json)
for form in sarif sarif-github; do
    taken=$(spent $form)
    [ "$taken" -lt $((3 * json)) ] || { echo "$form takes $taken ms, json $json"; exit 1; }
done
node -e '
const results = JSON.parse(require("fs").readFileSync("sarif-github.out")).runs[0].results;
const seen = new Map();
for (const r of results) {
    const [print, number] = r.partialFingerprints.primaryLocationLineHash.split(":");
    seen.set(print, (seen.get(print) || 0) + 1);
    if (Number(number) !== seen.get(print)) throw new Error(`${print} has the number ${number}, not ${seen.get(print)}`);
}
const most = Math.max(...seen.values());
if (most < 25000) throw new Error(`no more than ${most} are alike`);'
