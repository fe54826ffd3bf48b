#!/bin/bash
# Where results go: a file is replaced as a whole or not at all, its mode and links stay, and an input is never
# touched unless -o names it, and then only by commands that write models.
set -eu
cd "$TMPDIR"
. "$TOP/tests/scripts/lib/skip.sh"
fail() { echo "$1"; exit 1; }
expect() { # expect STATUS COMMAND...
    local expected=$1 status=0
    shift
    "$@" > stdout 2> stderr || status=$?
    [ $status -eq "$expected" ] || { cat stderr; fail "status $status, not $expected: $*"; }
}
untouched() { # untouched COMMAND...: exit status 5, the old file is there, and nothing beside it
    expect 5 "$@"
    [ -s stderr ] || fail "silent: $*"
    cmp -s old.m3g out/old.m3g || fail "the old file is gone: $*"
    [ "$(ls -A out)" = old.m3g ] || fail "left behind: $(ls -A out)"
}

"$A3DLINT" generate --as m3g -o in.m3g
cp in.m3g kept.m3g
printf 'old' > old.m3g
mkdir out
cp old.m3g out/old.m3g

# The input.
for command in "rewrite in.m3g" "rewrite --canonical in.m3g" "edit in.m3g sections+=1" "dump in.m3g" "check in.m3g"; do
    # shellcheck disable=SC2086 # words
    expect 0 "$A3DLINT" $command
    cmp in.m3g kept.m3g
done
expect 0 "$A3DLINT" edit in.m3g sections+=1 -o in.m3g
cmp -s in.m3g kept.m3g && fail 'edit -o of the input did nothing'
cp kept.m3g in.m3g

# A report never replaces what the run reads, by whatever path, nor another output.
mkdir reads
cd reads
"$A3DLINT" generate --break m3g/checksum -o a.m3g
cp ../in.m3g b.m3g
cp ../in.m3g notes
expect 0 "$A3DLINT" check --write-baseline known.json a.m3g
rm stdout stderr
echo 'm3g/checksum = warning' > c.ini
printf 'a.m3g\nnotes\n' > list
ln a.m3g hard.out
ln -s a.m3g soft.out
ln known.json known.hard
ln -s . same
sums() { find . -type f -exec md5sum {} + | sort; }
sums > ../reads.sums
refused() { # refused MESSAGE ARGUMENT...: status 2, and no file is written or changed
    local message=$1
    shift
    expect 2 "$A3DLINT" "$@"
    rm -f stdout
    grep -qF -- "$message" stderr || { cat stderr; fail "no message '$message': $*"; }
    rm stderr
    sums | cmp - ../reads.sums || fail "a file was written: $*"
}
for out in known.json ./known.json same/known.json known.hard "$PWD/known.json"; do
    refused "-o $out: that is the file of --baseline" check --baseline known.json -o "$out" a.m3g
done
refused '-o c.ini: that is the file of --config' check --config c.ini -o c.ini a.m3g
refused '-o c.ini: that is the file of --config' fix --config c.ini a.m3g -o c.ini
refused '-o list: that is the file of --files-from' check --files-from list -o list
refused '--also list: that is the file of --files-from' check --files-from list --also json=list
refused '-o notes: that is an input' check --files-from list -o notes
refused '-o .a3dlint: that is the name of a configuration file' check -o .a3dlint a.m3g
for pair in '-o --write-baseline' '-o --cache' '--write-baseline --cache'; do
    # shellcheck disable=SC2086 # words
    set -- $pair
    for other in new ./new same/new "$PWD/new"; do
        refused "$1 and $2 are the same file" check "$1" new "$2" "$other" a.m3g
    done
done
for command in dump 'dump --text' hex; do
    for out in a.m3g ./a.m3g hard.out soft.out; do
        # shellcheck disable=SC2086 # words
        refused "-o $out: that is an input" $command a.m3g -o "$out"
    done
done
for out in a.m3g b.m3g hard.out soft.out; do
    refused "-o $out: that is an input" diff a.m3g b.m3g -o "$out"
done
expect 2 "$A3DLINT" hex - -o a.m3g < a.m3g
cmp a.m3g hard.out || fail 'hex replaced its standard input'
expect 0 "$A3DLINT" hex - -o new.out < a.m3g
rm new.out stdout stderr
# What a configuration file brings is known when it has been read.
mkdir deep
mv a.m3g deep
echo 'baseline = ../known.json' > deep/theirs
(cd deep && ln -s theirs .a3dlint)
sums > ../reads.sums
refused '-o known.hard: that is a baseline that this run has read' check -o known.hard deep
refused '-o deep/theirs: that is a configuration file that this run has read' check -o deep/theirs deep
refused '--also deep/theirs: that is a configuration file that this run has read' check --also json=deep/theirs deep
cd ..

# A write that is cut off: a limit on the size of files ends it in the middle.
dd if=/dev/zero of=zeros bs=1024 count=64 2> /dev/null
expect 0 "$A3DLINT" edit in.m3g "sections[0].objects[0].authoringField=\"$(tr '\0' a < zeros)\"" -o large.m3g
untouched bash -c 'ulimit -f 8; exec "$0" rewrite large.m3g -o out/old.m3g' "$A3DLINT_RELEASE"

# No room for the temporary file.
expect 5 "$A3DLINT" rewrite in.m3g -o missing/out.m3g
expect 5 "$A3DLINT" rewrite in.m3g -o out
expect 5 "$A3DLINT" rewrite in.m3g -o /dev/full
if [ "$(id -u)" -ne 0 ]; then
    chmod 555 out
    untouched "$A3DLINT" rewrite in.m3g -o out/old.m3g
    chmod 755 out
fi

# Mode and links.
chmod 640 out/old.m3g
expect 0 "$A3DLINT" rewrite in.m3g -o out/old.m3g
[ "$(stat -c %a out/old.m3g)" = 640 ] || fail 'the mode of the old file is lost'
(umask 027; "$A3DLINT" rewrite in.m3g -o out/new.m3g)
[ "$(stat -c %a out/new.m3g)" = 640 ] || fail 'the mode of a new file is not by umask'
cp old.m3g out/old.m3g
ln -s out/old.m3g link.m3g
expect 0 "$A3DLINT" rewrite in.m3g -o link.m3g
[ -L link.m3g ] || fail 'the link became a file'
ln -s nowhere lost.m3g
expect 5 "$A3DLINT" rewrite in.m3g -o lost.m3g
grep -q 'leads nowhere' stderr || fail "a link to nothing: $(cat stderr)"
[ -L lost.m3g ] || fail 'the link to nothing became a file'
expect 2 "$A3DLINT" triage in.m3g -o -
[ ! -e ./- ] || fail 'triage -o - made a file of that name'
cmp in.m3g out/old.m3g
ln in.m3g hard.m3g
expect 0 "$A3DLINT" edit in.m3g sections+=1 -o hard.m3g
cmp in.m3g kept.m3g || fail 'another name of the old file was changed with it'

# Pipes and devices are written to, not replaced.
mkfifo pipe
cat pipe > got & reader=$!
expect 0 "$A3DLINT" rewrite in.m3g -o pipe
wait $reader
[ -p pipe ] || fail 'the FIFO became a file'
cmp got in.m3g
expect 0 "$A3DLINT" rewrite in.m3g -o /dev/null
[ -c /dev/null ] || fail '/dev/null became a file'
expect 0 "$A3DLINT" rewrite in.m3g -o /dev/stdout
cmp stdout in.m3g
[ -L /dev/stdout ] || fail '/dev/stdout became a file'

# What is no text goes to no terminal.
if command -v script > /dev/null; then
    for command in "rewrite" "dump --gltf"; do
        expect 2 script -qec "'$A3DLINT' $command in.m3g" /dev/null
        grep -q 'the result is binary' stdout || fail "$command writes to a terminal"
    done
    # Colours are for a terminal that has them, and for who does not refuse them (no-color.org).
    "$A3DLINT" edit in.m3g 'sections[1].checksum:=1' -o red.m3g
    colours() { # colours WANTED VARIABLE...: 1 or 0 coloured lines
        [ "$(env -u NO_COLOR TERM=xterm "${@:2}" script -qec "'$A3DLINT' check -q red.m3g" /dev/null | grep -c $'\033\[31m')" -eq "$1" ] || fail "colours: $*"
    }
    colours 1 A=
    colours 1 NO_COLOR=
    colours 0 NO_COLOR=1
    colours 0 TERM=dumb
    colours 0 TERM=
else
    skip_part 'no script(1) here'
fi

# A name of 255 bytes has room for no other one beside it.
long=$(printf '%0251d' 0).m3g
cp old.m3g "out/$long"
expect 0 "$A3DLINT" rewrite in.m3g -o "out/$long"
cmp in.m3g "out/$long"

# Other names of a file keep the old content, and that is said.
mkdir hard
cp old.m3g hard/one.m3g
ln hard/one.m3g hard/two.m3g
expect 0 "$A3DLINT" rewrite in.m3g -o hard/one.m3g
grep -q 'hard/one.m3g: the file has other names (hard links), which keep the old content' stderr || fail 'nothing says that hard links part'
cmp in.m3g hard/one.m3g
cmp old.m3g hard/two.m3g
if [ "$(id -u)" -eq 0 ]; then
    chown 12345:54321 hard/one.m3g
    expect 0 "$A3DLINT" rewrite in.m3g -o hard/one.m3g
    [ "$(stat -c %u:%g hard/one.m3g)" = 12345:54321 ] || fail 'the owner of the old file is lost'
fi

# Runs that update one baseline take turns: what six of them find at once is all in it.
mkdir many
for n in 1 2 3 4 5 6; do
    mkdir "many/$n"
    cp "$CORPUS/rules/tanki/block-length.bad.a3d" "many/$n/m.a3d"
    "$A3DLINT_RELEASE" check --write-baseline many/known.json "many/$n" > /dev/null 2> "many/$n.log" &
done
wait
[ "$(grep -c '"path"' many/known.json)" -eq 6 ] || fail "six runs at once leave $(grep -c '"path"' many/known.json) entries"

# What cannot be written is said once, and the search for more ends.
cat in.m3g in.m3g in.m3g > three
says() { # says LINE...: the last command printed these messages and no others
    [ "$(cat stderr)" = "$(printf 'a3dlint: %s\n' "$@")" ] || fail "expected '$*', got '$(cat stderr)'"
}
for form in text json; do
    status=0
    "$A3DLINT" find --format $form three three > /dev/full 2> stderr || status=$?
    [ $status -eq 5 ] || fail "find into a full device: status $status"
    says 'cannot write standard output: No space left on device'
done
expect 5 "$A3DLINT" rewrite in.m3g -o /dev/full
says 'cannot write /dev/full: No space left on device'
expect 5 "$A3DLINT" rewrite in.m3g -o lost.m3g
says 'cannot write lost.m3g: is a link that leads nowhere'

# A document that is extracted replaces nothing, and what could not be written leaves nothing behind.
expect 0 "$A3DLINT" find --extract found three
cmp in.m3g found/three+0x00000000.m3g
printf old > found/three+0x00000000.m3g
expect 5 "$A3DLINT" find --extract found three
says "cannot write found/three+0x000000"{00,56,ac}".m3g: File exists"
[ "$(cat found/three+0x00000000.m3g)" = old ] || fail 'an extracted document replaced a file'
cat large.m3g > both
expect 5 bash -c 'ulimit -f 8; exec "$0" find --extract cut both' "$A3DLINT_RELEASE"
says 'cannot write cut/both+0x00000000.m3g: File too large'
[ ! -e cut ] || fail "a part of a document or its folder was left: $(ls -A cut)"

# Without a document there is no new folder; one of the user stays.
echo text > no-model
mkdir theirs
expect 0 "$A3DLINT_RELEASE" find --extract nothing no-model
says '--extract nothing: no model was found, so nothing was extracted and the folder was not kept'
[ ! -e nothing ] || fail 'an empty folder was left'
expect 0 "$A3DLINT_RELEASE" find --extract theirs/ no-model
says '--extract theirs/: no model was found, so nothing was extracted'
[ -d theirs ] || fail 'a folder of the user was removed'
expect 0 "$A3DLINT_RELEASE" find --extract deep-not/ no-model
[ ! -e deep-not ] || fail 'an empty folder was left, named with a slash'

# A baseline that could not be written accepts nothing, and no summary says so.
"$A3DLINT" generate --break m3g/checksum -o bad.m3g
if [ -d /proc/self ]; then
    expect 5 "$A3DLINT_RELEASE" check --write-baseline /proc/known.json bad.m3g
    grep -q '; the baseline was not written$' stdout || fail "the summary of an unwritten baseline: $(cat stdout)"
    ! grep -q 'in the baseline' stdout || fail "findings in a baseline that is not there: $(cat stdout)"
fi

# Messages of any length show names whole, with control characters and broken UTF-8 escaped; written piece by piece.
for n in 0 1 $(seq 995 1030) 2040 4000; do
    start=$(printf "%${n}s" '' | tr ' ' a)
    name=$start$(printf '\001b\303\251\205\302\205c\342\202\254\033[1m')
    expected=$start'\x01b'$(printf '\303\251')'\x85\xc2\x85c'$(printf '\342\202\254')'\x1b[1m'
    status=0
    "$A3DLINT" explain "$name" > /dev/null 2> stderr || status=$?
    [ $status -eq 2 ] || fail "explain: status $status"
    head -n 1 stderr | grep -qF -- "$expected" || fail "a message about a name of $n letters: $(cat stderr)"
    [ "$(wc -l < stderr)" -eq 1 ] || fail "a message of several lines: $(cat stderr)"
done
