#!/bin/bash
# The page that checks files, in Firefox: chosen files get the verdicts of the native program, and a file is repaired.
# needs: build/web.built
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
command -v firefox-esr > /dev/null || skip 'no firefox-esr here'
cd "$TMPDIR"
mkdir in
cp "$CORPUS"/examples/*.* "$CORPUS"/rules/tanki/index-range.*.a3d "$CORPUS"/rules/m3g/*.bad.m3g in
(cd in && "$A3DLINT_RELEASE" triage --format data --include valid --untrusted .) > native.json || [ $? -eq 1 ]
HOME=$TMPDIR exec timeout 900 node "$TOP/tests/scripts/web-firefox.js" "$TOP/build/web" "$TMPDIR"
