#!/bin/bash
# Damage of known places in the corpus is found where it was done, nine times out of ten at least in every format and
# kind of damage of a field; and the edit that a likely cause stands for is taken and leaves fewer errors. Of several
# damages, the repair of one may leave as many: what was hidden before shows then.
# needs: build/release/measure
set -eu
"$TOP/ci/formats" | sed "s|^|$CORPUS/|" | xargs -d '\n' -I {} find {} -type f ! -name '*.compat.*' -size -8k -print0 | LC_ALL=C sort -z |
    xargs -0 "$TOP/build/release/measure" --count 2400 > "$TMPDIR/log"
awk '
    { match($0, /found +[0-9.]+/); found = substr($0, RSTART + 5, RLENGTH - 5) + 0 }
    found < 90 && !/any byte|damages/ { print "too few are found: " $0; bad = 1 }
    { formats[$1] = 1 }
    !/damages/ { for (i = 1; i < NF; i++) if ($(i + 1) == "of") { repaired += $i; suspected += $(i + 2) } }
    END {
        for (f in formats) n++
        if (n != 5 || suspected < 200) { print "too little was measured"; bad = 1 }
        if (repaired < 0.99 * suspected) { print repaired " of " suspected " likely causes repair"; bad = 1 }
        if (!bad) print "suspects: " repaired " of " suspected " likely causes leave fewer errors when edit repairs them"
        exit bad
    }' "$TMPDIR/log"

