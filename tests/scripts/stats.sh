#!/bin/bash
# `check --stats` and `--format ndjson`: what is counted adds up to the files, and the lines of ndjson are the
# members of the JSON report.
set -eu
cd "$TMPDIR"
. "$TOP/tests/scripts/lib/skip.sh"
report() { "$A3DLINT" check "$@" || [ $? -le 4 ]; }

# Sums in the JSON of every file: the bytes of all fields are those of the file and of what it unpacks to.
report --format json --stats "$CORPUS" > stats.json
awk '
    function value(line) { sub(/^[^:]*: /, "", line); gsub(/[",]/, "", line); return line + 0 }
    /^      "path": / { path = $0 }
    /^      "size": / { size = value($0) }
    /^        "unpacked": / { unpacked = value($0) }
    /^        "fields": \[/ { inside = 1; sum = 0 }
    inside && /^            "bytes": / { sum += value($0) }
    inside && /^        \]/ {
        inside = 0; files++
        if (sum != size + unpacked) { print path ": the fields have " sum " bytes, the file " size ", unpacked " unpacked; bad = 1 }
    }
    END { if (files == 0) { print "no file has stats"; bad = 1 } exit bad }
' stats.json

# The same report line by line; without --stats nothing speaks of them.
report --format ndjson --stats "$CORPUS" > stats.ndjson
head -n 1 stats.ndjson | grep -q '^{"tool":{"name":"a3dlint","version":"[^"]*"}}$'
tail -n 1 stats.ndjson | grep -q '^{"summary":{"files":'
sed 's/^ *//; s/": /":/' stats.json | tr -d '\n' > one
{ printf '{"$schema":"urn:a3dlint:report",%s,"files":[' "$(head -n 1 stats.ndjson | sed 's/^{//; s/}$//')"
  sed '1d; $d; s/$/,/' stats.ndjson | tr -d '\n' | sed 's/,$//'
  printf '],%s' "$(tail -n 1 stats.ndjson | sed 's/^{//')"; } | tr -d '\n' > other
cmp one other || { echo 'the lines of ndjson are not the members of the JSON report'; exit 1; }
report --format ndjson "$CORPUS" | grep '"stats"' && { echo 'stats that nobody asked for'; exit 1; }

# What an edit adds is counted.
contents() { "$A3DLINT" check -q --stats "$1" | sed -n 's/^    contents  //p'; }
"$A3DLINT" generate --as tanki:3 -o t.a3d
"$A3DLINT" edit t.a3d 'materials+=2' 'meshes+=1' 'meshes[0].vertexCount=3' 'meshes[0].submeshes+=1' \
    'meshes[0].submeshes[0].indices+=12' -o t3.a3d
contents t3.a3d | grep -qx '1 mesh, 4 triangles, 3 vertices, 2 materials' || { echo "counted: $(contents t3.a3d)"; exit 1; }
if [ -n "${ASSETS:-}" ]; then
    report -q --stats "$ASSETS" | grep -A 1 '^all: ' | grep -q '[1-9][0-9]* meshes, [1-9][0-9]* triangles, [1-9][0-9]* vertices, [1-9][0-9]* materials, [1-9][0-9]* images, [1-9][0-9]* bones, [1-9][0-9]* tracks'
else
    skip_part 'no real files here (set A3D_ASSETS to their folder)'
fi
echo "stats: $(grep -c '"verdict"' stats.ndjson) files add up"
