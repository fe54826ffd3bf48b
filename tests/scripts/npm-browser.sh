#!/bin/bash
# The npm package in a browser: in the page and in a worker, as the README shows it without a bundler, under the
# Content-Security-Policy that docs/javascript.md gives.
# needs: build/npm.built
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
command -v chromium > /dev/null || skip 'no chromium here'
cd "$TMPDIR"
HOME=$TMPDIR exec timeout 600 node "$TOP/tests/scripts/npm-browser.mjs" "$TOP/build/npm/a3dlint" "$TMPDIR/profile" "$TOP/docs/javascript.md"
