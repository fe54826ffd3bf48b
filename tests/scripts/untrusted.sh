#!/bin/bash
# What a tree from a stranger can do to the run that checks it: nothing that the run does not tell, and with --untrusted
# nothing at all.
set -eu
cd "$TMPDIR"
fail() { echo "untrusted: $*"; cat out err; exit 1; }
check() { # check STATUS OPTION...
    local expected=$1 status=0
    shift
    "$A3DLINT" check "$@" > out 2> err || status=$?
    [ $status -eq "$expected" ] || fail "status $status, not $expected: $*"
}
mkdir -p secret tree/sub
echo 'password of the machine = hunter2' > secret/key
"$A3DLINT" generate --break m3g/checksum -o tree/bad.m3g
cp tree/bad.m3g tree/sub/bad.m3g
check 1 tree

# A tree that turns its findings off says so.
printf 'ignore = *\n' > tree/.a3dlint
check 0 tree
grep -qx 'a3dlint: tree/.a3dlint:1: ignore = \* hides or lowers 2 findings' err || fail 'ignore leaves no trace'
printf 'only = m3g/boolean\n' > tree/.a3dlint
check 0 tree
grep -q '^a3dlint: tree/.a3dlint:1: only = m3g/boolean hides or lowers [0-9]* finding' err || fail 'only leaves no trace'
printf '[sub/*]\nfail-on = never\nmax-work = 1Gi\n' > tree/.a3dlint
check 1 tree
grep -qx 'a3dlint: tree/.a3dlint:2: fail-on = never applies to 1 file' err || fail 'fail-on leaves no trace'
grep -qx 'a3dlint: tree/.a3dlint:3: max-work = 1Gi applies to 1 file' err || fail 'a raised limit leaves no trace'
printf 'exclude = bad.m3g, *.bak\nexclude = sub/\n' > tree/.a3dlint
check 0 tree
grep -qx 'a3dlint: tree/.a3dlint:1: exclude = bad.m3g, \*.bak skips 1 path' err || fail 'exclude leaves no trace'
grep -qx 'a3dlint: tree/.a3dlint:2: exclude = sub/ skips 1 path' err || fail 'the second exclude leaves no trace'
rm tree/.a3dlint
check 0 --write-baseline theirs.json tree
printf 'baseline = ../theirs.json\n' > tree/.a3dlint
check 0 tree
grep -qx 'a3dlint: tree/.a3dlint:1: baseline = ../theirs.json applies to 2 files' err || fail 'a baseline leaves no trace'

# The forms for programs say it too.
printf '; theirs\nignore = *\n' > tree/.a3dlint
for form in json ndjson; do
    check 0 --format $form tree
    tr -d ' \n' < out | grep -qF '"settings":[{"config":"tree/.a3dlint","line":2,"setting":"ignore","value":"*","findings":2,"files":2,"skipped":0}]' ||
        fail "$form does not say what was ignored"
done
for form in sarif sarif-github; do
    check 0 --format $form tree
    tr -d ' \n' < out | grep -qF '"id":"configuration-used","index":5},"level":"note","message":{"text":"ignore=*hidesorlowers2findings"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"tree/.a3dlint"},"region":{"startLine":2}}}]' ||
        fail "$form does not say what was ignored"
done
check 0 --format github tree
grep -qx '::notice file=tree/.a3dlint,line=2,title=configuration::ignore = \* hides or lowers 2 findings' out ||
    fail 'no annotation says what was ignored'
printf '[sub/*]\nfail-on = never\nmax-work = 1Gi\n' > tree/.a3dlint
check 1 -q tree
[ ! -s err ] || fail 'more than findings with -q'

# A link in place of an output leads nowhere.
rm tree/.a3dlint
ln -s ../secret/key tree/report.json
for option in -o --write-baseline; do
    check 2 --untrusted $option tree/report.json tree
    grep -qx "a3dlint: $option tree/report.json: is a link; --untrusted follows none" err || fail "$option follows a link"
    grep -q hunter2 secret/key || fail "$option replaces what a link leads to"
done
rm tree/report.json

# --untrusted reads none of it.
printf 'ignore = *\nfail-on = never\n' > tree/.a3dlint
cp tree/.a3dlint tree/sub/.a3dlint
check 1 --untrusted tree
grep -qx 'a3dlint: --untrusted: 2 files .a3dlint were not read' err || fail 'nobody says what was not read'
printf 'm3g/checksum = warning\n' > secret/ours
check 0 --untrusted --config secret/ours tree
rm tree/.a3dlint tree/sub/.a3dlint

# A configuration file that is a link shows nothing of what it leads to.
ln -s ../secret/key tree/.a3dlint
(cd tree && check() { "$A3DLINT" check . > ../out 2> ../err && return 0 || return $?; }; status=0; check || status=$?; [ $status -eq 2 ]) ||
    fail 'a link out of the tree was read'
! grep -q 'hunter2\|password' out err || fail 'a line of the target is shown'
grep -qF '.a3dlint: is a link to a file that is not below this folder or the current one; name that with --config' err ||
    fail 'nobody says that it is a link'
check 1 --untrusted tree
rm tree/.a3dlint
printf 'm3g/checksum = warning\n' > tree/sub/shared.ini
ln -s sub/shared.ini tree/.a3dlint # inside it is fine
check 0 tree
rm tree/.a3dlint

# Links to files: none with --untrusted, named or found.
cp tree/bad.m3g secret/private.m3g
ln -s ../secret/private.m3g tree/out.m3g
ln -s bad.m3g tree/in.m3g
ln -s ../secret tree/folder
check 3 --untrusted -v tree tree/in.m3g tree/folder
! grep -q 'private.m3g' out || fail 'a file behind a link was checked'
[ "$(grep -c ': cannot be read: is a link; --untrusted follows none$' err)" -eq 4 ] || fail 'links are not told'
check 2 --untrusted --links tree
grep -qx 'a3dlint: --untrusted and --links contradict each other' err || fail 'links of models'
# A link among the folders of a path, or before a slash at its end, is one, too.
for path in tree/folder/ tree/folder/. ./tree//folder/private.m3g "$PWD/tree/folder/private.m3g" "$PWD/tree/folder/"; do
    check 3 --untrusted -v "$path"
    ! grep -q 'm3g/checksum' out || fail "$path was checked"
    grep -q 'is a link; --untrusted follows none$' err || fail "nobody says that $path leads through a link"
done
check 3 --untrusted tree/folder/private.m3g
grep -qx 'a3dlint: tree/folder/private.m3g: cannot be read: tree/folder is a link; --untrusted follows none' err || fail 'which link it is'
for option in -o --write-baseline; do
    check 2 --untrusted $option tree/folder/report.json tree/sub
    grep -qx "a3dlint: $option tree/folder/report.json: tree/folder is a link; --untrusted follows none" err || fail "$option leads out"
done
(cd tree/sub && check 1 --untrusted ../bad.m3g "$PWD/bad.m3g")
ln -s sub tree/inside
(cd tree/inside && check 1 --untrusted bad.m3g "$(pwd -P)/bad.m3g") # whoever is there wants to be
# Neither does it matter from where an absolute path is given, or how it is written.
ln -s tree workspace
mkdir -p secret/d elsewhere
cp tree/bad.m3g secret/d/
top=$(pwd -P)
off() { # off FOLDER PATH: from FOLDER, nothing is read through the link in PATH, and nothing is written
    local status=0
    (cd "$1" && exec "$A3DLINT" check --untrusted -v -- "$2") > out 2> err || status=$?
    [ $status -eq 3 ] && ! grep -q 'm3g/checksum' out || fail "status $status: $2 was checked from $1"
    status=0
    (cd "$1" && exec "$A3DLINT" check --untrusted -o "$2/report.txt" -- "$top/tree/sub") > out 2> err || status=$?
    [ $status -eq 2 ] && grep -q 'is a link; --untrusted follows none$' err || fail "status $status: -o $2 from $1"
}
for from in / elsewhere . workspace tree/sub; do
    for path in "$top/tree/folder/d" "$top/tree/folder/." "$top//tree/./folder//d/" "//$top/tree/folder/d" \
        "$top/tree/sub/../folder/d" "$top/./tree/folder"; do
        off "$from" "$path"
    done
done
(cd workspace && off sub "$PWD/folder/d" && off . "$PWD/folder/d")
ln -s "$top" tree/sub/back # leads to the current folder
off . "$top/tree/sub/back/secret/d"
off tree "$top/tree/sub/back/tree/folder/d"
rm tree/sub/back
# What is above the current folder may be links, and so may what is in the root folder.
(cd workspace && check 1 --untrusted -- "$PWD/sub" && check 1 --untrusted -o "$PWD/report.txt" -- "$PWD//./sub/") ||
    fail 'a link above the current folder counts'
rm tree/report.txt
if [ -L /bin ]; then
    check 3 --untrusted -- /bin/no-such-file
    ! grep -q 'is a link' err || fail 'a link in the root folder counts'
fi
(cd elsewhere && check 3 --untrusted -- "$top/workspace/sub") || fail 'a link elsewhere does not count'
rm -r workspace elsewhere secret/d
[ "$(ls secret)" = $'key\nours\nprivate.m3g' ] || fail "in the other folder is $(ls secret)"
rm tree/out.m3g tree/in.m3g tree/folder tree/inside

# fix of one file, and triage: no configuration of the tree, no links.
run() { # run STATUS ARGUMENT...
    local expected=$1 status=0
    shift
    "$A3DLINT" "$@" > out 2> err || status=$?
    [ $status -eq "$expected" ] || fail "status $status, not $expected: $*"
}
printf 'ignore = *\n' > tree/.a3dlint
ln -s ../secret tree/folder
run 0 fix tree/bad.m3g -o fixed.m3g
grep -q 'nothing to fix' out || fail 'fix does not read the configuration'
run 0 fix --untrusted --accept-content tree/bad.m3g -o fixed.m3g
grep -q 'fixed m3g/checksum' out || fail 'fix --untrusted reads the configuration of the tree'
run 3 fix --untrusted tree/folder/private.m3g -o fixed.m3g
run 3 fix --untrusted --accept-content --in-place tree/folder/private.m3g
run 2 fix --untrusted --accept-content tree/bad.m3g -o tree/folder/fixed.m3g
run 2 triage --untrusted tree/sub -o tree/folder/page.html
(cd tree && ln -s ../secret/page a3dlint-triage.html && TMPDIR=. && "$A3DLINT" triage --untrusted sub > ../out 2> ../err && exit 1 || [ $? -eq 2 ]) || fail 'the page of triage leads out'
cmp -s secret/private.m3g tree/bad.m3g || fail 'a file elsewhere was changed'
[ "$(ls secret)" = $'key\nours\nprivate.m3g' ] || fail "in the other folder is $(ls secret)"
rm tree/.a3dlint tree/folder tree/a3dlint-triage.html

# Folders of tools: a commit can contain all but .git.
for folder in .hg .svn node_modules .git; do
    mkdir -p tree/tools/$folder
    cp tree/bad.m3g tree/tools/$folder/
done
check 0 tree/tools
check 1 --untrusted -v tree/tools
grep -q '^3 files: 0 valid, 3 invalid, 1 skipped, 3 errors$' out && grep -q '^tree/tools/.git: skipped' out || fail 'models are hidden in folders of tools'
rm -r tree/tools

# Names that look like options are files for the hook and the action.
cp tree/bad.m3g './--write-baseline=x.m3g'
cp tree/bad.m3g './-o'
status=0
PATH=$TOP/build/release:$PATH "$TOP/ci/pre-commit" -- '--write-baseline=x.m3g' '-o' > out 2> err || status=$?
[ $status -eq 1 ] && [ ! -e x.m3g ] || fail "the hook took a name for an option: status $status"
status=0
mkdir -p tool/ci tool/build && cp "$TOP/ci/action" tool/ci && cp "$A3DLINT" tool/build/a3dlint
A3DLINT_PATHS=$'--write-baseline=x.m3g\n-o' tool/ci/action check > out 2> err || status=$?
[ $status -eq 1 ] && [ ! -e x.m3g ] || fail "the action took a name for an option: status $status"
