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

# ---- members that the list does not have ----
unlisted='cannot be read: the list of the archive does not contain it, so only some readers find it'
hidden() { # hidden ARCHIVE [NAME]: one member is valid, the other one is not in the list
    ends 3 "$1"
    holds stdout "$1!ok.m3g: valid (m3g 1.0)"
    holds stderr "a3dlint: $1!${2-evil.m3g}: $unlisted"
}
drop() { # drop ARCHIVE NEW N: without the Nth of two entries of the list
    local at=($(places "$1" 'PK\x01\x02')) end
    end=$(last "$1" 'PK\x05\x06')
    at+=("$end")
    (head -c "${at[$3 - 1]}" "$1"; tail -c +$((at[$3] + 1)) "$1") > "$2"
    end=$((end - at[$3] + at[$3 - 1]))
    spoil "$2" $((end + 8)) '\1\0\1\0'
    spoil "$2" $((end + 12)) "$(number 4 $((end - at[0])))"
}
rm -f two.zip
zip -q -0 -X two.zip evil.m3g ok.m3g
drop two.zip before.zip 1
hidden before.zip
zip -q -0 -X back.zip ok.m3g evil.m3g
drop back.zip after.zip 2
hidden after.zip
zip -q -X deflated.zip evil.m3g ok.m3g
drop deflated.zip gap.zip 1
hidden gap.zip
zip -q -0 -X ok.zip ok.m3g
cat one.zip ok.zip > joined.zip
hidden joined.zip
(cat one.zip; printf "$fake") > empty-end.zip
ends 3 empty-end.zip
holds stderr "a3dlint: empty-end.zip!evil.m3g: $unlisted"
# Not so: any order of the list, a header by chance, one inside a stored archive, and one that was streamed.
ends 1 two.zip
at=($(places two.zip 'PK\x01\x02') $(last two.zip 'PK\x05\x06'))
piece() { head -c "$2" two.zip | tail -c +$(($1 + 1)); }
(piece 0 ${at[0]}; piece ${at[1]} ${at[2]}; piece ${at[0]} ${at[1]}; piece ${at[2]} 99999) > turned.zip
ends 1 turned.zip
(printf 'PK\3\4 and PK\3\4'; head -c 50 /dev/zero; cat ok.zip) > chance.zip
ends 0 chance.zip
ends 0 outer.zip
zip -q - ok.m3g | cat > streamed.zip
ends 0 streamed.zip

# ---- headers that disagree ----
differs='cannot be read: its own header has another size or packing method'
own() { # own OFFSET BYTES: in the member's own header
    cp one.zip other.zip
    spoil other.zip "$1" "$2"
    ends 3 other.zip
    holds stderr "a3dlint: other.zip!evil.m3g: $differs"
}
own 8 '\10'
own 18 '\1'
own 22 '\1'
listed=$(last slash.zip 'PK\x01\x02')
cp slash.zip empty.zip
spoil empty.zip $((listed + 16)) '\0\0\0\0\0\0\0\0\0\0\0\0'
ends 3 empty.zip
holds stderr "a3dlint: empty.zip!evil.m3/: $differs"
