#!/bin/bash
# Members of zip archives that only some readers find: none is left out without a word.
set -eu
cd "$TMPDIR"
fail() { echo "$1"; exit 1; }
ends() { # ends STATUS ARCHIVE: of check; stdout and stderr are kept
    local status=0
    "$A3DLINT" check -v --untrusted "$2" > stdout 2> stderr || status=$?
    [ $status -eq "$1" ] || { cat stdout stderr; fail "$2: status $status, not $1"; }
}
holds() { # holds FILE LINE: the line is one of the file
    grep -qxF -- "$2" "$1" || { cat "$1"; fail "missing: $2"; }
}
spoil() { # spoil FILE OFFSET BYTES: with printf
    printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2> /dev/null
}
places() { # places FILE TEXT: the offsets of such texts
    grep -obUaP "$2" "$1" | cut -d: -f1
}
last() { places "$@" | tail -n 1; }
number() { # number WIDTH VALUE: little-endian, for printf
    local i
    for ((i = 0; i < $1; i++)); do printf '\\%03o' $(($2 >> 8 * i & 255)); done
}

"$A3DLINT" generate --as m3g -o ok.m3g
"$A3DLINT" edit ok.m3g 'sections[1].checksum:=1' -o evil.m3g
zip -q -0 -X one.zip evil.m3g

# ---- folders ----
# The mode makes no folder of it: other readers look at the name.
cp one.zip mode.zip
spoil mode.zip $(($(last mode.zip 'PK\x01\x02') + 40)) '\355\101'
ends 1 mode.zip
holds stdout 'mode.zip!evil.m3g: invalid (m3g 1.0)'
# The name does, but then it has no data, in neither header.
mkdir folder
zip -q -0 -X -r folder.zip folder ok.m3g
ends 0 folder.zip
holds stdout '1 file: 1 valid'
sed 's/evil\.m3g/evil.m3\//g' one.zip > slash.zip
ends 1 slash.zip
holds stdout 'slash.zip!evil.m3/: invalid (m3g 1.0)'

# ---- two ends ----
# A comment with an end that has no members, and a byte: readers take the one or the other.
ambiguous='it is an ambiguous zip archive: its comment contains another end of an archive, so other readers may find other members'
fake='PK\5\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'
for more in x ''; do
    head -c -2 one.zip > ends.zip
    printf "$(number 2 $((22 + ${#more})))$fake$more" >> ends.zip
    ends 3 ends.zip
    holds stderr "a3dlint: ends.zip: cannot be read: $ambiguous"
    [ -z "$more" ] || holds stdout 'ends.zip!evil.m3g: invalid (m3g 1.0)'
done
# A stored archive has an end too, but in no comment.
zip -q -0 -X outer.zip one.zip ok.m3g
ends 0 outer.zip
