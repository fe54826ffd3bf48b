#!/bin/bash
# Inputs that are no plain files, and outputs that go away: each ends at once, in a status and a message.
set -eu
cd "$TMPDIR"
fail() { echo "$1"; exit 1; }
ends() { # ends STATUS COMMAND...: in a minute, with this status; stdout and stderr are kept
    local expected=$1 status=0
    shift
    timeout 600 "$@" > stdout 2> stderr || status=$?
    [ $status -eq "$expected" ] || { cat stderr; fail "status $status, not $expected: $*"; }
}
says() { grep -q -e "$1" stderr || { cat stderr; fail "no message with '$1'"; }; }

"$A3DLINT" generate --as m3g -o in.m3g

# A FIFO that nobody writes to, devices, a folder, a loop of links.
mkfifo pipe.m3g
ln -s loop.m3g loop.m3g
ends 3 "$A3DLINT" check pipe.m3g
says FIFO
ends 3 "$A3DLINT" check /dev/zero
says 'not a regular file'
ends 3 "$A3DLINT" dump .
says folder
ends 3 "$A3DLINT" rewrite pipe.m3g
ends 3 "$A3DLINT" check loop.m3g
says loop.m3g
mkdir -p dir/a/b
ln -s ../.. dir/a/b/up
ln -s . dir/here
cp in.m3g dir/a/b
ends 0 "$A3DLINT" check -v dir
[ "$(grep -c valid stdout)" -eq 2 ] || { cat stdout; fail 'a loop of folders was not left'; }

# An input without end stops at the limit.
ends 4 bash -c '"$0" check --max-input 1Mi - < /dev/zero' "$A3DLINT"
ends 4 bash -c 'yes | "$0" check --max-input 1Mi -' "$A3DLINT"

# A film beside the models is none of ours; what is named, is called like a model or begins like one is not judged.
mkdir large
cp in.m3g large
truncate -s 5G large/film.mp4
ends 0 "$A3DLINT" check -v large
grep -q 'large/film.mp4: skipped: larger than a model can be' stdout || { cat stdout; fail 'a large file of another kind is not skipped'; }
ends 4 "$A3DLINT" check large/film.mp4
mv large/film.mp4 large/model.p3d
ends 4 "$A3DLINT" check large
mv large/model.p3d large/model.bin
dd if=in.m3g of=large/model.bin conv=notrunc 2> /dev/null
ends 4 "$A3DLINT" check large
printf 'PK\3\4' | dd of=large/model.bin conv=notrunc 2> /dev/null
ends 4 "$A3DLINT" check large
rm -r large

# Standard input can be read once.
ends 3 bash -c '"$0" check - - < in.m3g' "$A3DLINT"
says 'standard input was read already'
grep -q '1 valid, 1 unreadable' stdout || { cat stdout; fail 'the first - was not judged'; }
ends 3 bash -c '"$0" diff - - < in.m3g' "$A3DLINT"
says 'standard input was read already'
ends 3 bash -c 'echo - | "$0" check --files-from -' "$A3DLINT"
says 'standard input was read already'
ends 3 "$A3DLINT" find pipe.m3g
says 'pipe.m3g: cannot be read: is a FIFO'

# What may not be read. Root may read everything, so it becomes somebody else for this.
tool=("$A3DLINT")
if [ "$(id -u)" -eq 0 ]; then
    cp "$A3DLINT_RELEASE" tool
    chmod 755 . tool
    tool=(setpriv --reuid=65534 --regid=65534 --clear-groups "$PWD/tool")
fi
if "${tool[@]}" --version > stdout 2> stderr; then
    mkdir closed
    cp in.m3g closed
    cp in.m3g secret.m3g
    chmod 000 closed secret.m3g
    ends 3 "${tool[@]}" check closed
    says closed
    ends 3 "${tool[@]}" check in.m3g secret.m3g
    says secret
    ends 3 "${tool[@]}" check closed/in.m3g # no word of the .a3dlint that might lie there
    says '^a3dlint: closed/in.m3g: cannot be read: Permission denied'
    chmod 755 closed

    # A folder above that nobody may look into is none of the user's business; a configuration that is there is.
    mkdir -p closed/open
    cp in.m3g closed/open
    chmod 755 closed/open
    chmod 700 closed
    if [ "$(id -u)" -eq 0 ]; then
        ends 0 bash -c 'cd closed/open; exec "$@" check in.m3g' - "${tool[@]}"
    fi
    chmod 755 closed
    echo 'fail-on = note' > closed/.a3dlint
    chmod 000 closed/.a3dlint
    ends 2 "${tool[@]}" check closed/open/in.m3g
    says '^a3dlint: closed/.a3dlint: cannot be read: Permission denied'

    # A stack that is too small grows, or is refused in words.
    ends 0 env -i bash -c 'ulimit -S -s 48; exec "$@"' - "$A3DLINT_RELEASE" check "$CORPUS/rules/m3g/checksum.good.m3g"
    [ "$(id -u)" -eq 0 ] || tool=("$A3DLINT_RELEASE") # sanitizers need more before it begins
    ends 5 env -i bash -c 'ulimit -s 64; exec "$@"' - "${tool[@]}" check in.m3g
    says 'the system allows too small a stack; expected 1024 KiB or more'
fi

# Standard input and output that are closed, and a reader that goes away.
ends 3 bash -c '"$0" check - <&-' "$A3DLINT"
ends 5 bash -c '"$0" check in.m3g >&-' "$A3DLINT"
ends 5 bash -c '"$0" rewrite in.m3g >&-' "$A3DLINT"
says 'cannot write'
ends 0 bash -c '"$0" rewrite in.m3g -o out.m3g >&- 2>&-' "$A3DLINT"
cmp in.m3g out.m3g
for i in $(seq 200); do cp in.m3g "dir/$i.m3g"; done
# Files are closed when they are read, known ones and others.
for i in $(seq 100); do echo no > "dir/$i.txt"; done
ends 0 bash -c 'ulimit -n 40; "$0" check dir dir/*.m3g' "$A3DLINT"
grep -q '^401 files: 401 valid' stdout || { cat stdout; fail 'not all files were read'; }
rm dir/*.txt
ends 0 bash -c '{ "$0" check --format json dir dir dir dir; echo $? > status; } | true' "$A3DLINT"
[ "$(cat status)" -eq 5 ] || fail "a closed pipe ended with $(cat status)"
[ ! -s stderr ] || { cat stderr; fail 'a reader that has enough is told of it'; }

# Fewer open files than the sandbox needs, and a clock that nobody set.
if "$A3DLINT_RELEASE" --version | grep -q '^sandbox: files'; then
    ends 5 bash -c 'ulimit -n 4; exec "$0" check in.m3g' "$A3DLINT_RELEASE"
    says '^a3dlint: the sandbox cannot be entered: Too many open files$'
fi
echo 'long time(long *to) { return to != 0 ? (*to = -86400) : -86400; }' > clock.c
cc -shared -fPIC -w -fno-builtin -o clock.so clock.c
ends 5 env -u SOURCE_DATE_EPOCH LD_PRELOAD="$PWD/clock.so" "$A3DLINT_RELEASE" check in.m3g
says '^a3dlint: the clock is at a day before 1970; give the day with --today$'
ends 0 env -u SOURCE_DATE_EPOCH LD_PRELOAD="$PWD/clock.so" "$A3DLINT_RELEASE" check --today 2026-01-31 in.m3g

# A current folder that was removed.
for command in 'check ../in.m3g' 'rewrite ../in.m3g -o ../out.m3g' 'fix ../in.m3g -o ../out.m3g' 'check --print-config ../in.m3g'; do
    mkdir gone
    ends 5 bash -c "cd gone && rmdir ../gone && exec '$A3DLINT' $command"
    says '^a3dlint: the current folder cannot be found$'
done

# A deep folder, a long name, an empty one.
deep=$(printf 'd/%.0s' $(seq 400))
mkdir -p "$deep"
cp in.m3g "$deep/in.m3g"
ends 0 "$A3DLINT" check d
ends 3 "$A3DLINT" check "$(printf 'x%.0s' $(seq 5000))"
says 'too long'
ends 3 "$A3DLINT" check ''
says 'the path is empty'
ends 2 "$A3DLINT" rewrite in.m3g -o ''
