#!/bin/bash
# No suggestion makes a damaged file worse or hides the damage: fix, triage and check are held against the known truth. Few
# suggestions here; `make suggestions` judges 500. Of a file of a few dozen bytes many others are a change of one byte away;
# such files are left out.
# needs: build/release/suggestions
set -eu
from=${ASSETS:-$CORPUS}
find "$from" -type f -size -17k -size +255c ! -path '*/rules/*' ! -path '*/regressions/*' -print0 | LC_ALL=C sort -z |
    xargs -0 "$TOP/build/release/suggestions" --count 60 --show
