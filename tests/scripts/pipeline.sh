#!/bin/bash
# Where people run it: the step of the GitHub Action, the problem matcher, the pre-commit hook, the rules that the
# guides name, file(1)'s descriptions.
set -eu
cd "$TMPDIR"
. "$TOP/tests/scripts/lib/skip.sh"
fail() { echo "$*"; exit 1; }
mkdir -p assets/sub "a tree"
cp "$CORPUS/examples/fence-renamed.a3d" assets/sub/
cp "$CORPUS/examples/group-user-id.m3g" "a tree/two words.m3g"
cp "$CORPUS/examples/plane.a3d" good.a3d

# The action: annotations, a SARIF report, the status; paths and options a line each, with spaces in them.
status=0
A3DLINT_PATHS=$'assets\n\na tree\n' A3DLINT_ARGS=$'--rule=m3g/checksum=warning\n--max-findings=10\n' A3DLINT_SARIF=out.sarif \
    GITHUB_OUTPUT=output "$TOP/ci/action" check > annotations || status=$?
[ $status -eq 1 ] || fail "action: status $status"
grep -qx 'status=1' output || fail 'action: no status among the outputs'
grep -q '^::error file=assets/sub/fence-renamed.a3d' annotations || fail 'action: no annotation'
grep -q '^::warning file=a tree/two words.m3g' annotations || fail 'action: no annotation of a path with a space'
grep -q '"ruleId": "tanki/block-length"' out.sarif || fail 'action: no SARIF report'
status=0
A3DLINT_PATHS=good.a3d A3DLINT_ARGS='' A3DLINT_SARIF='' "$TOP/ci/action" check > annotations || status=$?
[ $status -eq 0 ] || fail "action: status $status on a good file"

# The problem matcher reads the first line of each finding.
"$A3DLINT" check --color never assets > text || :
node -e '
    const fs = require("fs");
    const matcher = JSON.parse(fs.readFileSync(process.argv[1])).problemMatcher[0].pattern[0];
    const lines = fs.readFileSync("text", "utf8").split("\n").map(l => l.match(new RegExp(matcher.regexp))).filter(m => m);
    const found = lines.map(m => [m[matcher.file], m[matcher.severity], m[matcher.code], m[matcher.message]].join("|"));
    if (found[0] !== "assets/sub/fence-renamed.a3d|error|tanki/block-length|length is 44; expected 48, the size of the content") { console.log(found); process.exit(1); }
' "$TOP/ci/package/problem-matcher.json" || fail 'the problem matcher does not match'

# The hook: its own script, and through pre-commit where that is installed.
status=0
"$TOP/ci/pre-commit" -- good.a3d "a tree/two words.m3g" > hook || status=$?
[ $status -eq 1 ] && grep -q 'error m3g/checksum' hook || fail "hook: status $status"
cp "a tree/two words.m3g" ./--help.m3g # a name, not an option
status=0
"$TOP/ci/pre-commit" -- --help.m3g > hook 2>&1 || status=$?
[ $status -eq 1 ] && grep -q -- '^--help.m3g: .*error m3g/checksum' hook || { cat hook; fail "hook: a name that looks like an option: status $status"; }
if command -v pre-commit > /dev/null && [ -d "$TOP/.git" ]; then
    git init -q repository && cd repository
    git config user.email a@example.org && git config user.name a
    cp ../good.a3d . && git add . && git commit -qm one
    # A copy of the sources that is built already, as pre-commit's own clone would be after its first run.
    mkdir -p ../hooks/ci ../hooks/build && cp "$TOP/.pre-commit-hooks.yaml" ../hooks/ && cp "$TOP/ci/pre-commit" ../hooks/ci/
    cp "$A3DLINT_RELEASE" ../hooks/build/a3dlint
    (cd ../hooks && git init -q && git config user.email a@example.org && git config user.name a && git add -f . && git commit -qm one)
    export PRE_COMMIT_HOME=$TMPDIR/cache
    pre-commit try-repo ../hooks a3dlint --all-files > ../hook 2>&1 || { cat ../hook; fail 'pre-commit: a good file does not pass'; }
    cp "../a tree/two words.m3g" . && git add .
    ! pre-commit try-repo ../hooks a3dlint --all-files > ../hook 2>&1 || fail 'pre-commit: a bad file passes'
    grep -q 'error m3g/checksum' ../hook || { cat ../hook; fail 'pre-commit: the finding is not shown'; }
    # Forty files at once, a name that looks like an option, and the program that is installed.
    for i in $(seq 40); do cp good.a3d "$i.a3d"; done
    cp "../a tree/two words.m3g" ./--write-baseline=known.m3g && git add -- .
    mkdir ../bin && cp "$A3DLINT_RELEASE" ../bin/a3dlint
    for hook in a3dlint a3dlint-system; do
        ! PATH=$PWD/../bin:$PATH pre-commit try-repo ../hooks $hook --all-files > ../hook 2>&1 || fail "pre-commit: $hook passes a bad file"
        grep -q '^42 files: 40 valid, 2 invalid\|^43 files: 41 valid, 2 invalid' ../hook || { cat ../hook; fail "pre-commit: $hook runs more than once"; }
        [ ! -e known.m3g ] || fail "pre-commit: $hook takes a name for an option"
    done
    cd ..
else
    skip_part 'no pre-commit here'
fi

# Every rule that a page names exists.
grep -ohE "\`($("$TOP/ci/formats" | paste -sd "|"))/[a-z0-9-]+\`" "$TOP"/README.md "$TOP"/docs/*.md | tr -d '\140' | sort -u > named
"$A3DLINT" rules | awk '{ print $2 }' | sort > rules
[ -s named ] && [ -z "$(comm -23 named rules)" ] || { comm -23 named rules; fail 'pages name rules that there are not'; }

# file(1) knows the families.
if command -v file > /dev/null; then
    for pair in 'tanki:Tanki Online A3D model, version 3' 'm3g:Mobile 3D Graphics scene (M3G)' 'odol:ODOL P3D model, version 75' \
        'a3d1:Alternativa3D A3D1 scene, perhaps' 'a3d2:Alternativa3D A3D2 scene, perhaps'; do
        "$A3DLINT" generate --as "${pair%%:*}" -o sample
        [ "$(file -b -m "$TOP/ci/package/a3dlint.magic" sample)" = "${pair#*:}" ] || fail "file: $(file -b -m "$TOP/ci/package/a3dlint.magic" sample)"
    done
else
    skip_part 'no file(1) here'
fi
