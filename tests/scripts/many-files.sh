#!/bin/bash
# Many files in one go: the same bytes for any number of threads, in sorted order; signals end a run with what is
# known so far; progress is shown on a terminal and nowhere else.
set -eu
cd "$TMPDIR"
. "$TOP/tests/scripts/lib/skip.sh"
fail() { echo "$1"; exit 1; }
ends() { # ends STATUS COMMAND...: stdout and stderr are kept
    local expected=$1 status=0
    shift
    timeout 600 "$@" > stdout 2> stderr || status=$?
    [ $status -eq "$expected" ] || { cat stderr; fail "status $status, not $expected: $*"; }
}
says() { grep -q -e "$1" stderr || { cat stderr; fail "no message with '$1'"; }; }

# ---- the same bytes ----
ln -s "$CORPUS" corpus
for run in text:1 text:7 json:1 json:2 json:7; do
    form=${run%:*} threads=${run#*:} status=0
    "$A3DLINT" check -v --show note --stats --format $form -j $threads corpus missing > $form.$threads 2> $form.$threads.err || status=$?
    echo "ends with $status" >> $form.$threads.err
    [ $threads -ne 1 ] || continue
    cmp $form.1 $form.$threads || fail "-j $threads writes another report than -j 1 ($form)"
    cmp $form.1.err $form.$threads.err || fail "-j $threads complains otherwise than -j 1 ($form)"
done
files=$(find corpus/ -type f | wc -l)
grep '^corpus/.*: [a-z]*\( (\|$\)' text.1 | sed 's/: .*//' > order
[ "$(wc -l < order)" -gt $((files / 2)) ] || fail 'the report names few of the files'
tr / '\001' < order | sort -c || fail 'the files are not in sorted order'

# ---- many names in a folder of a long name ----
folder=long
while [ ${#folder} -lt 3000 ]; do folder=$folder/$(printf '%0200d' 0); done
mkdir -p $folder
(cd $folder && seq -f 'file-%.0f' 10000 | xargs touch)
ends 0 bash -c 'ulimit -v 30000; exec "$0" find long' "$A3DLINT_RELEASE"
grep -q '^0 members in 10000 files$' stdout || fail "not all of ten thousand files: $(cat stdout)"

# ---- ten thousand small files ----
mkdir -p some ten
find corpus/ -type f -size -8 \( -name '*.a3d' -o -name '*.p3d' -o -name '*.m3g' \) ! -path '*/rules/file/*.bad.*' | sort | awk 'NR % 15 == 0' | head -n 100 | while read -r file; do
    cp "$file" "some/$(echo "${file#corpus/}" | tr / _)"
done
alone=0
"$A3DLINT_RELEASE" check some > some.report 2>&1 || alone=$?
[[ $alone == [13] ]] || { tail -n 3 some.report; fail "a hundred files end with $alone"; }
for i in $(seq -w 100); do cp -rl some "ten/$i"; done
[ "$(find ten -type f | wc -l)" -eq 10000 ] || fail 'not ten thousand files'
times=
for threads in 1 2; do
    status=0
    started=${EPOCHREALTIME/[.,]/}
    "$A3DLINT_RELEASE" check -v -j $threads ten > ten.$threads 2>&1 || status=$?
    times+=" -j$threads $(((${EPOCHREALTIME/[.,]/} - started) / 1000)) ms"
    [ $status -eq $alone ] || { tail -n 3 ten.$threads; fail "ten thousand files end with $status"; }
done
cmp ten.1 ten.2 || fail 'the report of ten thousand files depends on the threads'
grep -q '^10000 files: ' ten.1 || { tail -n 1 ten.1; fail 'files are missing'; }
echo "10000 files:$times"

# ---- names of any kind, from a list ----
"$A3DLINT" generate --as m3g -o in.m3g
mkdir 'a b'
name=$(printf 'a b/new\nline.m3g')
cp in.m3g "$name"
cp in.m3g 'a b/ü ".m3g'
find 'a b' -type f -print0 | sort -z > nuls
for threads in 1 2; do
    ends 0 "$A3DLINT" check -v -j $threads --files-from - < nuls
    grep -q -F 'new\x0aline.m3g: valid' stdout && grep -q 'ü ".m3g: valid' stdout || { cat stdout; fail 'a name from the list is lost'; }
done

# ---- signals ----
# check waits for standard input, behind a file that it has judged.
mkfifo waits
asleep() { # asleep PID: until no thread of the process had anything to do for a third of a second
    local quiet=0 i
    for ((i = 0; i < 600 && quiet < 3; i++)); do
        sleep 0.1
        if cut -d ' ' -f 3 /proc/"$1"/task/*/stat 2> /dev/null | grep -q '[^S]'; then quiet=0; else quiet=$((quiet + 1)); fi
    done
    [ $quiet -eq 3 ] || fail 'it never waits'
}
interrupt() { # interrupt SIGNAL STATUS OPTION...
    local signal=$1 expected=$2 status=0 pid
    shift 2
    env --default-signal=INT "$A3DLINT" check -v "$@" in.m3g - in.m3g < waits > stdout 2> stderr & pid=$!
    exec 9> waits
    asleep $pid
    kill -s "$signal" $pid
    wait $pid || status=$?
    exec 9>&-
    [ $status -eq "$expected" ] || { cat stderr; fail "SIG$signal: status $status, not $expected"; }
    says interrupted
}
for threads in 1 3; do
    interrupt INT 130 -j $threads
    grep -q '^in.m3g: valid' stdout && grep -q '^1 file: 1 valid; interrupted$' stdout || { cat stdout; fail 'what was judged is not reported'; }
    interrupt TERM 143 -j $threads --format json
    grep -q '"interrupted": true' stdout && grep -q '"files": 1,' stdout || { cat stdout; fail 'JSON does not say that it was interrupted'; }
    tail -n 1 stdout | grep -q '^}$' || fail 'the JSON document has no end'
    interrupt INT 130 -j $threads --format junit
    grep -q '<error message="interrupted: .*" type="interrupted"/>' stdout || { cat stdout; fail 'JUnit does not say that it was interrupted'; }
    tail -n 1 stdout | grep -q '^</testsuites>$' || fail 'the JUnit document has no end'
done

# A second signal ends it at once, here while nobody reads what it writes; not so one that comes together with the first,
# as timeout(1) sends them.
mkfifo full
exec 8<> full
env --default-signal=INT "$A3DLINT" check --format json corpus > full 2> stderr & pid=$!
asleep $pid
kill -INT $pid
sleep 0.02
kill -INT $pid
sleep 1
kill -0 $pid || fail 'the first signal ended it without a report'
kill -INT $pid
status=0
wait $pid || status=$?
exec 8<&-
[ $status -eq 130 ] || fail "a second SIGINT: status $status"

# ---- progress ----
if command -v script > /dev/null; then
    on_terminal() { TERM=xterm script -qec "$*" typescript > /dev/null; }
    on_terminal "'$A3DLINT' check -q --progress=always in.m3g > stdout"
    grep -q '1 file, 0 not valid: in.m3g' typescript || { cat typescript; fail 'no progress on a terminal'; }
    on_terminal "stty cols 24; '$A3DLINT' check -q --progress=always in.m3g > stdout"
    grep -q $'^\r\033\\[Ka3dlint: 1 file, 0 not \r\033\\[K$' typescript || { cat -v typescript; fail 'progress does not stay in a row of a narrow terminal'; }
    # Of a long path the end is shown, so that it fills the row up to the last column but one.
    cp in.m3g "the-beginning-of-a-name-that-is-too-long-for-the-row-and-its-end.m3g"
    on_terminal "stty cols 60; '$A3DLINT' check -q --progress=always the-*.m3g > stdout"
    grep -q $'^\r\033\\[Ka3dlint: 1 file, 0 not valid: g-for-the-row-and-its-end.m3g\r\033\\[K$' typescript ||
        { cat -v typescript; fail 'progress does not end with the end of a long path'; }
    for ((i = 0; i < 20; i++)); do # on a busy machine a run may take a second
        began=$EPOCHREALTIME
        on_terminal "'$A3DLINT' check -q in.m3g > stdout"
        [ $((${EPOCHREALTIME/./} - ${began/./})) -ge 1000000 ] || break
    done
    [ $i -lt 20 ] || fail 'no run took less than a second'
    grep -q 'not valid' typescript && fail 'progress of a run that takes no second'
    on_terminal "(sleep 1.2; cat in.m3g) | '$A3DLINT' check -q - in.m3g > stdout"
    grep -q '1 file, 0 not valid: -' typescript || { cat typescript; fail 'no progress of a run that takes more than a second'; }
    on_terminal "(sleep 1.2; cat in.m3g) | '$A3DLINT' check -q --progress=never - in.m3g > stdout"
    grep -q 'not valid' typescript && fail 'progress that nobody wants'
else
    skip_part 'no script(1) here'
fi
ends 0 bash -c '(sleep 1.2; cat in.m3g) | "$0" check -q - in.m3g' "$A3DLINT"
[ ! -s stderr ] || fail 'progress without a terminal'
