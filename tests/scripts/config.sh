#!/bin/bash
# Every build reads configuration files, with the line ends and the mark that Windows editors write too.
set -eu
plain=$TOP/build/oneline
. "$TOP/tests/scripts/lib/skip.sh"
[ -x "$plain" ] || skip 'no build/oneline here (make oneline)'
cd "$TMPDIR"
mkdir in && "$A3DLINT" generate --as m3g -o in/sound.m3g
"$A3DLINT" edit in/sound.m3g 'sections[1].checksum:=1' -o in/bad.m3g
printf '\357\273\277; the first line\r\n[bad*]\r\nm3g/checksum = warning ; lowered\r\n\r\n[*]\r\nfail-on: never\r\n' > in/.a3dlint
for program in "$plain" "$A3DLINT"; do
    "$program" check in > out 2> settings
    grep -q '^2 files: 2 valid, 1 warning' out || { cat out; exit 1; }
    diff - settings <<'END'
a3dlint: in/.a3dlint:3: m3g/checksum = warning hides or lowers 1 finding
a3dlint: in/.a3dlint:6: fail-on = never applies to 2 files
END
done
