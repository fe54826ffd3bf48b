#!/bin/sh
# Every rule has twins in $CORPUS/rules/FAMILY: NAME.bad.EXT breaks it and nothing else, NAME.good.EXT is its
# neighbour that does not. Findings that have a cause among the others do not count as breaking something,
# and a note may stand beside the error that it explains; a rule may also fire as a consequence of damage to the whole
# file (file/...). Rules that are off are asked for as notes.
# Links are followed; NAME.part.EXT is no twin but what some of them link to.
set -eu
scratch=${TMPDIR:-/tmp}/twins.$$
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT

# check ARGUMENT...: a line "file PATH FORMAT" for each file, "finding PATH RULE SEVERITY CAUSED" for each finding.
check() {
    status=0
    # shellcheck disable=SC2046 # one word for each rule
    "$A3DLINT" check --links --format json $(awk '$3 == "off" { print "--rule=" $2 "=note" }' "$scratch/rules") "$@" > "$scratch/report" || status=$?
    # 3: some input is damaged so that it is of no known format.
    case $status in 0 | 1 | 3) ;; *) echo "check $*: status $status" >&2; return 1 ;; esac
    awk '
        function value(line) { sub(/^[^:]*: /, "", line); gsub(/^"|",?$|,$/, "", line); return line }
        /^      "path": /          { path = value($0); sub(/.*\/rules\//, "", path) }
        /^      "format": /        { print "file", path, value($0) }
        /^          "rule": /      { rule = value($0) }
        /^          "severity": /  { severity = value($0) }
        /^          "cause": /     { print "finding", path, rule, severity, value($0) == "null" ? "no" : "yes" }
    ' "$scratch/report"
}

"$A3DLINT" rules --format json | awk '
    /^      "id": /       { gsub(/[",]/, "", $2); id = $2 }
    /^      "severity": / { gsub(/[",]/, "", $2); print "rule", id, $2 }
' > "$scratch/rules"
families=$(sed 's/^rule //; s/\/.*//' "$scratch/rules" | sort -u)

for family in $families; do
    dir=$CORPUS/rules/$family
    [ -d "$dir" ] || continue
    check "$dir" > "$scratch/all"
    # Some rules speak of bytes by which a format is told: with these wrong, only --as knows the family.
    awk -v family="$family" -v top="$CORPUS/rules/" '$1 == "file" && $3 != family { print top $2 }' "$scratch/all" > "$scratch/named"
    if [ -s "$scratch/named" ] && [ "$family" != file ]; then
        check --as "$family" --files-from "$scratch/named" > "$scratch/again"
        awk 'NR == FNR { if ($1 == "file") again[$2] = 1; next } !($2 in again)' "$scratch/again" "$scratch/all"
        cat "$scratch/again"
    else
        cat "$scratch/all"
    fi
done > "$scratch/findings"

awk '
    function fail(text) { print text; broken = 1 }
    function judged() { if (broken) failed++; else passed++; broken = 0 }
    $1 == "rule" { n++; rules[n] = $2; severity[$2] = $3; next }
    $2 ~ /\.part\.[^.]*$/ { next }
    $1 == "file" {
        key = $2
        if (sub(/\.bad\.[^.]*$/, "", key)) bad[key] = $2
        else if (sub(/\.good\.[^.]*$/, "", key)) good[key] = $2
        if (!(key in severity)) { fail($2 ": no rule has this name"); judged() }
        next
    }
    {
        fires[$2, $3] = 1
        if ($5 == "yes") explains[$2, $3] = 1
        if ($4 == "error") errors[$2] = errors[$2] " " $3
        if ($4 != "note" && $5 == "no" && index(breaks[$2] " ", " " $3 " ") == 0) breaks[$2] = breaks[$2] " " $3
    }
    END {
        for (i = 1; i <= n; i++) {
            rule = rules[i]
            file = rule in bad ? bad[rule] : ""
            if (severity[rule] == "off") severity[rule] = "note"
            wanted = severity[rule] == "note" ? "" : " " rule
            if (file == "") fail(rule ": no bad file")
            else if (!((file, rule) in fires)) fail(file ": does not fire, but" (breaks[file] == "" ? " nothing does" : breaks[file]))
            else if (breaks[file] != wanted && !((severity[rule] == "note" || breaks[file] ~ /^ file\//) && (file, rule) in explains)) fail(file ": breaks" breaks[file])
            judged()
            file = rule in good ? good[rule] : ""
            if (file == "") fail(rule ": no good file")
            else if ((file, rule) in fires) fail(file ": fires")
            else if (errors[file] != "") fail(file ": errors" errors[file])
            judged()
        }
        print passed + 0 " passed, " failed + 0 " failed"
        exit failed > 0
    }
' "$scratch/rules" "$scratch/findings"
