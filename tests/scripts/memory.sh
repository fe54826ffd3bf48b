#!/bin/bash
# A folder that was made to exhaust memory: bombs in M3G, zip and packed banks, and sparse tails. With 16 threads the
# program stays below 1.2 GiB, gives each file a verdict, and writes the same report as with one.
# needs: build/release/peak
# alone: it takes a gigabyte
set -eu
cd "$TMPDIR"
fail() { echo "$1"; exit 1; }
mkdir tree
"$A3DLINT_RELEASE" generate --as m3g -o small.m3g
node "$TOP/tests/scripts/bombs.js" tree small.m3g
(cd tree/zip && zip -q -1 ../bombs.zip -- *.m3g)
rm -r tree/zip

for threads in 1 16; do
    status=0
    "$TOP/build/release/peak" peak.$threads "$A3DLINT_RELEASE" check -v --show error --format ndjson -j $threads tree \
        > report.$threads 2> errors.$threads || status=$?
    [ $status -eq 4 ] || { cat errors.$threads; fail "-j $threads ends with $status"; }
    [ ! -s errors.$threads ] || { cat errors.$threads; fail "-j $threads complains"; }
    peak=$(cat peak.$threads)
    [ "$peak" -lt $((1200 * 1024)) ] || fail "-j $threads took $((peak / 1024)) MiB"
    [ "$peak" -gt $((500 * 1024)) ] || fail "the files are too small for a test: $((peak / 1024)) MiB"
    [ -z "${SHOW:-}" ] || echo "-j $threads: $((peak / 1024)) MiB"
done
cmp report.1 report.16 || fail 'the report depends on the number of threads'

verdict() { sed -n "s|.*\"path\": *\"tree/$1\".*\"verdict\": *\"\([a-z]*\)\".*|\1|p" report.16; }
is() { # is VERDICT FILE...
    local expected=$1 file
    shift
    for file; do
        [ "$(verdict "$file")" = "$expected" ] || fail "$file is '$(verdict "$file")', not $expected"
    done
}
is valid groups-plain.m3g groups-packed.m3g bombs.zip!{groups,small}.m3g
is limited sparse-{0,1,2,3}.m3g zeros-{0,1,2,3,4,5,6,7}.m3g bombs.zip!nested.m3g
is invalid sparse-{4,5,6,7}.m3g bombs.zip!tail.m3g bank.pbo!{0,1,2,3}.m3g

# A report that goes to a file is held until the end. One that is too large ends the run, and no file is written.
mkdir many
"$A3DLINT_RELEASE" generate --break m3g/object-type -o many/1.m3g
for i in {2..300}; do cp many/1.m3g many/$i.m3g; done
too_large() { # too_large FILE OPTION...
    local file=$1 status=0
    shift
    "$A3DLINT_RELEASE" check --max-memory 1Mi "$@" many > /dev/null 2> errors || status=$?
    [ $status -eq 5 ] || fail "$* ends with $status"
    grep -q "$file: not written, the report is too large for --max-memory" errors || { cat errors; fail "$*: no message"; }
    [ ! -e "$file" ] || fail "$*: $file was written"
}
too_large r.json --format json -o r.json
too_large r.html --format html -o r.html
too_large r.sarif --also sarif=r.sarif
status=0
"$A3DLINT_RELEASE" check --max-memory 16Mi --format json -o r.json many > /dev/null || status=$?
[ $status -eq 1 ] && [ "$(grep -c '"verdict"' r.json)" -eq 300 ] || fail "a report that fits ends with $status"
