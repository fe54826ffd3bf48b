#!/bin/bash
# Paths near what the system can open: a file is checked with its configuration, or is reported as unreadable; its
# configuration is not blamed.
set -eu
cd "$TMPDIR"
fail() { echo "$1"; exit 1; }
"$A3DLINT" generate --as m3g -o s.m3g
"$A3DLINT" edit s.m3g 'sections[1].checksum:=1' -o bad.m3g
most=$(getconf PATH_MAX .) # with the NUL
deep() { # deep LENGTH: a path of this many bytes
    local path=tree
    while [ $((${#path} + 110)) -lt "$1" ]; do path+=/$(printf 'd%.0s' {1..100}); done
    printf '%s/%s' "$path" "$(printf 'e%.0s' $(seq $(($1 - ${#path} - 1))))"
}

# The absolute path of .a3dlint is too long, the relative one is not.
path=$(deep $((most - 12)))
mkdir -p "$path"
cp bad.m3g "$path/s"
"$A3DLINT" check tree > out 2> err && fail 'status 0' || [ $? -eq 1 ] || { cut -c1-200 err; fail 'another status'; }
grep -q '^1 file: 0 valid, 1 invalid, 1 error$' out || { cat out; fail 'another report'; }
echo 'm3g/checksum = off' > "$path/.a3dlint"
"$A3DLINT" check tree > out 2> err || fail 'the configuration does not apply'

# The relative one is too long, too; that of the file is not.
rm -r tree
path=$(deep $((most - 5)))
mkdir -p "$(dirname "$path")" && (cd "$(dirname "$path")" && mkdir "$(basename "$path")" && cp "$TMPDIR/bad.m3g" "$(basename "$path")/s")
"$A3DLINT" check "$path/s" > out 2> err && fail 'status 0' || [ $? -eq 3 ] || { cat out; fail "another status"; }
grep -q '/s: cannot be read: its path is too long for this system; check it from a folder nearer to it$' err ||
    { cut -c 4000- err; fail 'another message'; }
! grep -q 'a3dlint: .*[.]a3dlint' err || fail 'the configuration is blamed'
"$A3DLINT" check --print-config "$path/s" > out 2> err && fail 'status 0' || [ $? -eq 3 ] || fail 'another status'
"$A3DLINT" fix --dry-run "$path/s" > out 2> err && fail 'status 0' || [ $? -eq 3 ] || fail 'another status'
"$A3DLINT" check --no-config "$path/s" > out && fail 'status 0' || [ $? -eq 1 ] || fail 'another status'
cd "$(dirname "$path")" && "$A3DLINT" check . > "$TMPDIR/out" && fail 'status 0' || [ $? -eq 1 ] || fail 'another status'
