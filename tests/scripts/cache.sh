#!/bin/bash
# check --cache: the report is that of a run without it, byte for byte, whatever was changed in between; what was not
# changed is not checked again. A cache that is damaged, cut, hostile, written by two runs at once or by one that is killed
# changes no report.
set -eu
cd "$TMPDIR"
fail() { echo "cache: $*"; exit 1; }
# Compares a run with the cache (twice) to one without. $1: how many results must be from the cache the second time
# (all: as many as there are; any), then the arguments.
same() {
    local hits=$1 plain=0 first=0 second=0
    shift
    "$A3DLINT_RELEASE" check "$@" > plain.out 2> plain.err || plain=$?
    "$A3DLINT_RELEASE" check "$@" --cache kept > first.out 2> first.err || first=$?
    "$A3DLINT_RELEASE" check "$@" --cache kept > second.out 2> second.err || second=$?
    [ $plain -eq $first ] && [ $plain -eq $second ] || fail "$*: status $plain, with the cache $first and $second"
    cmp plain.out first.out && cmp plain.out second.out || fail "$*: another report with the cache"
    diff plain.err <(grep -v 'are from the cache (found' first.err) && diff plain.err <(grep -v 'are from the cache (found' second.err) ||
        fail "$*: other messages with the cache"
    [ "$hits" = any ] || found "$hits" second.err
}
# found N FILE: so many results were from the cache by the messages in the file of a run with -v
found() {
    local line
    line=$(grep -o '[0-9]* of [0-9]* results are from the cache' "$2") || fail "no count in $2: $(cat "$2")"
    if [ "$1" = all ]; then [ "${line%% of*}" = "$(cut -d' ' -f3 <<< "$line")" ] || fail "$line, not all"
    else [ "${line%% of*}" = "$1" ] || fail "$line, not $1"; fi
}
forms='text json ndjson sarif sarif-github junit github'

# A third of the broken files, for it is checked some hundred times.
mkdir -p tree/rules
cp -R "$CORPUS/examples" tree
(cd "$CORPUS/rules" && find . -type f | sort | awk 'NR % 3 == 1' | xargs cp --parents -t "$TMPDIR/tree/rules")
[ "$(find tree/rules -type f | wc -l)" -gt 400 ] || fail 'too few files'
cp "$CORPUS/rules/m3g/checksum.bad.m3g" tree/bad.m3g
printf 'a text\n' > tree/readme.txt
(cd tree && zip -qr pack.zip examples bad.m3g)

# Just written, files are only known by their content; some seconds later by what the system says of them.
for form in $forms; do same all -v --format $form tree; done
sleep 3.2
for form in $forms; do
    rm -f kept
    same all -v --format $form --show note -j 1 tree
    same all -v --format $form --show note -j 4 tree
done
# A result of one form serves the others, if it has the same messages.
rm kept
same all -v --format json tree
for form in ndjson sarif junit; do "$A3DLINT_RELEASE" check -v --format $form --cache kept tree > out 2> err || :; found all err; done
# Forms that show more check anew, and keep what they found.
cp kept before
same 0 -v --stats tree
same 0 -v --stats --format json tree
"$A3DLINT" check --format html --cache kept tree > page 2> err || :
"$A3DLINT" check --format html tree > page.plain 2> err || :
cmp page page.plain || fail 'another page with the cache'
# With links, a verdict depends on other files: there is no cache.
rm kept
same any -v --links tree
[ ! -e kept ] || fail '--links writes a cache'

# Every option that changes a report, all with one cache.
"$A3DLINT_RELEASE" check --write-baseline base.json tree > out 2> err || :
printf 'm3g/* = note\n[examples/**]\nfail-on = note\nmax-findings = 2\n' > settings.ini
for options in '' '--rule m3g/*=off' '--rule m3g/*=note' '--rule m3g/*=note --rule m3g/checksum=error' '--only m3g/checksum' '--ignore m3g/checksum' \
    '--compat nokia' '--compat flash' '--as m3g' '--as odol:dayz' '--max-findings 1' '--max-work 100' '--max-nodes 10' '--max-depth 1' \
    '--max-unpacked 10' '--max-input 300' '--show note' '--show error' '--fail-on note' '--fail-on never' '--max-memory 4Mi' '--no-config' \
    '--config settings.ini' '--exclude *.m3g' '--baseline base.json' '--baseline base.json --today 2040-01-01' '--statistics' '--all' '-q' '-v' \
    '--untrusted' '--write-baseline new.json' '--follow' '--color always'; do
    # shellcheck disable=SC2086 # words
    same any $options tree
done
# The same again: nothing of it took the place of another.
same all -v tree
# Configuration files.
for lines in 'm3g/checksum = off' 'm3g/checksum = note' 'only = m3g/*' 'max-findings = 1' 'baseline = ../base.json' 'as = m3g' 'compat = nokia' '[bad.m3g]\nignore = *'; do
    printf "$lines\n" > tree/.a3dlint
    same any tree
    same any --format json tree
done
rm tree/.a3dlint
same all -v tree

# Content of the same size, with the time of the change put back.
mkdir one
good=$CORPUS/examples/plane.a3d
cp "$good" one/x.a3d
sleep 3.2
same 1 -v one
same 1 -v one
touch -r one/x.a3d stamp
printf 'X' | dd of=one/x.a3d bs=1 seek=20 conv=notrunc status=none
touch -r stamp one/x.a3d
"$A3DLINT_RELEASE" check -v --cache kept one > out 2> err || :
found 0 err
same 1 -v one
# Another file in its place, with its times.
cp -p "$good" other && touch -r stamp other && mv other one/x.a3d
same 1 -v one
# Another name, which matters for its extension.
mv one/x.a3d one/x.m3g
same 1 -v one
ln one/x.m3g one/y.a3d
same 2 -v one
mv one/x.m3g one/x.zip
same any -v one
rm one/*
# Changed at once, many times in a row: never the verdict of before.
for try in $(seq 30); do
    if [ $((try % 2)) -eq 0 ]; then cp "$good" one/x.a3d; else { head -c 20 "$good"; printf 'X'; tail -c +22 "$good"; } > one/x.a3d; fi
    status=0
    "$A3DLINT_RELEASE" check -q --cache kept one > out 2> err || status=$?
    [ $status -eq $((try % 2)) ] || fail "try $try: status $status"
done

# Another program, even of the same version, knows nothing of it.
cp "$A3DLINT_RELEASE" program
./program check -v --cache kept tree > out 2> err || :
found all err
printf x >> program
./program check -v --cache kept tree > out 2> err || :
found 0 err
./program check -v --cache kept tree > out 2> err || :
found all err
same all -v tree

# A fresh checkout has other times, and the same content. What git knows to be unchanged is not read: of a checkout whose
# index was written later than the files, of a second worktree, with each version of the index.
git() { command git -c init.defaultBranch=main -c user.name=a -c user.email=a@a.example -c advice.detachedHead=false "$@"; }
later() { sleep 0.1 && touch "$1/later" && git -C "$1" add later; } # writes the index once more
by() { # by KEY N: in the last run, N results were found by this key
    grep -q "by $1: $2[,)]" err || fail "not $2 by $1: $(cat err)"
}
known() { # known KEY N OPTION... PATH: N results by this key, and the report of a run without the cache
    local key=$1 n=$2
    shift 2
    "$A3DLINT_RELEASE" check --exclude later "$@" > plain.out 2> /dev/null || :
    "$A3DLINT_RELEASE" check --exclude later -v "$@" --cache kept > out 2> err || :
    by "$key" "$n"
    cmp <("$A3DLINT_RELEASE" check --exclude later -v "$@" 2> /dev/null || :) out || fail "$*: another report"
}
git init -q repo
mkdir repo/sub
cp -R tree/examples repo/sub
cp tree/bad.m3g repo
printf '*.m3g binary\n' > repo/.gitattributes
files=$(find repo -name '*.?3?' | wc -l)
git -C repo add -A && git -C repo commit -qm files
git clone -q repo clone
rm -f kept
known content 0 repo
"$A3DLINT_RELEASE" check --exclude later -v --cache kept clone > out 2> err || :
found all err # by content, or by git if the index was written a little later
# Git learns nothing in a look at a tree whose files it has just written; so the first run is one over an older one.
later repo
rm -f kept
known git 0 repo
for version in 2 3 4; do
    rm -rf clone
    git clone -q repo clone
    git -C clone update-index --index-version $version
    [ $version -ne 3 ] || { touch clone/intended && git -C clone add -N intended; }
    later clone
    known git "$((files + 1))" clone
    (cd clone/sub && "$A3DLINT_RELEASE" check --exclude later -v --cache ../../kept . > ../../out 2> ../../err) || :
    by git "$((files - 1))"
    "$A3DLINT_RELEASE" check --exclude later -v --cache kept clone/bad.m3g "$PWD/clone/sub/../bad.m3g" > out 2> err || :
    by git 2
done
git -C repo worktree add -q ../second
later second
known git "$((files + 1))" second
# Strangers may have made an index.
"$A3DLINT_RELEASE" check --exclude later -v --untrusted --cache kept second > out 2> err || :
by git 0
# Files that git does not look at, or that were changed, are looked at.
for mark in --assume-unchanged --skip-worktree; do
    git -C clone update-index $mark bad.m3g
    later clone
    known git "$files" clone
    printf X | dd of=clone/bad.m3g bs=1 seek=40 conv=notrunc status=none
    known git "$files" clone
    git -C clone update-index --no-${mark#--} bad.m3g
    git -C clone checkout -q bad.m3g
    later clone
    known git "$((files + 1))" clone
done
touch -r clone/bad.m3g stamp
printf X | dd of=clone/bad.m3g bs=1 seek=40 conv=notrunc status=none
touch -r stamp clone/bad.m3g
known git "$files" clone
git -C clone checkout -q bad.m3g
# Written in the moment in which the index is: git looks at the content, and so does the cache.
for try in $(seq 20); do
    if [ $((try % 2)) -eq 0 ]; then cp tree/bad.m3g clone/x.m3g; else { head -c 40 tree/bad.m3g; printf X; tail -c +42 tree/bad.m3g; } > clone/x.m3g; fi
    [ $((try % 4)) -gt 1 ] || git -C clone add x.m3g
    cmp <("$A3DLINT_RELEASE" check -q clone/x.m3g 2> /dev/null || :) <("$A3DLINT_RELEASE" check -q --cache kept clone/x.m3g 2> /dev/null || :) ||
        fail "try $try: another report of a file that was just changed"
done
git -C clone rm -qf x.m3g
# Another encoding changes bytes, maybe without another size; other conversions have another size.
rm -rf clone
git clone -q repo clone
printf '*.txt working-tree-encoding=UTF-16LE\n' > clone/sub/.gitattributes
git -C clone add sub
later clone
known git 0 clone
rm -rf clone
git clone -q -c core.autocrlf=true repo clone
later clone
known git "$files" clone # all but .gitattributes, whose lines end otherwise
# Split and sparse indexes are not read.
rm -rf clone
git clone -q repo clone
git -C clone update-index --split-index
later clone
known git 0 clone
# A damaged index is passed over.
rm -rf clone
git clone -q repo clone
later clone
for at in 3 7 11 60 90 130; do
    cp clone/.git/index index
    printf '\377' | dd of=clone/.git/index bs=1 seek=$at conv=notrunc status=none
    rm -f damaged.cache
    status=0
    "$A3DLINT_RELEASE" check --exclude later -v --cache kept clone > out 2> err || status=$?
    cmp <("$A3DLINT_RELEASE" check --exclude later -v clone 2> /dev/null || :) out || fail "a damaged index, byte $at: another report"
    mv index clone/.git/index
done
head -c 100 clone/.git/index > index && mv index clone/.git/index
known git 0 clone

# Members of archives and standard input.
rm kept
same all -v tree/pack.zip
status=0
"$A3DLINT_RELEASE" check -v --cache kept - < tree/bad.m3g > out 2> err || status=$?
[ $status -eq 1 ] || fail "standard input: status $status"
"$A3DLINT_RELEASE" check -v --cache kept - < tree/bad.m3g > out.2 2> err || :
found 1 err
cmp out out.2 || fail 'standard input: another report'

# The file of the cache is not one of the files.
same all -v tree
cp kept tree/kept
"$A3DLINT_RELEASE" check -v --cache tree/kept tree > out 2> err || :
cmp out plain.out || fail 'the cache is one of the files'
rm tree/kept

# What is no cache is neither used nor replaced.
refused() { # refused MESSAGE OPTION...
    local message=$1 status=0
    shift
    "$A3DLINT" check "$@" > out 2> err || status=$?
    [ $status -eq 2 ] && grep -q "$message" err || fail "$*: status $status, $(cat err)"
}
cp base.json notes.json
refused 'is not a cache of a3dlint' --cache notes.json one
cmp base.json notes.json || fail 'another file is replaced'
refused 'is a folder' --cache tree one
refused 'a cache needs a file' --cache - one
ln -s kept link
refused 'is a link' --untrusted --cache link one
refused 'whose files are from strangers' --untrusted --cache one/cache one
refused 'whose files are from strangers' --untrusted --cache cache .
[ ! -e one/cache ] || fail 'a cache that is refused is written'
same any -v --untrusted one

# A place where nothing can be written: the report is right, and a message says so.
status=0
"$A3DLINT_RELEASE" check tree/bad.m3g > plain.out 2> err || :
"$A3DLINT_RELEASE" check --cache nowhere/kept tree/bad.m3g > out 2> err || status=$?
cmp out plain.out || fail 'another report if the cache cannot be written'
[ $status -eq 5 ] && grep -q 'cannot write nowhere/kept' err || fail "a cache that cannot be written: status $status"

# Damage: bytes changed, and other lengths; of the head each, of the rest a quarter, another each day (SEED=N repeats it).
seed=${SEED:-$(date +%j)} seed=$((10#$seed))
rm -f kept one/*
cp tree/bad.m3g one
"$A3DLINT_RELEASE" check one > plain.out 2> err || :
"$A3DLINT_RELEASE" check --cache sound one > out 2> err || :
size=$(stat -c %s sound)
node -e '
const fs = require("fs"), sound = fs.readFileSync("sound"), seed = Number(process.argv[1]);
fs.mkdirSync("damaged");
for (let i = 0; i < sound.length; i++) {
  if (i > 64 && (i + seed) % 4 > 0) continue;
  const copy = Buffer.from(sound);
  copy[i] ^= 1 << i % 8;
  fs.writeFileSync(`damaged/byte.${i}`, copy);
  if (i > 0 && (i < 200 || i % 7 === 0)) fs.writeFileSync(`damaged/cut.${i}`, sound.subarray(0, i));
}' "$seed"
for file in damaged/*; do
    status=0
    "$A3DLINT_RELEASE" check -v --cache "$file" one > out 2> err || status=$?
    case $file:$status in
    *:2) grep -q 'is not a cache' err && [ "${file##*.}" -lt 16 ] || fail "$file: $(cat err)" ;;
    *:1) grep -q 'the cache is damaged; it is not used' err || fail "$file: no word of the damage"
        cmp -s <(sed '/: invalid/d' out) <(sed '/: invalid/d' plain.out) || fail "$file: another report"
        found 0 err
        "$A3DLINT_RELEASE" check -v --cache "$file" one > out 2> err || :
        found 1 err ;;
    *) fail "$file: status $status" ;;
    esac
done
[ "$(find damaged -name 'byte.*' | wc -l)" -ge $((size / 4)) ] || fail 'too few bytes were changed'

# Hostile: a byte behind the hash changed, a quarter of them each day, and the hash put right. Such a file may say
# anything of a model, but the run ends as runs end. An entry that is no result is not used, and the run says so.
python3 - "$seed" << 'END'
import hashlib, os, sys
sound = open('sound', 'rb').read()
os.mkdir('hostile')
for i in range(48 + int(sys.argv[1]) % 4, len(sound), 4):
    for change in (1 << i % 8, 0xff) if i % 3 == 0 else (1 << i % 8,):
        copy = bytearray(sound)
        copy[i] ^= change
        copy[16:48] = hashlib.blake2b(copy[48:], digest_size=32).digest()
        open(f'hostile/{i}.{change}', 'wb').write(copy)
END
unused=0
for file in hostile/*; do
    status=0
    "$A3DLINT_RELEASE" check --cache "$file" one > out 2> err || status=$?
    [ $status -le 4 ] || fail "$file: status $status, $(cat err)"
    ! grep -q 'entries of the cache are damaged and were not used' err || {
        unused=$((unused + 1))
        cmp out plain.out || fail "$file: another report in spite of a damaged entry"
        "$A3DLINT_RELEASE" check --cache "$file" one > out 2> err || :
        cmp out plain.out && [ ! -s err ] || fail "$file: the damaged entry is still there"
    }
done
[ $unused -gt 7 ] || fail "only $unused entries were not used"

# Two runs at once, and runs that are killed: the file is always a sound one, or not there.
rm -f kept
"$A3DLINT_RELEASE" check -v tree > plain.out 2> err || :
for _ in $(seq 5); do
    rm -f kept
    for run in 1 2 3; do "$A3DLINT_RELEASE" check -v --cache kept tree > run.$run 2> run.$run.err & done
    wait
    for run in 1 2 3; do
        cmp run.$run plain.out || fail 'another report of runs at once'
        ! grep -q damaged run.$run.err || fail 'runs at once: a damaged cache'
    done
    "$A3DLINT_RELEASE" check -v --cache kept tree > out 2> err || :
    found all err
done
RANDOM=${SEED:-$(date +%j)}
for _ in $(seq "${KILLS:-40}"); do
    [ $((RANDOM % 2)) -eq 0 ] || rm -f kept
    "$A3DLINT_RELEASE" check --max-findings $((RANDOM % 50 + 1)) --cache kept tree > out 2> err &
    sleep "0.$(printf %03d $((RANDOM % 120)))"
    kill -KILL $! 2> /dev/null || :
    wait $! 2> /dev/null || :
    "$A3DLINT_RELEASE" check -v --cache kept one > out 2> err || :
    ! grep -q damaged err || fail 'a killed run leaves a damaged cache'
done
# Results of two folders stay beside each other.
rm -f kept
same all -v tree
same all -v one
"$A3DLINT_RELEASE" check -v --cache kept tree > out 2> err || :
found all err
# With sanitizers, as with any other build.
"$A3DLINT" check -v --cache kept.san tree > out 2> err || :
"$A3DLINT" check -v --cache kept.san tree > out.2 2> err || :
found all err
cmp out out.2 && cmp out run.1 || fail 'another report with sanitizers'
