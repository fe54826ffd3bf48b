#!/bin/bash
# The branch of a damaged file of ODOL 53 to 55 is known, in 99 of 100 files at least; that of a sound one always.
# needs: build/release/branches
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
real=()
if [ -n "${ASSETS-}" ]; then real=("$ASSETS"/odol/*); else skip_part 'no real files here (set A3D_ASSETS to their folder)'; fi
"$TOP/build/release/branches" --count 120 --most 99 "${real[@]}" > "$TMPDIR/log" || { cat "$TMPDIR/log"; exit 1; }
tail -n 1 "$TMPDIR/log"
