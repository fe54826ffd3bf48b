#!/bin/bash
# --gitignore leaves out what Git would ignore: as `git check-ignore` says in TREES (300) random trees of SEED (the day),
# for paths that are named, and for trees in which .gitignore cannot be read or is too large.
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
command -v git > /dev/null || skip 'git is missing'
command -v python3 > /dev/null || skip 'python3 is missing'
export HOME=$TMPDIR GIT_CONFIG_NOSYSTEM=1
cd "$TMPDIR"
fail() { echo "gitignore: $*"; cat out err; exit 1; }
check() { # check STATUS OPTION...
    local expected=$1 status=0
    shift
    "$A3DLINT" check -v "$@" > out 2> err || status=$?
    [ $status -eq "$expected" ] || fail "status $status, not $expected: $*"
}
ignored() { # ignored PATTERN=PLACE...: these paths and no others
    sed -n 's/: skipped: ignored by Git (\(.*\))$/=\1/p' out | LC_ALL=C sort > skipped
    printf '%s\n' "$@" | sed '/^$/d' | LC_ALL=C sort | cmp -s - skipped || fail "ignored: $(tr '\n' ' ' < skipped)instead of: $*"
}

mkdir random
(cd random && "$TOP/tests/scripts/lib/gitignore.py" "$A3DLINT" "${SEED:-$(date +%Y%m%d)}" "${TREES:-300}")

# Below a folder that is named, patterns that also match it do not count; those of files above do.
git init -q repo
mkdir -p repo/build/deep repo/src/sub outside
"$A3DLINT" generate --as m3g -o repo/a.m3g
for file in repo/build/b.m3g repo/build/deep/c.bak.m3g repo/src/d.m3g repo/src/sub/e.bak.m3g outside/f.m3g; do cp repo/a.m3g $file; done
printf '%s\n' build '*.bak.m3g' > repo/.gitignore
check 0 --gitignore repo
ignored repo/build=repo/.gitignore:1 repo/src/sub/e.bak.m3g=repo/.gitignore:2
check 0 --gitignore repo/build
ignored repo/build/deep/c.bak.m3g=repo/.gitignore:2
(cd repo/src && "$A3DLINT" check -v --gitignore . > ../../out 2> ../../err)
ignored ./sub/e.bak.m3g=../.gitignore:2
check 0 repo
ignored ''

# A named file is checked, except with --force-exclude.
files='repo/build/b.m3g repo/build/deep/c.bak.m3g repo/src/d.m3g'
# shellcheck disable=SC2086 # words
check 0 --gitignore $files
ignored ''
# shellcheck disable=SC2086
check 0 --gitignore --force-exclude $files
ignored repo/build/b.m3g=repo/.gitignore:1 repo/build/deep/c.bak.m3g=repo/.gitignore:1
printf '%s\n' repo/build/b.m3g | "$A3DLINT" check -v --gitignore --force-exclude --files-from - > out 2> err
ignored repo/build/b.m3g=repo/.gitignore:1

# fix and triage walk folders in the same way.
"$A3DLINT" fix --dry-run -v --gitignore repo > out 2> err || fail 'fix'
ignored repo/build=repo/.gitignore:1 repo/src/sub/e.bak.m3g=repo/.gitignore:2
"$A3DLINT" triage --gitignore repo -o page.html > out 2> err || fail 'triage'
grep -q '^2 files, 0 with' out || fail 'triage reads what is ignored'

# Outside of a repository nothing is ignored, and the run says so. A folder called .git alone makes no repository.
printf '*\n' > outside/.gitignore
check 0 --gitignore outside
ignored ''
grep -qx 'a3dlint: --gitignore: outside is not in a Git repository, so Git ignores nothing there' err || fail 'nobody says so'
mkdir outside/.git
check 0 --gitignore outside
ignored ''
rm -r outside/.git
printf 'gitdir: ../repo/.git/worktrees/outside\n' > outside/.git
check 0 --gitignore outside
ignored outside/.git=outside/.gitignore:1 outside/.gitignore=outside/.gitignore:1 outside/f.m3g=outside/.gitignore:1
rm outside/.git outside/.gitignore

# A repository in another one has its own rules.
cp -R repo inner
mv inner repo/src/
printf '%s\n' 'a.m3g' > repo/src/inner/.gitignore
check 0 --gitignore repo
grep -q '^repo/src/inner/src/sub/e.bak.m3g: valid' out || fail 'rules of the repository around it'
grep -q '^repo/src/inner/a.m3g: skipped: ignored by Git' out || fail 'no rules of the inner repository'
rm -r repo/src/inner

# Settings: the nearest one wins; the run says how much was skipped.
printf 'gitignore = true\n' > repo/.a3dlint
check 0 repo
ignored repo/build=repo/.gitignore:1 repo/src/sub/e.bak.m3g=repo/.gitignore:2
grep -qx 'a3dlint: repo/.a3dlint:1: gitignore = true skips 2 paths' err || fail 'nobody says what was skipped'
printf 'gitignore = false\n' > repo/src/.a3dlint
check 0 repo
ignored repo/build=repo/.gitignore:1
check 0 --no-config repo
ignored ''
check 0 --gitignore repo
ignored repo/build=repo/.gitignore:1 repo/src/sub/e.bak.m3g=repo/.gitignore:2
printf 'gitignore = yes\n' > repo/src/.a3dlint
check 2 repo
grep -qF "repo/src/.a3dlint:1: gitignore takes true or false, not 'yes'" err || fail 'a wrong value'
rm repo/src/.a3dlint

# Files of strangers ask nobody to leave them out.
check 2 --untrusted --gitignore repo
grep -q -- '--untrusted and --gitignore contradict each other' err || fail '--untrusted and --gitignore'
check 0 --untrusted --config repo/.a3dlint repo
ignored ''
grep -qx 'a3dlint: repo/.a3dlint:1: gitignore = true has no effect with --untrusted' err || fail 'gitignore = true of --config'
rm repo/.a3dlint

# What Git tracks is checked, also from a folder below, where the sandbox opens no other; the rest of its folder is not.
cp repo/a.m3g repo/build/deep/other.m3g
git -C repo add -f build/deep/c.bak.m3g src/sub/e.bak.m3g
check 0 --gitignore repo
ignored repo/build/b.m3g=repo/.gitignore:1 repo/build/deep/other.m3g=repo/.gitignore:1
grep -q '^repo/build/deep/c.bak.m3g: valid' out || fail 'a tracked file is skipped'
(cd repo/src && "$A3DLINT" check -v --gitignore . > ../../out 2> ../../err) || fail 'from a folder below'
ignored ''
check 0 --gitignore --force-exclude repo/build/deep/c.bak.m3g repo/build
ignored repo/build/b.m3g=repo/.gitignore:1 repo/build/deep/other.m3g=repo/.gitignore:1
check 0 --gitignore repo repo/build # which is wanted the second time
ignored repo/build/b.m3g=repo/.gitignore:1 repo/build/deep/other.m3g=repo/.gitignore:1
[ "$(grep -c 'other.m3g: valid' out)" -eq 1 ] || fail 'a folder that is named'
git -C repo worktree add -q --orphan ../worktree 2> /dev/null || { mkdir worktree && printf 'gitdir: %s/repo/.git\n' "$PWD" > worktree/.git; }
printf '*.m3g\n' > worktree/.gitignore
cp repo/a.m3g worktree/
check 0 --gitignore worktree
ignored worktree/a.m3g=worktree/.gitignore:1

# An index that cannot be used.
bad_index() { # bad_index WHY: as repo/.git/index is
    check 3 --gitignore repo
    ignored repo/build=repo/.gitignore:1 repo/src/sub/e.bak.m3g=repo/.gitignore:2
    grep -qF "repo/.git/index: cannot be read: $1" err || fail "nobody says: $1"
}
mv repo/.git/index index
for bytes in 1 11 13 60 100 "$(($(wc -c < index) - 21))"; do
    head -c $bytes index > repo/.git/index
    bad_index 'is not an index of Git, or is damaged'
done
printf 'DIRC\0\0\0\5\0\0\0\0' > repo/.git/index
bad_index 'has a version that is not known; 2 to 4 are'
printf 'DIRC\0\0\0\4\377\377\377\377' > repo/.git/index
bad_index 'is not an index of Git, or is damaged'
cp index repo/.git/index
git -C repo update-index --split-index
bad_index 'is split, which is not supported'
rm repo/.git/index repo/.git/sharedindex.*
ln -s ../../index repo/.git/index
bad_index 'is a link'
rm repo/.git/index

# What cannot be used is reported, and ignores nothing.
rm repo/build/deep/other.m3g
unusable() { # unusable WHY
    check 3 --gitignore repo
    ignored repo/build=repo/.gitignore:1 repo/src/sub/e.bak.m3g=repo/.gitignore:2
    grep -qF "repo/src/.gitignore: cannot be read: $1" err || fail "nobody says: $1"
    rm -r repo/src/.gitignore
}
ln -s ../../outside/rules repo/src/.gitignore
printf '*\n' > outside/rules
unusable 'is a link, which Git does not follow either'
mkdir repo/src/.gitignore
unusable 'is a folder'
mkfifo repo/src/.gitignore
unusable 'is a FIFO'
{ printf 'd.m3g\n'; yes '#' | head -c 1048571; } > repo/src/.gitignore
unusable 'larger than 1 MiB'
{ printf 'd.m3g\n'; seq 10000; } > repo/src/.gitignore
unusable 'line 10001: more than 10,000 patterns'
{ printf 'd.m3g\n'; printf '%01025d\n' 0; } > repo/src/.gitignore
unusable 'line 2: a pattern may have 1024 bytes, this one has more'
rm repo/.git/info/exclude
ln -s "$PWD/outside/rules" repo/.git/info/exclude
check 3 --gitignore repo
grep -qF 'repo/.git/info/exclude: cannot be read: is a link that leads out of .git' err || fail 'a link out of .git'
rm repo/.git/info/exclude

# A .git that may not be looked at is reported, and is not taken for none. Root may look at everything, so it becomes
# somebody else for this.
tool=("$A3DLINT")
if [ "$(id -u)" -eq 0 ]; then
    cp "$A3DLINT_RELEASE" tool
    chmod 755 . tool
    tool=(setpriv --reuid=65534 --regid=65534 --clear-groups "$PWD/tool")
fi
closed() { # closed WHAT FOLDER: WHAT cannot be read, when FOLDER is checked
    local status=0
    "${tool[@]}" check -v --gitignore "$2" > out 2> err || status=$?
    [ $status -eq 3 ] || fail "status $status, not 3: $2"
    grep -qx "a3dlint: $1: cannot be read: Permission denied" err || fail "nobody says so of $1"
    ! grep -q 'not in a Git repository' err || fail "$1 is taken for no repository"
}
if "${tool[@]}" --version > out 2> err; then
    mkdir -p around/worktree/sub around/open
    cp repo/a.m3g around/worktree/sub/
    cp repo/a.m3g around/open/
    printf 'gitdir: /nowhere\n' > around/worktree/.git
    chmod 000 around/worktree/.git
    closed around/worktree/.git around/worktree/sub
    touch repo/.git/info/exclude
    for part in info/exclude info; do
        chmod 000 "repo/.git/$part"
        closed repo/.git/info/exclude repo/src
    done
    chmod 755 repo/.git/info
    chmod 644 repo/.git/info/exclude
    cd around/open
    chmod 600 ..
    closed ../.git .
    chmod 755 "$TMPDIR/around"
    cd "$TMPDIR"
    rm -r around
fi

# Patterns that would take long: the run ends soon, with a message.
name=$(printf 'a%.0s' $(seq 250))
mkdir -p repo/src/$name/$name/$name/$name/$name/$name
cp repo/a.m3g repo/src/$name/$name/$name/$name/$name/$name/
{ for i in $(seq 300); do printf '**/%s*%sx*\n' "$(printf 'a*%.0s' $(seq 450))" "$i"; done; } > repo/src/.gitignore
check 3 --gitignore repo
grep -qF 'repo/src/.gitignore: cannot be read: its patterns take too long to match' err || fail 'patterns that take long'
