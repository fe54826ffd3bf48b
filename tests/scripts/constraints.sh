#!/bin/sh
# Every row of the constraint tables is covered: by a rule that names it in its source, or, when it is a fact of
# decoding, by a test that tests/decoding-facts.tsv names. No rule names a row that does not exist.
# The tables are not part of the project; without them (A3D_CONSTRAINTS, or beside the real files) nothing is compared.
set -eu
tables=${A3D_CONSTRAINTS:-${ASSETS:+$ASSETS/../constraints}}
. "$TOP/tests/scripts/lib/skip.sh"
[ -n "$tables" ] && [ -d "$tables" ] || skip 'no constraint tables here (set A3D_CONSTRAINTS to their folder)'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cut -f1 "$tables"/*.tsv | grep -E '^[A-Z0-9]+-[0-9]+$' | sort -u > "$work/rows"
"$A3DLINT" rules --format json | grep '"source"' | grep -oE '[A-Z][A-Z0-9]+-[0-9]+' | sort -u > "$work/rules"
cut -f1 "$TOP/tests/decoding-facts.tsv" | grep -E '^[A-Z0-9]+-[0-9]+$' | sort -u > "$work/facts"
sort -u "$work/rules" "$work/facts" > "$work/covered"
comm -23 "$work/rows" "$work/covered" > "$work/left"
comm -13 "$work/rows" "$work/covered" > "$work/unknown"
sed 's/^/no rule and no test covers /' "$work/left"
sed 's/^/named, but in no table: /' "$work/unknown"
bad=$(cat "$work/left" "$work/unknown" | wc -l)
echo "$(comm -12 "$work/rows" "$work/covered" | wc -l) passed, $bad failed"
[ "$bad" -eq 0 ]
