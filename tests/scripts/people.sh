#!/bin/bash
# Files that people damaged (tests/people/cases.js): transfers as text, cut downloads, full disks, hex editors, exporters.
# The page of triage says of each what was done to it, shows what can be drawn, and tells safe repairs from others.
# needs: build/page/a3dlint-page-3d.js
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
command -v node > /dev/null || skip 'no node here'
browser=${CHROMIUM:-$(command -v chromium || :)}
[ -n "$browser" ] || skip_part 'no chromium here (ci/deps test installs it)'
[ -n "${ASSETS:-}" ] || skip_part 'no real files: the damages of single fields are left out'
cd "$TMPDIR"
mkdir share
cp "$TOP"/src/page/*.js "$TOP"/src/page/*.css share
cp "$TOP/build/page/a3dlint-page-3d.js" share
node "$TOP/tests/people/check.js" "$A3DLINT_RELEASE" "$browser" "$PWD/share" "${ASSETS:-}"
