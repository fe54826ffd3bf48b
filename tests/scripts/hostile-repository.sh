#!/bin/bash
# A repository that somebody prepared to silence the pipelines of docs/in-a-pipeline.md, or to make them read or write
# elsewhere. Each pipeline runs as it is printed there: it reports every planted fault, ends with a status above 0, and
# neither reads nor writes outside of the tree.
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
command -v git > /dev/null || skip 'git is missing'
cd "$TMPDIR"
export HOME=$TMPDIR/home RUNNER_TEMP=$TMPDIR/runner GIT_CONFIG_NOSYSTEM=1 PRE_COMMIT_HOME=$TMPDIR/home/cache
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
mkdir -p home runner bin secret/models
ln -s "$A3DLINT" bin/a3dlint
PATH=$TMPDIR/bin:$PATH
page=$TOP/docs/in-a-pipeline.md
fail() { echo "hostile-repository: $*"; head -c 3000 out err 2> /dev/null; exit 1; }

# block HEADING LANGUAGE NUMBER: the code that a section of the page prints
block() {
    awk -v heading="## $1" -v fence='```'"$2" -v number="$3" '
        /^## / { inside = $0 == heading }
        printing && /^```$/ { exit }
        printing { print }
        inside && $0 == fence && ++n == number { printing = 1 }' "$page"
}

# ---- the main branch, which the owner of the repository wrote ----
bad=$CORPUS/rules/m3g/checksum.bad.m3g
git init -q -b main main
mkdir -p main/assets/legacy
cp "$CORPUS/examples/plane.a3d" main/assets/good.a3d
cp "$bad" main/assets/known.m3g
cp "$bad" main/assets/legacy/old.m3g
printf '[assets/legacy/**]\nm3g/checksum = off\n' > main/.a3dlint
(cd main && a3dlint check -q --no-config --write-baseline .a3dlint-baseline.json assets/known.m3g 2> /dev/null && git add . && git commit -qm main)

# ---- what lies beside the tree ----
printf 'password = hunter2\n' > secret/key
cp "$bad" secret/models/private.m3g
printf 'ignore = *\n' > secret/settings

# ---- the tree of the pull request ----
line=$(printf 'x\n::error file=y::z.m3g')
planted=(bad.m3g sub/.a3dlint.m3g inner/bad.m3g node_modules/bad.m3g .svn/bad.m3g .hg/x/bad.m3g ignored/bad.m3g
    '--write-baseline=written.m3g' '-o.m3g' '--config=secret.m3g' '-.m3g' '::stop-commands::x.m3g' ' ::warning::x.m3g'
    '##[set-output name=status]0.m3g' '##vso[task.complete result=Succeeded]x.m3g' "$line" '$(touch written).m3g' '*.m3g' 'a b.M3g'
    'é.m3g' "$(printf '\033[2K.m3g')" "'.m3g" 'bad.m3g: valid.m3g' 'sub/%0A::error::.m3g')
plant() { # plant FOLDER
    local name
    for name in "${planted[@]}"; do
        mkdir -p "$1/$(dirname -- "./$name")"
        cp "$bad" "$1/$name"
    done
}
prepare() { # prepare: a fresh clone, and what the pull request changes in it
    rm -rf tree
    git clone -q "file://$TMPDIR/main" tree
    cd tree
    plant assets
    cp assets/known.m3g assets/new.m3g
    printf 'ignore = *\nfail-on = never\nexclude = **\ngitignore = true\nmax-work = 1000Gi\n[*]\nbaseline = theirs.json\n' > assets/.a3dlint
    printf 'root = true\n' | cat - assets/.a3dlint > .a3dlint
    cp .a3dlint assets/inner/
    a3dlint check -q --no-config --write-baseline .a3dlint-baseline.json assets > /dev/null 2>&1 || :
    cp .a3dlint-baseline.json assets/theirs.json
    printf '*\n!.gitignore\n' > .gitignore
    printf '*\n' > assets/.gitignore
    printf 'gitdir: %s\n' "$TMPDIR/secret" > assets/inner/.git
    printf 'version https://git-lfs.github.com/spec/v1\noid sha256:%064d\nsize 4711\n' 0 > assets/pointer.m3g
    printf '*.m3g filter=lfs diff=lfs merge=lfs -text\n.a3dlint working-tree-encoding=UTF-16\n' > .gitattributes
    # Names that the pipeline writes, or that a shell would expand to.
    for link in a3dlint.sarif report.json a3dlint-triage.html written a3dlint.ini; do ln -s ../secret/"$link" $link; done
    # Links out of the tree, and around in it.
    ln -s ../../secret/models assets/folder
    ln -s ../../secret/models/private.m3g assets/out.m3g
    ln -s /dev/zero assets/zero.m3g
    ln -s /dev/stdin assets/stdin.m3g
    ln -s . assets/loop
    ln -s loop.m3g assets/loop.m3g
    mkfifo assets/pipe.m3g
    mknod assets/device.m3g c 1 5 2> /dev/null || : # only root may
    cd ..
}
elsewhere() { (cd "$TMPDIR" && find secret main home -path home/cache -prune -o -type f ! -path '*/.git/*' -exec cksum {} + | LC_ALL=C sort; ls -a secret secret/models); }

shown() { # shown NAME: as reports in text print it
    printf '%s' "$1" | sed -e 's/##/\\x23#/' -e 's/\x1b/\\x1b/g' | awk '{ printf "%s%s", n++ ? "\\x0a" : "", $0 }'
}
calm() { # calm WHAT: nothing elsewhere was read or written, and no line is a command that a name contains
    [ "$(elsewhere)" = "$before" ] || fail "$1: something elsewhere was changed: $(diff <(echo "$before") <(elsewhere))"
    for made in written.m3g written secret.m3g; do
        [ ! -e tree/$made ] && [ ! -e tree/assets/$made ] || fail "$1: $made was written"
    done
    ! grep -aq 'hunter2\|private\.m3g: \(valid\|invalid\|error\)' out err || fail "$1: something elsewhere was read"
    ! grep -aEn '##[a-z]*\[' out err || fail "$1 prints a command"
    ! grep -aEn '^[[:space:]]*::' out err | grep -avE ':[0-9]+:::(error|warning|notice) file=[^:]*::' || fail "$1 begins a line with a command"
}
reported() { # reported WHAT: every planted fault, in text
    local name
    for name in "${planted[@]}"; do
        grep -aqF "assets/$(shown "$name"): error m3g/checksum" out || fail "$1 does not report assets/$name"
    done
    grep -aq 'assets/new.m3g: error m3g/checksum' out || fail "$1 does not report a copy of a known file"
    ! grep -aq 'assets/legacy/old.m3g: error' out || fail "$1 does not use the settings of the main branch"
    grep -aq 'assets/pointer.m3g: ' out err || fail "$1 does not report a pointer of LFS"
}
run() { # run WHAT COMMAND...: in the tree, with a status from 1 to 4
    local what=$1 status=0
    shift
    (cd tree && timeout 600 "$@") > out 2> err < /dev/null || status=$?
    [ $status -ge 1 ] && [ $status -le 4 ] || fail "$what: status $status"
    calm "$what"
}

prepare
before=$(elsewhere)

# ---- pull requests from strangers, whatever is in place of the settings ----
block 'Pull requests from strangers' sh 1 > strangers
grep -q 'a3dlint check --untrusted' strangers || fail 'the page has no such block'
for kind in file link folder fifo none; do
    [ $kind = file ] || prepare
    for file in .a3dlint .a3dlint-baseline.json; do
        [ $kind = file ] || rm tree/$file
        case $kind in
            link) ln -s ../secret/settings tree/$file ;;
            folder) mkdir tree/$file && printf 'ignore = *\n' > tree/$file/.a3dlint ;;
            fifo) mkfifo tree/$file ;;
        esac
    done
    run "strangers, $kind" bash -e ../strangers
    reported "strangers, $kind"
    ! grep -aq 'assets/known.m3g: error' out || fail "strangers, $kind: the baseline of the main branch does not count"
    grep -aq -- '--untrusted: [0-9]* files .a3dlint were not read' err || fail "strangers, $kind: nobody says what was not read"
done
prepare
mv tree/assets tree/models
ln -s ../secret/models tree/assets
run 'strangers, a link in place of the folder' bash -e ../strangers
grep -q 'assets/: cannot be read: is a link; --untrusted follows none' err || fail 'the link is not told'

# ---- GitHub Actions: the step before, and the script of the action ----
prepare
block 'GitHub Actions' yaml 1 > workflow
sed -n '/run: |/,/^-/p' workflow | sed '1d;$d;s/^    //' > step
value() { sed -n "/^    $1: |/,/^    [a-z]/p" workflow | sed '1d;$d;s/^ *//'; }
mkdir -p tool/ci tool/build
cp "$TOP/ci/action" tool/ci/
cp "$A3DLINT" tool/build/a3dlint
args=$(value args) paths=$(sed -n 's/^    paths: //p' workflow) sarif=$(sed -n 's/^    sarif: //p' workflow)
grep -q 'git fetch' step && [ -n "$args" ] && [ "$paths" = assets ] || fail 'the page has no such workflow'
[ "$sarif" = "\${{ runner.temp }}/a3dlint.sarif" ] || fail "the report goes to $sarif, which may be a link"
(cd tree && bash -e ../step) > out 2> err || fail 'the step before the action'
run 'the action' env A3DLINT_PATHS="$paths" A3DLINT_ARGS="$args" A3DLINT_SARIF="$RUNNER_TEMP/a3dlint.sarif" GITHUB_OUTPUT="$RUNNER_TEMP/output" \
    ../tool/ci/action check
count=$(grep -ac '^::error file=assets/.*,title=m3g/checksum::' out)
[ "$count" -eq $((${#planted[@]} + 1)) ] || fail "the action reports $count faults"
grep -aq '^::error file=assets/pointer.m3g,' out || fail 'the action does not report a pointer of LFS'
! grep -av '^status=[1-4]$' runner/output || fail 'another output than the status'
count=$(grep -c '"ruleId": "m3g/checksum"' runner/a3dlint.sarif)
[ "$count" -gt "${#planted[@]}" ] || fail "the SARIF report has $count faults"

# ---- pre-commit: through the program where it is installed, else by the script of the hook ----
block 'pre-commit' yaml 2 > hook
hook_args=$(sed -n 's/^ *args: \[\(.*\)\]$/\1/p' hook)
[ "${hook_args%--}" != "$hook_args" ] || fail "the args of the hook do not end with --: $hook_args"
prepare
touch tree/--write-baseline=written.m3g tree/-o.m3g
# shellcheck disable=SC2046 # words
run 'the script of the hook' "$TOP/ci/pre-commit" $(echo "$hook_args" | tr -d ,) --write-baseline=written.m3g -o.m3g assets/bad.m3g \
    'assets/::stop-commands::x.m3g' assets/sub/.a3dlint.m3g
grep -aq 'assets/bad.m3g: error' out || fail 'the script of the hook is silenced'
status=0
(cd tree && "$TOP/ci/pre-commit" --untrusted assets/bad.m3g) > out 2> err || status=$?
[ $status -eq 2 ] && grep -q 'the last word of args must be --' err || fail "the hook without --: status $status"
if command -v pre-commit > /dev/null; then
    mkdir -p hooks/ci hooks/build
    cp "$TOP/.pre-commit-hooks.yaml" hooks/
    cp "$TOP/ci/pre-commit" hooks/ci/
    cp "$A3DLINT" hooks/build/a3dlint
    (cd hooks && git init -q && git add -f . && git commit -qm hooks)
    (cd tree && rm -f .gitattributes assets/inner/.git assets/pipe.m3g assets/device.m3g && git add -f . && git commit -qm theirs) > out 2> err || fail "git: status $?"
    for id in a3dlint a3dlint-system; do
        printf 'repos:\n- repo: file://%s\n  rev: %s\n  hooks:\n  - id: %s\n    args: [%s]\n' "$TMPDIR/hooks" "$(git -C hooks rev-parse HEAD)" \
            $id "$hook_args" > runner/hooks.yaml
        run "pre-commit, $id" pre-commit run --color never -c "$RUNNER_TEMP/hooks.yaml" --all-files --verbose
        for name in "${planted[@]}"; do
            grep -aqF "assets/$(shown "$name"): error m3g/checksum" out || fail "pre-commit, $id does not report assets/$name"
        done
    done
else
    skip_part 'no pre-commit here'
fi

# ---- what the image runs ----
prepare
command=$(block Docker sh 2)
[ "$command" = "docker run --rm --network none -v \"\$PWD:/assets:ro\" a3dlint check --untrusted /assets" ] || fail "the page prints: $command"
run 'the image' a3dlint check --untrusted "$TMPDIR/tree/assets"
sed -i "s|$TMPDIR/tree/||g" out err
cp out all && grep -av 'assets/legacy/old.m3g' all > out # no settings of the main branch
reported 'the image'

# ---- other commands with --untrusted ----
prepare
run 'triage' a3dlint triage --untrusted assets -o "$RUNNER_TEMP/page.html"
run 'triage, a link' a3dlint triage --untrusted assets
run 'fix' a3dlint fix --untrusted --accept-content --dry-run assets
grep -aq 'assets/bad.m3g: would fix m3g/checksum' out || fail 'fix finds nothing'
run 'fix, a link' a3dlint fix --untrusted --accept-content assets/bad.m3g -o report.json
run 'fix, in place' a3dlint fix --untrusted --accept-content --in-place assets

# ---- without --untrusted the tree may silence the run, which says so ----
prepare
(cd tree && timeout 600 a3dlint check assets/) > out 2> err < /dev/null || :
calm 'a trusting run'
grep -aq '^a3dlint: .a3dlint:[0-9]*: exclude = \*\* skips [0-9]* path\|^a3dlint: assets/.a3dlint:[0-9]*: exclude = \*\* skips [0-9]* path' err || fail 'a trusting run does not say what silenced it'
