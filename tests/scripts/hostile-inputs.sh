#!/bin/sh
# Lists and trees that were made to exhaust memory or time: each ends within bounds, with a message that says what was
# too much. HOSTILE=all checks a million operands instead of a hundred thousand.
set -eu
scratch=${TMPDIR:-/tmp}/hostile.$$
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT
release=${A3DLINT_RELEASE:-$A3DLINT}
passed=0 failed=0
fault() { echo "$*" >&2; failed=$((failed + 1)); }

# bounded KIB SECONDS STATUS TEXT COMMAND...: ends with the status within memory and processor time, and says the text. The
# time is ten times what a quiet machine takes: it is for what never ends, and a busy machine must not look like a fault.
bounded() {
    memory=$1 seconds=$2 expected=$3 text=$4 status=0
    shift 4
    (ulimit -v "$memory"; ulimit -t "$seconds"; exec "$@") > "$scratch/said" 2>&1 < /dev/null || status=$?
    [ $status -eq "$expected" ] || fault "$*: status $status: $(tail -n 2 "$scratch/said" | cut -c 1-200)"
    grep -qF -- "$text" "$scratch/said" || fault "$*: does not say '$text': $(tail -n 2 "$scratch/said" | cut -c 1-200)"
    [ "$(wc -c < "$scratch/said")" -lt 20000000 ] || fault "$*: says $(wc -c < "$scratch/said") bytes"
    passed=$((passed + 1))
}

cd "$scratch"
cp "$CORPUS/examples/plane.a3d" good.a3d

# Lists of paths: without an end, without lines, with one long line, with too many lines.
bounded 400000 20 4 'larger than 64 MiB' "$release" check -j 1 --files-from /dev/zero
bounded 400000 50 4 'larger than 64 MiB' sh -c "yes a | tr -d '\n' | \"\$0\" check -j 1 --files-from -" "$release"
bounded 400000 50 4 'larger than 64 MiB' sh -c "yes aaaaaaaaaaaaaaa | \"\$0\" check -j 1 --files-from -" "$release"
{ echo good.a3d; yes a | head -c 4000000 | tr -d '\n'; } > line
bounded 400000 20 2 'line 2 is longer than a path can be (2000000 bytes)' "$release" check -j 1 --files-from line
yes a | head -n 4300000 > lines
bounded 600000 30 4 'more than 4194304 paths' "$release" check -j 1 --files-from lines
yes '' | head -c 50000000 > empty
bounded 400000 20 0 'no file was checked' "$release" check -j 1 --files-from empty

# Many operands that are not there: a message each, written at once.
count=100000 folders=8000
[ "${HOSTILE:-}" != all ] || count=1000000 folders=60000
seq $count | sed 's/^/nothing/' > missing
bounded 500000 $((count / 5000 + 20)) 3 "nothing$count: cannot be read" "$release" check -j 1 -q --files-from missing

# Folders deeper than any path can be long: what can be reached is checked, and the rest is reported.
name=$(printf 'd%.0s' $(seq 200))
mkdir deep
cp good.a3d deep/
(cd deep; for i in $(seq 60); do mkdir "$name" && cd -P "$name"; done) 2> /dev/null
for command in check 'fix --dry-run' 'triage -o page.html' find; do
    # shellcheck disable=SC2086 # words
    bounded 400000 20 3 'cannot be read: File name too long' "$release" $command deep
done
grep -q '1 member in 1 file' said || fault "find: $(tail -n 1 said)"

# A configuration file in each of many folders: they count towards --max-memory.
mkdir trees
(cd trees; seq $folders | xargs mkdir; seq $folders | awk '{ f = $1 "/.a3dlint"; print "ignore = a3d1/*" > f; close(f); f = $1 "/x.a3d"; print "x" > f; close(f) }')
bounded 400000 200 3 "$folders unreadable" "$release" check -j 1 trees
bounded 400000 200 3 'the configuration files of too many folders were read (--max-memory)' \
    "$release" check -j 1 --max-memory $((folders * 1100)) trees
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
