#!/bin/bash
# The program for Windows under Wine reports the same bytes as the native one, and does with paths, texts and streams what
# is usual there.
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
export WINEPREFIX=$TMPDIR/prefix
wine=$TOP/ci/wine
why=$("$wine" --begin) || skip "$why"
trap '"$wine" --end' EXIT
make -s -C "$TOP" DEPS=0 windows
cd "$TMPDIR"
exe=$TOP/build/windows/a3dlint.exe
bad=0
fail() { echo "windows: $1"; bad=1; }
win() { "$wine" "$exe" "$@"; }
same() { cmp -s "$1" "$2" || { fail "$3 differs"; diff "$1" "$2" | head -5; }; }
ends() { # ends STATUS ARGUMENT...: stdout and stderr are kept
    local expected=$1 status=0
    shift
    win "$@" > stdout 2> stderr || status=$?
    if grep -q '^ShellExecuteEx failed' stdout; then # on a busy machine Wine sometimes starts nothing; once more
        status=0
        sleep 2
        win "$@" > stdout 2> stderr || status=$?
    fi
    [ $status -eq "$expected" ] || { fail "status $status, not $expected: $*"; head -3 stdout stderr; }
}
says() { grep -qF -e "$1" stdout stderr || { fail "nobody says '$1'"; head -3 stdout stderr; }; }

# What it is built as.
win --version > version
grep -q '^sandbox: no' version || fail '--version knows of a sandbox'

# The corpus, byte for byte: verdicts, findings, repairs, groups, trees.
(cd "$CORPUS" && find . -type f | LC_ALL=C sort | sed 's|^\./||') > list
cd "$CORPUS"
for options in '--format json -j1' '--format json -j3' '--format sarif'; do
    # shellcheck disable=SC2086 # a list of words
    "$A3DLINT" check $options . > "$TMPDIR/native" || :
    # shellcheck disable=SC2086
    win check $options . > "$TMPDIR/windows" || :
    same "$TMPDIR/native" "$TMPDIR/windows" "check $options"
done
"$A3DLINT" check --format json --files-from - < "$TMPDIR/list" > "$TMPDIR/native" || :
win check --format json --files-from - < "$TMPDIR/list" > "$TMPDIR/windows" || :
same "$TMPDIR/native" "$TMPDIR/windows" 'check --files-from -'
"$A3DLINT" find --format json . > "$TMPDIR/native" || :
win find --format json . > "$TMPDIR/windows" || :
same "$TMPDIR/native" "$TMPDIR/windows" 'find'
"$A3DLINT" fix --dry-run --format json . > "$TMPDIR/native" || :
win fix --dry-run --format json . > "$TMPDIR/windows" || :
same "$TMPDIR/native" "$TMPDIR/windows" 'fix --dry-run'
cd "$TMPDIR"
if [ -n "${ASSETS:-}" ]; then
    (cd "$ASSETS" && find . -type f | LC_ALL=C sort | head -2000) > real
    (cd "$ASSETS" && "$A3DLINT" check --format json --files-from "$TMPDIR/real") > native || :
    (cd "$ASSETS" && win check --format json --files-from "$TMPDIR/real") > windows || :
    same native windows 'check of real files'
fi

# Binary standard streams: 10 and 13 and 26 are bytes like others.
"$A3DLINT" generate --as m3g --seed 7 -o in.m3g
printf '\r\n\032\n' | cat in.m3g - > tail.m3g
for file in in.m3g tail.m3g; do
    "$A3DLINT" check --format json - < $file > native || :
    win check --format json - < $file > windows || :
    same native windows "check - of $file"
done
win rewrite in.m3g > out.m3g
same in.m3g out.m3g 'rewrite to standard output'
win generate --as m3g --seed 7 | cmp -s - in.m3g || fail 'generate makes other bytes'

# Names beyond any code page, in arguments, folders, lists and messages.
mkdir -p 'имя/日本/𝔘'
cp in.m3g 'имя/日本/𝔘/модель-😀.m3g'
cp in.m3g 'имя/é.m3g'
"$A3DLINT" check --format json имя > native
win check --format json имя > windows || fail 'a folder with a foreign name'
same native windows 'a folder with a foreign name'
win check --format json 'имя\日本\𝔘\модель-😀.m3g' > windows || fail 'a file with a foreign name'
grep -qF '"path": "имя/日本/𝔘/модель-😀.m3g"' windows || fail 'the foreign name is not reported'

# Paths longer than 260 characters: read, walked and written.
long=deep
for i in 1 2 3 4 5 6; do long=$long/$i-$(printf '%050d' 0); done
mkdir -p "$long"
cp in.m3g "$long/in.m3g"
ends 0 check --format json deep
says "$long/in.m3g"
ends 0 check "${long//\//\\}\\in.m3g"
ends 0 rewrite in.m3g -o "$long/out.m3g"
same in.m3g "$long/out.m3g" 'a file with a long path'

# Backslashes and drives, in operands, patterns and baselines, which store slashes.
mkdir -p tree/sub
cp "$CORPUS/rules/m3g/checksum.bad.m3g" tree/sub/bad.m3g
cp in.m3g tree/in.m3g
drive="Z:${PWD//\//\\}"
ends 1 check --format json 'tree\sub\bad.m3g'
says '"path": "tree/sub/bad.m3g"'
ends 0 check "$drive\\tree\\in.m3g"
ends 0 check --exclude 'tree\sub\**' tree
ends 0 check --write-baseline 'tree\known.json' 'tree\sub'
grep -q '"sub/bad.m3g"' tree/known.json || fail 'the baseline has no slashes'
ends 0 check --baseline "$drive\\tree\\known.json" "$drive\\tree"
ends 0 check --baseline tree/known.json tree/sub
"$A3DLINT" check --baseline tree/known.json tree > /dev/null || fail 'the native program does not know the baseline'

# CR LF in the files that it reads. A configuration file is found from a path with a drive.
printf 'baseline = known.json\r\n\r\n[*.m3g]\r\nfail-on = error\r\n' > tree/.a3dlint
ends 0 check "$drive\\tree\\sub\\bad.m3g"
sed 's/$/\r/' tree/known.json > crlf.json && mv crlf.json tree/known.json
ends 0 check tree
printf 'tree\\sub\\bad.m3g\r\ntree\\in.m3g\r\n' > names
ends 0 check --format json --files-from names
says '"path": "tree/in.m3g"'

# Shared folders, long prefixes, and paths without a drive or relative to one, in operands, configurations and baselines.
mkdir -p "$WINEPREFIX/dosdevices/unc/localhost"
ln -s "$PWD/tree" "$WINEPREFIX/dosdevices/unc/localhost/share"
share='\\localhost\share'
printf 'baseline = known.json\r\n' > tree/.a3dlint
for top in "$share" //localhost/share '\\?\UNC\localhost\share' "\\\\?\\$drive\\tree" "\\\\.\\$drive\\tree" "$PWD/tree" z:tree; do
    ends 0 check "$top"
    says 'applies to 2 files'
    ends 0 check "$top\sub\bad.m3g"
    says '(1 in the baseline)'
done
ends 1 check --no-config --format json "$share"
says '"path": "//localhost/share/sub/bad.m3g"'
ends 0 check --no-config --write-baseline "$share\other.json" "$share\sub"
cmp -s tree/other.json <(sed 's/\r$//' tree/known.json) || fail 'the baseline of a shared folder differs'
ends 0 check --no-config --baseline "$drive\tree\other.json" "$drive\tree\sub"
rm tree/other.json tree/.a3dlint

# Patterns without a drive are about paths below the folder of the command or of the configuration.
printf 'exclude = sub/**\r\n' > tree/.a3dlint
for top in tree "$drive\\tree" "$share"; do
    ends 0 check "$top"
    says '1 file: 1 valid, 2 skipped'
    ends 0 check --no-config --exclude bad.m3g "$top"
done
# Patterns with a drive or a server are about absolute paths.
for pattern in "$drive\tree\sub\**" "${drive//\\//}/tree/sub/**" "${drive/Z/z}\tree\sub\*.m3g" "$drive\**\sub\\" "$drive\tree\{sub,x}\bad.*"; do
    for top in tree "$drive\tree"; do
        ends 0 check --exclude "$pattern" --no-config "$top"
        says '1 file: 1 valid, '
    done
    printf 'exclude = *.none, %s, x\r\n' "$pattern" > tree/.a3dlint
    ends 0 check tree
    says "1 file: 1 valid, "
    says 'a3dlint: tree/.a3dlint:1: exclude = '
done
printf 'exclude = \\\\localhost\\share\\sub\\**\r\n' > tree/.a3dlint
ends 0 check "$share"
says '1 file: 1 valid, '
ends 1 check tree
ends 1 check --no-config --exclude 'C:\**' tree
ends 0 check --no-config --force-exclude --exclude "$drive\tree\sub\\" 'tree\sub\bad.m3g'
says 'no file was checked'
rm tree/.a3dlint

# What Git ignores, with paths as they are here.
mkdir -p tree/.git/objects
touch tree/.git/HEAD
printf '/sub/*.m3g\r\n' > tree/.gitignore
for top in tree "$drive\tree" 'tree\sub'; do
    ends 0 check --no-config -v --gitignore "$top"
    says 'ignored by Git (tree/.gitignore:1)'
done
ends 0 check --no-config -v --gitignore --force-exclude "$drive\tree\sub\bad.m3g"
says 'ignored by Git (tree/.gitignore:1)'
rm -r tree/.git tree/.gitignore

# A file is written as a whole or not at all, and nothing stays beside it.
mkdir out
ends 0 rewrite in.m3g -o 'out\new.m3g'
ends 0 rewrite in.m3g -o 'out\new.m3g'
same in.m3g out/new.m3g 'a file that was replaced'
ends 5 rewrite in.m3g -o 'missing\new.m3g'
says 'No such file'
ends 5 rewrite in.m3g -o out
says 'is a folder'
[ "$(ls -A out)" = new.m3g ] || fail "beside the output is $(ls -A out)"

# Results of an earlier run, and more than one form.
cp -R "$CORPUS/rules/tanki" kept
ends 1 check --no-config --format json --cache results --also junit=kept.xml kept
cp stdout first
ends 1 check --no-config -v --format json --cache results kept
same first stdout 'a report with a cache'
grep -q ': \([1-9][0-9]*\) of \1 results are from the cache' stderr || fail 'results are not kept'
printf x >> kept/block-length.bad.a3d
"$A3DLINT" check --no-config --format json kept > native || :
ends 1 check --no-config --format json --cache results kept
same native stdout 'a report with a cache, of a file that changed'
"$A3DLINT" check --no-config --format junit kept > native || :
ends 1 check --no-config --also 'junit=out\kept.xml' kept
same native out/kept.xml 'a report of --also'
rm out/kept.xml

# A program of the user.
# On a busy machine each program takes long to start, and reduce ends before it is done, with status 4.
reduced=0
win reduce --while 'for %I in ({}) do if not %~zI == 0 exit 3' in.m3g -o reduced.m3g > stdout 2> stderr || reduced=$?
[[ $reduced == [04] ]] || { fail "reduce --while ends with $reduced"; cat stderr; }
[ "$(wc -c < reduced.m3g)" -lt "$(wc -c < in.m3g)" ] || fail 'a command of the user reduces nothing'
exit $bad
