#!/bin/bash
# --follow reads what links lead to, in the sandbox too, and ends in spite of loops; --force-exclude also skips paths that
# are named. Without them nothing changes.
set -eu
fail() { echo "$*"; exit 1; }
cd "$TMPDIR"
lint() { "$A3DLINT" check "$@" > out 2> err || status=$?; }
mkdir -p tree/a tree/vendor store/deep elsewhere
cp "$CORPUS/examples/plane.a3d" store/x.a3d
cp store/x.a3d store/deep/y.a3d
cp store/x.a3d tree/vendor/v.a3d
cp store/x.a3d elsewhere/z.a3d
ln -s ../../store/x.a3d tree/a/file.a3d
ln -s ../store/deep tree/deep
ln -s ../tree tree/back
ln -s "$PWD/tree" store/deep/up
ln -s "$PWD/elsewhere/z.a3d" tree/far.a3d
ln -s nowhere tree/dangling.a3d

status=0 && lint -v tree
[ $status -eq 3 ] || fail "without --follow: status $status"
grep -q 'tree/far.a3d: cannot be read: the link leads out of the folder' err || fail 'a link out of the folder is read'
! grep -q 'tree/deep/y.a3d' out || fail 'a link to a folder is followed'

status=0 && lint -v --follow tree
for file in a/file.a3d deep/y.a3d far.a3d vendor/v.a3d; do
    grep -q "^tree/$file: valid" out || { cat out err; fail "--follow does not read $file"; }
done
grep -q 'tree/back: skipped: a link to a folder that it is in is not followed' out || fail 'a loop is not told'
grep -q 'tree/deep/up: skipped: a link to a folder that it is in' out || fail 'a loop by two links is not told'
grep -q 'tree/dangling.a3d' out err || fail 'a link to nothing is not told'
[ "$(grep -c ': valid' out)" -eq 4 ] || fail 'other files than these four'

status=0 && lint --untrusted --follow tree
[ $status -eq 2 ] && grep -q 'contradict' err || fail '--untrusted and --follow go together'

cd tree
for path in vendor/v.a3d ./vendor/v.a3d vendor/../vendor/v.a3d "$PWD/vendor/v.a3d" vendor; do
    status=0 && lint -v --exclude vendor/ "$path"
    grep -q ': valid' out || fail "$path: a named path is skipped without --force-exclude"
    status=0 && lint -v --exclude vendor/ --force-exclude "$path"
    grep -q 'skipped: it is excluded (--force-exclude)' out && ! grep -q ': valid' out || { cat out; fail "$path: --force-exclude does not skip it"; }
done
status=0 && lint -v --exclude vendor/ --force-exclude a/../vendor/v.a3d ../store/x.a3d
[ "$(grep -c ': valid' out)" -eq 1 ] || fail 'a path that is not excluded is skipped'
printf 'exclude = *.a3d\n' > .a3dlint
status=0 && lint -v --force-exclude vendor/v.a3d
grep -q 'skipped: it is excluded' out || fail 'patterns of a configuration file do not count'
