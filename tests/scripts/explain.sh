#!/bin/bash
# `explain`: the page of a rule shows a file that breaks it at the bytes at fault, and each edit that it names, tried on
# that file, makes the finding go. A third of the rules, another each day; ci/docs compares the pages of all.
set -eu
. "$TOP/tests/scripts/lib/share.sh"
cd "$TMPDIR"
mkdir -p pages
export A3DLINT CORPUS

# one RULE: its page is printed, and what it says of the bad twin is true.
one() {
    local rule=$1 page bad edit from before after
    page=pages/${rule//\//_}
    "$A3DLINT" explain --markdown "$rule" > "$page" || { echo "$rule: explain ends with $?"; return; }
    [ "$rule" = file/empty ] || grep -q "^\(  *\|.*\)#[0-9]* [a-z]* $rule: " "$page" || { echo "$rule: no byte is marked"; return; }
    grep -q '^## How to repair it' "$page" && grep -q '^## The corrected file' "$page" || { echo "$rule: the page is not whole"; return; }
    bad=$(echo "$CORPUS/rules/$rule".bad.*)
    ! grep '^a3dlint edit' "$page" | grep -Fqv "a3dlint edit ${bad##*/} '" || { echo "$rule: the edit names no file, or another"; return; }
    edit=$(sed -n "s/^a3dlint edit ${bad##*/} '\(.*\)' -o OUT\$/\1/p" "$page")
    [ -n "$edit" ] || return 0
    "$A3DLINT" generate --break "$rule" -o "$page.bad" 2> /dev/null && from="a3dlint generate --break $rule -o ${bad##*/}" || from='which has other files beside it'
    grep -Fq "$from" "$page" || { echo "$rule: where the example comes from is missing"; return; }
    "$A3DLINT" edit --as "${rule%%/*}" "$bad" "$edit" -o "$page.out" || { echo "$rule: the edit $edit cannot be made"; return; }
    before=$(count "$rule" "$bad")
    after=$(count "$rule" "$page.out")
    [ "$after" -lt "$before" ] || { echo "$rule: after $edit it is broken as before"; return; }
    echo 1 >> pages/.edits
}
count() { # count RULE FILE: places that break it
    { "$A3DLINT" check --as "${1%%/*}" --only "$1" --rule "$1=note" --links --format json "$2" || [ $? -le 4 ] || echo "check of $2: status $?" >> ended; } |
        sed -n 's/^          "count": \([0-9]*\).*/\1/p' | awk '{ n += $1 } END { print n + 0 }'
}
if [ "${1:-}" = batch ]; then
    shift
    for rule; do one "$rule"; done
    exit 0
fi
cp "$CORPUS"/rules/*/*.part.* pages # what twins link to
"$A3DLINT" rules | awk '{ print $2 }' > rules
batches() { xargs -n 20 -P "${JOBS:-2}" "$TOP/tests/scripts/explain.sh" batch; }
share 3 < rules | A3DLINT=$A3DLINT_RELEASE batches > log
edits=$(wc -l < pages/.edits)
share 30 < rules | batches >> log # with sanitizers
[ ! -s log ] || { head -n 20 log; exit 1; }
[ ! -s ended ] || { head -n 20 ended; exit 1; }

# The index names every page.
"$A3DLINT" rules --markdown > index
[ "$(grep -c '^| \[' index)" -eq "$(wc -l < rules)" ]
[ "$edits" -ge 30 ] || { echo "explain: only $edits edits were tried"; exit 1; }
echo "explain: $(share 3 < rules | wc -l) of $(wc -l < rules) pages, $edits edits that repair"
