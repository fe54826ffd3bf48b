#!/bin/sh
# What is reduced keeps its finding, gets no larger and stays what it is when it is reduced again. Twins, and larger
# files that break the same rule, come within a fifth of what was made by hand.
set -eu
scratch=${TMPDIR:-/tmp}/reduce.$$
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT
A3DLINT=${A3DLINT_RELEASE:-$A3DLINT}
wrong=0 larger=0 tried=0 limited=0
fault() { echo "$*" >&2; wrong=$((wrong + 1)); }
size() { stat -c %s "$1"; }

# reduce FILE RULE BY-HAND: both ways, in memory and size. The format is named, since what is left of a file may be too
# little to tell it. What ends at the limit of work is only no larger.
reduce() {
    as=; [ "${2%%/*}" = file ] || as="--as ${2%%/*}"
    for alone in '' --alone; do
        status=0
        # shellcheck disable=SC2086 # words
        "$A3DLINT" reduce $as "$1" --keep "$2" $alone -q -o "$scratch/small" || status=$?
        [ $status -eq 0 ] || [ $status -eq 4 ] || { fault "$2 $alone: status $status"; continue; }
        tried=$((tried + 1))
        [ "$(size "$scratch/small")" -le "$(size "$1")" ] || fault "$2 $alone: larger than before"
        [ $status -eq 0 ] || { limited=$((limited + 1)); continue; }
        [ "$(size "$scratch/small")" -le $(($3 * 6 / 5)) ] || fault "$2 $alone: $(size "$scratch/small") bytes, by hand $3"
        # shellcheck disable=SC2086
        "$A3DLINT" reduce $as "$scratch/small" --keep "$2" $alone -q -o "$scratch/again"
        cmp -s "$scratch/small" "$scratch/again" || fault "$2 $alone: not reduced to the end"
    done
}

cd "$CORPUS" # paths of it have no spaces, whatever stands above
for bad in $(find rules -name '*.bad.*' -size -8k | sort | awk 'NR % 24 == 3'); do
    rule=$(basename "$(dirname "$bad")")/$(basename "$bad" | sed 's/\.bad\..*//')
    "$A3DLINT" check --format json --rule="$rule=note" "$bad" > "$scratch/report" || [ $? -le 4 ]
    grep -q "\"rule\": \"$rule\"" "$scratch/report" || continue # it takes --as or --links
    reduce "$bad" "$rule" "$(size "$bad")"
    "$A3DLINT" generate --break "$rule" --seed 3 --size 6Ki -o "$scratch/large"
    [ "$(size "$scratch/large")" -gt 3000 ] || continue # only the recipe knows how to break this one
    larger=$((larger + 1))
    reduce "$scratch/large" "$rule" "$(size "$bad")"
done
[ $larger -ge 5 ] || fault "only $larger large files"
[ $((limited * 10)) -le $tried ] || fault "$limited of $tried end at the limit of work"

# A signal ends the search with what was found so far.
"$A3DLINT" generate --break tanki/scale-zero --seed 1 -o "$scratch/file.a3d"
status=0
timeout -s INT 4 "$A3DLINT" reduce "$scratch/file.a3d" --while 'sleep 0.6; grep -q . {}' -q -o "$scratch/out" || status=$?
[ $status -eq 124 ] && [ -s "$scratch/out" ] || fault "interrupted: status $status"
[ -z "$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'a3dlint-*' -newer "$scratch/file.a3d" -user "$(id -u)" 2> /dev/null)" ] || fault 'a folder was left behind'
[ $wrong -eq 0 ]
