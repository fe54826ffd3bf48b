#!/bin/bash
# Members of archives: judged like files of a folder, named ARCHIVE!MEMBER, bounded, and reported when they cannot be read.
set -eu
cd "$TMPDIR"
fail() { echo "$1"; exit 1; }
ends() { # ends STATUS OPTION...: of check; stdout and stderr are kept
    local expected=$1 status=0
    shift
    timeout 600 "$A3DLINT" check -v "$@" > stdout 2> stderr || status=$?
    [ $status -eq "$expected" ] || { cat stdout stderr; fail "status $status, not $expected: $*"; }
}
prints() { # prints LINE...: the whole of stdout but for what is said of branches
    printf '%s\n' "$@" | diff - <(grep -v ': branch ' stdout) || fail 'another report'
}
says() { # says LINE...: the whole of stderr
    printf 'a3dlint: %s\n' "$@" | diff - stderr || fail 'other messages'
}
bank() { node "$TOP/tests/scripts/pbo.js" "$@"; }

"$A3DLINT" generate --as m3g -o s.m3g
"$A3DLINT" generate --as odol -o s.p3d
"$A3DLINT" edit s.m3g 'sections[1].checksum:=1' -o bad.m3g
echo text > text

# ---- jar and zip ----
mkdir -p tree/res
cp s.m3g tree/res/good.bin
cp s.m3g 'tree/res/ü.m3g'
cp bad.m3g text tree/res
(cd tree && zip -q ../a.jar res res/bad.m3g res/text res/good.bin res/ü.m3g)
for threads in 1 4; do
    ends 1 -j $threads --format json a.jar
    mv stdout json.$threads
done
cmp json.1 json.4
grep -q '"path": "a.jar!res/bad.m3g"' json.1 || fail 'no member in JSON'
ends 1 a.jar
grep -v '^    ' stdout > lines && mv lines stdout
report=('a.jar!res/bad.m3g: error m3g/checksum: checksum is 00000001; expected 372b056c, the checksum of the bytes before it'
        'a.jar!res/bad.m3g: invalid (m3g 1.0)' 'a.jar!res/text: skipped: the file format is unknown; expected an A3D, M3G or ODOL P3D model' 'a.jar!res/good.bin: valid (m3g 1.0)'
        'a.jar!res/ü.m3g: valid (m3g 1.0)')
prints "${report[@]}" '3 files: 2 valid, 1 invalid, 1 skipped, 1 error'
# The content decides, and members stand where the archive does.
mkdir folder
cp a.jar folder/m
cp s.m3g folder/a
cp s.m3g folder/z
ends 1 folder
grep -o '^folder/[^:]*: [vi].*' stdout > lines && mv lines stdout
prints 'folder/a: valid (m3g 1.0)' 'folder/m!res/bad.m3g: invalid (m3g 1.0)' 'folder/m!res/good.bin: valid (m3g 1.0)' \
    'folder/m!res/ü.m3g: valid (m3g 1.0)' 'folder/z: valid (m3g 1.0)'
ends 1 - < a.jar
grep -q '^-!res/good.bin: valid' stdout || fail 'an archive from standard input'
ends 1 --as m3g a.jar
grep -q '^a.jar: invalid (m3g)' stdout || fail '--as does not decide'

# What cannot be read is told, and the rest is judged.
zip -q -P secret encrypted.zip s.m3g
(cd tree/res && zip -q ../../encrypted.zip good.bin)
ends 3 encrypted.zip
prints 'encrypted.zip!good.bin: valid (m3g 1.0)' '2 files: 1 valid, 1 unreadable'
says 'encrypted.zip!s.m3g: cannot be read: it is encrypted'
zip -q -0 stored.zip s.m3g text
printf 'X' | dd of=stored.zip bs=1 seek=100 conv=notrunc 2> /dev/null
ends 3 stored.zip
grep -q 'stored.zip!s.m3g: cannot be read: .*CRC' stderr || { cat stderr; fail 'a wrong CRC goes unnoticed'; }
head -c 300 a.jar > cut.jar
ends 3 cut.jar
grep -q '^a3dlint: cut.jar: cannot be read: ' stderr || { cat stderr; fail 'a cut archive goes unnoticed'; }
zip -q nested.zip a.jar s.m3g
ends 0 nested.zip
prints 'nested.zip!s.m3g: valid (m3g 1.0)' '1 file: 1 valid, 1 skipped'
says 'nested.zip!a.jar: skipped: an archive inside an archive is not opened'
printf 'PK\5\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' > empty.zip
ends 0 empty.zip
prints '0 files: 0 valid'
says 'no file was checked'

# Bombs.
head -c 3000000 /dev/zero > zeros
zip -q bomb.zip s.m3g zeros
ends 4 --max-unpacked 1Mi bomb.zip
prints 'bomb.zip!s.m3g: valid (m3g 1.0)' \
    'bomb.zip: limited: its members unpack to more than the limit (--max-unpacked); the rest was not checked' '2 files: 1 valid, 1 limited'
ends 4 --max-input 1Mi bomb.zip
prints 'bomb.zip!s.m3g: valid (m3g 1.0)' 'bomb.zip!zeros: limited: the file is larger than the limit of input (--max-input)' \
    '2 files: 1 valid, 1 limited'
ends 0 bomb.zip

# Each build reads them the same.
if [ -x "$TOP/build/oneline" ]; then
    "$A3DLINT" check --format json a.jar encrypted.zip bomb.zip > json.1 2> /dev/null || [ $? -le 4 ]
    "$TOP/build/oneline" check --format json a.jar encrypted.zip bomb.zip > json.2 2> /dev/null || [ $? -le 4 ]
    cmp json.1 json.2
fi

# ---- the forms of zip ----
valid=('s.m3g: valid (m3g 1.0)' '1 file: 1 valid')
reads() { # reads FILE: whose one member is s.m3g
    ends 0 "$1"
    prints "$1!${valid[0]}" "${valid[1]}"
}
spoil() { # spoil FILE OFFSET BYTES: with printf
    printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2> /dev/null
}
place() { # place FILE TEXT: the offset of the last such text
    grep -obUaP "$2" "$1" | tail -n 1 | cut -d: -f1
}
zip -q - s.m3g | cat > streamed.zip # sizes and checksum follow the data
reads streamed.zip
zip -q -fz large.zip s.m3g # zip64
reads large.zip
zip -q -fz piped.zip - < s.m3g
ends 0 piped.zip
prints "piped.zip!-: valid (m3g 1.0)" "${valid[1]}"
zip -q noted.zip s.m3g
printf 'PK\5\6 is how an end begins\n.\n' | zip -q -z noted.zip
reads noted.zip
mkdir empty && zip -q -r folders.zip empty s.m3g
reads folders.zip
# What is before an archive moves all offsets; the marker of an archive in parts may be the first.
(printf 'PK\7\10' && cat large.zip) > moved.zip
reads moved.zip
(printf 'PK\7\10' && cat noted.zip) > moved.zip
reads moved.zip
head -c 3000 /dev/zero > zeros
zip -q -Z bzip2 other.zip zeros
ends 3 other.zip
says 'other.zip!zeros: cannot be read: its packing method 12 (bzip2) is not read; expected a stored or deflated member'

# What is wrong in one member leaves the others.
zip -q two.zip s.m3g text
spoils() { # spoils OFFSET BYTES MESSAGE: of the second member
    cp two.zip spoilt.zip
    spoil spoilt.zip "$1" "$2"
    ends 3 spoilt.zip
    prints "spoilt.zip!${valid[0]}" '2 files: 1 valid, 1 unreadable'
    says "spoilt.zip!text: cannot be read: $3"
}
listed=$(place two.zip 'PK\x01\x02') own=$(place two.zip 'PK\x03\x04')
spoils $((listed + 16)) 'X' 'its data do not have the CRC-32 of its header'
spoils $((listed + 24)) 'X' 'it has 5 unpacked bytes, not as many as its header says'
spoils $((listed + 22)) '\1' "its data end $((65536 - $(stat -c %s two.zip) + own + 30 + 32 + 5)) bytes after the archive"
spoils $((own + 30)) 'X' 'its own header has another name'
spoils $own 'X' "there is no header of it at byte $own"
cp two.zip spoilt.zip # then the list does not have the header that is there
spoil spoilt.zip $((listed + 42)) '\377\377\377\376'
ends 3 spoilt.zip
prints "spoilt.zip!${valid[0]}" '3 files: 1 valid, 2 unreadable'
says 'spoilt.zip!text: cannot be read: there is no header of it at byte 4278190079' \
    'spoilt.zip!text: cannot be read: the list of the archive does not contain it, so only some readers find it'

# What is wrong in the list ends it.
breaks() { # breaks OFFSET BYTES MESSAGE SUMMARY
    cp two.zip spoilt.zip
    spoil spoilt.zip "$1" "$2"
    ends 3 spoilt.zip
    says "spoilt.zip: cannot be read: it is a damaged zip archive: $3"
    grep -q "^2 files: 1 valid, 1 unreadable$4\$" stdout || { cat stdout; fail 'another summary'; }
}
end=$(place two.zip 'PK\x05\x06')
lost='its end, with the list of its members, is missing or wrong, and members may be missing too'
breaks "$listed" 'X' "its list of members is wrong at byte $listed" ''
breaks $((end + 8)) '\3\0\3\0' 'its end announces 3 members, its list has another number' ', 1 skipped'
breaks $((end + 8)) '\1\0\1\0' 'its end announces 1 members, its list has another number' ''
breaks "$end" 'X' "$lost" ', 1 skipped'
breaks $((end + 16)) '\377' "$lost" ', 1 skipped'

# ---- packed banks ----
model='valid (odol 75 arma)'
bank b.pbo 'models\a.p3d=s.p3d' 'm.bin=s.m3g:cprs' 'e=s.p3d:encr' 'u=s.p3d:0x12345678' 'text=text' 'z.p3d=s.p3d:cprs'
ends 3 b.pbo
prints "b.pbo!models\\a.p3d: $model" 'b.pbo!m.bin: valid (m3g 1.0)' 'b.pbo!text: skipped: the file format is unknown; expected an A3D, M3G or ODOL P3D model' "b.pbo!z.p3d: $model" '5 files: 3 valid, 2 unreadable, 1 skipped, 4 notes (4 not shown)'
says 'b.pbo!e: cannot be read: it is encrypted' 'b.pbo!u: cannot be read: its packing method 0x12345678 is not known'
bank good.pbo 'a.p3d=s.p3d' 'b.p3d=s.p3d:cprs'
ends 0 good.pbo
bank old.bin --old 'a.p3d=s.p3d:cprs' 'b.p3d=s.p3d'
ends 0 old.bin
prints "old.bin!a.p3d: $model" "old.bin!b.p3d: $model" '2 files: 2 valid, 4 notes (4 not shown)'
bank tail.pbo --tail 0102 'a.p3d=s.p3d'
ends 0 tail.pbo
says 'tail.pbo: 23 bytes after the last member are neither data nor a checksum'
size=$(stat -c %s good.pbo)
half=$((size - 21 - 100))
head -c $half good.pbo > cut.pbo
ends 3 cut.pbo
prints "cut.pbo!a.p3d: $model" '2 files: 1 valid, 1 unreadable, 2 notes (2 not shown)'
says 'cut.pbo: cannot be read: the bank is cut short: the data of a member want 100 bytes that are not there'
head -c 40 good.pbo > cut.pbo
ends 3 cut.pbo
says 'cut.pbo: cannot be read: the header of the bank has no end: what starts at byte 0 is cut short'
head -c 60 good.pbo > cut.pbo
ends 3 cut.pbo
says 'cut.pbo: cannot be read: the header of the bank has no end: what starts at byte 41 is cut short'
# A size that is claimed and cannot be true, and LZSS data that are damaged.
bank one.pbo 'b.p3d=s.p3d:cprs'
printf '\377\377\377\177' | dd of=one.pbo bs=1 seek=51 conv=notrunc 2> /dev/null
ends 3 one.pbo
says 'one.pbo!b.p3d: cannot be read: it declares more unpacked bytes than its data can yield'
bank one.pbo 'b.p3d=s.p3d:cprs'
printf '\1' | dd of=one.pbo bs=1 seek=200 conv=notrunc 2> /dev/null
ends 3 one.pbo
says 'one.pbo!b.p3d: cannot be read: the checksum does not match the data'
ends 4 --max-unpacked 100 one.pbo
bank pair.pbo 'a.p3d=s.p3d:cprs' 'b.p3d=s.p3d:cprs'
ends 0 --max-unpacked $((2 * $(stat -c %s s.p3d))) pair.pbo
ends 4 --max-unpacked "$(stat -c %s s.p3d)" pair.pbo # each of them fits, both do not
prints "pair.pbo!a.p3d: $model" \
    'pair.pbo: limited: its members unpack to more than the limit (--max-unpacked); the rest was not checked' \
    '2 files: 1 valid, 1 limited, 2 notes (2 not shown)'

# Names of members lead nowhere: neither to the configuration of another folder nor to what is known of another file.
mkdir -p up/in up/other 'up/in/up.pbo!sub'
cp bad.m3g up/other/x.m3g
echo '* = off' | tee up/other/.a3dlint > 'up/in/up.pbo!sub/.a3dlint'
bank up/in/up.pbo '../../other/x.m3g=bad.m3g' 'sub/y.m3g=bad.m3g'
ends 1 up/in/up.pbo
grep -v '^    ' stdout > lines && mv lines stdout
prints 'up/in/up.pbo!../../other/x.m3g: error m3g/checksum: checksum is 00000001; expected 372b056c, the checksum of the bytes before it' \
    'up/in/up.pbo!../../other/x.m3g: invalid (m3g 1.0)' \
    'up/in/up.pbo!sub/y.m3g: error m3g/checksum: checksum is 00000001; expected 372b056c, the checksum of the bytes before it' \
    'up/in/up.pbo!sub/y.m3g: invalid (m3g 1.0)' '2 files: 0 valid, 2 invalid, 2 errors'
ends 0 --write-baseline up/known up/in/up.pbo
grep -o '"path":"[^"]*"' up/known > stdout
prints '"path":"in/up.pbo!../../other/x.m3g"' '"path":"in/up.pbo!sub/y.m3g"'
ends 0 --baseline up/known up/in/up.pbo
ends 0 --write-baseline elsewhere --baseline up/known s.m3g
grep -o '"path":"[^"]*"' elsewhere > stdout
prints '"path":"up/in/up.pbo!../../other/x.m3g"' '"path":"up/in/up.pbo!sub/y.m3g"'
# The settings of the archive's own folder count, for the names that members have there.
printf '[up.pbo!sub/*]\n* = off\n[other/*]\n* = off\n' > up/in/.a3dlint
ends 1 up/in/up.pbo
tail -n 1 stdout > lines && mv lines stdout
prints '2 files: 1 valid, 1 invalid, 1 error'
# What is packed has no folder, whatever lies where its name would be.
"$A3DLINT" edit "$CORPUS/rules/m3g/link-unread.good.m3g" 'sections[1].objects[0].URI="pixel.png"' -o link.m3g
cp "$CORPUS/rules/m3g/pixel.part.png" 'up/in/up.pbo!sub/pixel.png'
cp link.m3g 'up/in/up.pbo!sub/z.m3g'
bank up/in/up.pbo 'sub/z.m3g=link.m3g'
ends 0 --links --no-config --show note up/in/up.pbo
grep -q 'pixel.png was not checked: the file that links to it has no folder' stdout || { cat stdout; fail 'links of a member are followed'; }
# A folder may be called like an archive and its member: what is known of files in it stays known.
mkdir -p 'odd/a!b'
cp bad.m3g 'odd/a!b/x.m3g'
ends 0 --write-baseline odd/known odd
ends 0 --baseline odd/known s.m3g
! grep -q 'odd' stdout || { cat stdout; fail 'a file that is there is told to be gone'; }

# ---- the other commands read files, not archives ----
mkdir -p one
zip -q one/s.zip s.m3g
refuses() { # refuses MESSAGE COMMAND...
    local message=$1 status=0
    shift
    "$A3DLINT" "$@" > stdout 2> stderr || status=$?
    [ $status -eq 3 ] && [ ! -s stdout ] || fail "$*: status $status"
    says "$message"
}
extract='extract the member first (a3dlint check checks all members in place)'
for command in hex dump 'rewrite -o out'; do
    refuses "one/s.zip is a zip archive; $extract" $command one/s.zip
done
refuses "one/s.zip is a zip archive; $extract" edit -o out one/s.zip sections+=1
refuses "good.pbo is a packed bank; $extract" diff good.pbo good.pbo
refuses 'one/s.zip!a!b.m3g: only check reads members in their archive (a3dlint check one/s.zip); extract this one first' dump 'one/s.zip!a!b.m3g'
refuses 'one!s.m3g: cannot be read: No such file or directory' dump 'one!s.m3g'
cp s.m3g 'one/s.zip!s.m3g'
"$A3DLINT" dump 'one/s.zip!s.m3g' > stdout || fail 'a file called like a member is not read'
# Wrong paths of check are told the same way.
rm 'one/s.zip!s.m3g'
ends 3 'one/s.zip!s.m3g'
says 'one/s.zip!s.m3g: cannot be read: members are checked with their archive (a3dlint check one/s.zip)'

# ---- what is called an archive and is none is told ----
# Leaves out the findings of files that are of no known format.
only_files() { grep -v -e '^    ' -e ' file/unknown-kind: ' stdout > lines && mv lines stdout; }
mkdir -p called/sub
cp a.jar called/w.jar
head -c 300 a.jar > called/x.jar
for jar in called/[wx].jar; do printf 'XX' | dd of=$jar conv=notrunc 2> /dev/null; done
cp good.pbo called/sub/Y.PBO
printf 'XX' | dd of=called/sub/Y.PBO conv=notrunc 2> /dev/null
cp s.m3g called/z.zip
ends 3 called
only_files
prints 'called/sub/Y.PBO: unreadable: not a packed bank in spite of its name: it is damaged or something else' \
    "${report[@]/#a.jar/called/w.jar}" \
    'called/x.jar: unreadable: not a zip archive in spite of its name: it is damaged or something else' \
    'called/z.zip: valid (m3g 1.0)' '7 files: 3 valid, 1 invalid, 3 unreadable, 1 skipped, 3 errors'
says 'called/w.jar!res/: cannot be read: there is no header of it at byte 0'
zip -q -0 holds.zip called/x.jar
ends 3 holds.zip
only_files
prints 'holds.zip!called/x.jar: unreadable: not a zip archive in spite of its name: it is damaged or something else' \
    '1 file: 0 valid, 1 unreadable, 1 error'

# ---- an archive whose end is missing is told, and what is left of it is judged ----
head -c -30 a.jar > short.jar
ends 3 short.jar
grep -v '^    ' stdout > lines && mv lines stdout
prints "${report[@]/#a.jar/short.jar}" '4 files: 2 valid, 1 invalid, 1 unreadable, 1 skipped, 1 error'
damaged='it is a damaged zip archive: its end, with the list of its members, is missing or wrong, and members may be missing too'
says "short.jar: cannot be read: $damaged"
mkdir ends
zip -q ends/whole.zip s.m3g
size=$(stat -c %s ends/whole.zip)
for n in 1 5 21 22 23 40 60; do
    head -c $((size - n)) ends/whole.zip > ends/short.zip
    ends 3 ends
    grep -q '^ends/short.zip!s.m3g: valid' stdout || { cat stdout; fail "$n bytes less: what is left is not judged"; }
    says "ends/short.zip: cannot be read: $damaged"
done
# Something behind the end, a comment, and a program in front are no damage.
rm ends/short.zip
(cat ends/whole.zip; echo more) > ends/behind.zip
cp ends/whole.zip ends/comment.zip
echo 'PK is a comment' | zip -q -z ends/comment.zip > /dev/null
(echo '#!/bin/sh'; cat ends/whole.zip) > ends/in-front.jar
ends 0 ends
prints ends/{behind.zip,comment.zip,in-front.jar,whole.zip}'!s.m3g: valid (m3g 1.0)' '4 files: 4 valid'
