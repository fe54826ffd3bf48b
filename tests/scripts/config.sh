#!/bin/bash
# A build without inih does not overlook a configuration file: it refuses, and --no-config goes on.
set -eu
plain=$TOP/build/oneline
. "$TOP/tests/scripts/lib/skip.sh"
[ -x "$plain" ] || skip 'no build/oneline here (make oneline)'
cd "$TMPDIR"
mkdir in && "$A3DLINT" generate --as m3g -o in/sound.m3g
"$plain" check in > out
echo 'fail-on = error' > in/.a3dlint
status=0
"$plain" check in > out 2> problem || status=$?
[ $status -eq 2 ] || { echo "status $status, not 2"; exit 1; }
grep -q '^a3dlint: in/.a3dlint: this a3dlint was built without inih' problem || { cat problem; exit 1; }
grep -q '^1 file: 0 valid, 1 unreadable$' out || { cat out; exit 1; }
"$plain" check --no-config in > out
