#!/bin/bash
# The folders of tools that a check of folders leaves out: the program, its help and the page in the browser agree.
set -eu
cd "$TOP"
names() { grep -o '"[^"]*"' | tr -d '"' | sort; }
sed -n 's/^#define A3D_TOOL_FOLDERS "/"/p' src/cli/options/tools.h | names > "$TMPDIR/program"
[ "$(wc -l < "$TMPDIR/program")" -ge 4 ] || { echo 'the list of the program was not found'; exit 1; }
sed -n 's/^#define A3D_TOOL_FOLDERS_TEXT //p' src/cli/options/tools.h | tr -d '"' | sed 's/,//g; s/ or / /' | tr ' ' '\n' | sort | diff "$TMPDIR/program" -
sed -n "s/.*SKIPPED = new Set(\[\(.*\)\]).*/\1/p" src/page/web/intake.js | tr "'" '"' | names | diff "$TMPDIR/program" -
while read -r name; do
    mkdir -p "$TMPDIR/in/$name"
    "$A3DLINT" generate --as m3g -o "$TMPDIR/in/$name/a.m3g"
done < "$TMPDIR/program"
"$A3DLINT" check "$TMPDIR/in" | grep -q '^0 files' || { echo 'a folder of tools was searched'; exit 1; }
