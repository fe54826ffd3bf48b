#!/bin/bash
# fix over many files: each is replaced as a whole or not at all, the rest of the folder stays as it is, and the output
# does not depend on the number of threads.
set -eu
A3DLINT=${A3DLINT_RELEASE:-$A3DLINT}
bad=0
fault() { echo "fix-many: $*"; bad=1; }
expect() { # expect STATUS ARGUMENT...: the status of fix
    local wanted=$1 status=0
    shift
    "$A3DLINT" fix "$@" > "$TMPDIR/out" 2> "$TMPDIR/err" || status=$?
    [ $status -eq "$wanted" ] || { fault "fix $*: status $status, not $wanted"; cat "$TMPDIR/out" "$TMPDIR/err"; }
}
state() { find "$1" -type f -printf '%P %i %m %T@\n' | sort; }
cd "$TMPDIR"

# The bad twins of all rules: the same results one by one and as a folder, with any number of threads.
mkdir all one
for file in "$CORPUS"/rules/*/*.bad.*; do
    family=$(basename "$(dirname "$file")")
    cp "$file" "all/$family-${file##*/}"
done
[ "$(find all -type f | wc -l)" -ge 500 ] || fault 'too few files'
cp -r all many
cp -r all again
expect 3 --dry-run -j 1 all
cp out dry.1
expect 3 --dry-run -j 7 all
cmp out dry.1 || fault 'the output depends on -j'
diff -r all many || fault '--dry-run writes'
find many -name '*.bad.*' | LC_ALL=C sort | sed 'n;d' > list
while read -r file; do
    status=0
    "$A3DLINT" fix --in-place "$file" > said 2>&1 || status=$?
    [ $status -le 3 ] || { fault "fix $file: status $status"; cat said; }
done < list
sed 's/^many/again/' list > list.again
status=0
"$A3DLINT" fix --in-place -j 3 --files-from list.again > said 2>&1 || status=$?
[ $status -eq 3 ] || { fault "--files-from: status $status"; tail -n 3 said; }
diff -r many again || fault 'a list is fixed otherwise than its files'
diff -rq all again > differ || true
[ "$(wc -l < differ)" -ge 30 ] || fault "only $(wc -l < differ) files were changed"

# A second run changes nothing: no file is written.
expect 3 --in-place again
before=$(state again)
expect 3 --in-place again
[ "$(state again)" = "$before" ] || fault 'a second run writes'

# Permissions stay, a link stays a link and its target is replaced, a link out of the folder is left alone.
mkdir tree tree/sub elsewhere
bad_file=$CORPUS/rules/tanki/block-length.bad.a3d
cp "$bad_file" tree/a.a3d
cp "$bad_file" elsewhere/out.a3d
cp "$bad_file" tree/sub/target.a3d
chmod 440 tree/a.a3d
ln -s sub/target.a3d tree/link.a3d
ln -s ../elsewhere/out.a3d tree/out.a3d
expect 3 --in-place tree # as of check, for the link out of the folder
[ "$(stat -c %a tree/a.a3d)" = 440 ] || fault "permissions are $(stat -c %a tree/a.a3d)"
[ -L tree/link.a3d ] || fault 'a link was replaced by a file'
"$A3DLINT" check -q tree/a.a3d tree/sub/target.a3d || fault 'not repaired'
cmp -s "$bad_file" elsewhere/out.a3d || fault 'a file out of the folder was written'
[ "$(find tree -mindepth 1 | wc -l)" -eq 5 ] || { fault 'files are left behind'; find tree; }

# A file that cannot be replaced, since it is larger than files may be: it stays, the others are repaired, the status says
# so.
mkdir large
"$A3DLINT" generate --break tanki/block-length --seed 1 --size 40Ki -o large/a.a3d
cp large/a.a3d large.a3d
cp "$bad_file" large/z.a3d
status=0
(ulimit -f 8 && exec "$A3DLINT" fix --in-place large) > out 2> err || status=$?
[ $status -eq 5 ] || fault "status $status of a file that cannot be written"
grep -q 'cannot write large/a' err || { fault 'no message for what cannot be written'; cat err; }
grep -q '^2 files: 1 repaired, 1 valid, 1 invalid; remaining: 1 error' out || { fault 'the file that was not written counts'; tail -n 1 out; }
cmp -s large.a3d large/a.a3d || fault 'a file that cannot be replaced was changed'
[ "$(ls -A large | wc -l)" -eq 2 ] || fault "left behind: $(ls -A large)"
"$A3DLINT" check -q large/z.a3d || fault 'the file after it was not repaired'

# The worst status wins.
mkdir worst
cp "$CORPUS/rules/m3g/layer.bad.m3g" worst
expect 1 --in-place worst
expect 3 --in-place worst missing.a3d
expect 4 --in-place --max-work 10 worst missing.a3d
expect 0 --in-place --fail-on never worst
exit $bad
