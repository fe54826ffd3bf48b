#!/bin/bash
# The scripts that the tools of harnesses/ share, by node's own test runner.
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
command -v node > /dev/null || skip 'no node here'
node --test "$TOP/tests/harnesses/" > "$TMPDIR/said" 2>&1 || { cat "$TMPDIR/said"; exit 1; }
grep -E '^# (pass|fail) ' "$TMPDIR/said"
