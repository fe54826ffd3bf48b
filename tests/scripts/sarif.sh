#!/bin/bash
# SARIF and JUnit reports against those who read them: SARIF by the OASIS schema (a copy is looked for where
# A3D_SCHEMAS says, or in ../shared/schemas), by the schema that sarif-multitool brings, and by sarif-multitool's own
# rules, GitHub's among them; JUnit by an XML reader.
set -eu
modules=$TOP/build/node/node_modules
tool=$modules/@microsoft/sarif-multitool-linux
oasis=${A3D_SCHEMAS:-$TOP/../shared/schemas}/sarif-schema-2.1.0.json
. "$TOP/tests/scripts/lib/skip.sh"
command -v node > /dev/null || skip 'no node here'
[ -d "$modules/ajv-draft-04" ] || skip 'no ajv-draft-04 in build/node (ci/deps test installs it)'
mkdir "$TMPDIR/in" "$TMPDIR/out"
cd "$TMPDIR/in"
"$A3DLINT" generate --as m3g -o sound.m3g
"$A3DLINT" edit sound.m3g 'sections[1].objects[0].enablePicking:=7' 'sections[1].checksum:=1' -o two.m3g
"$A3DLINT" edit sound.m3g 'sections[1].objects[0].length:=3' -o cut.m3g
printf 'plain' > plain.txt
cp "$CORPUS/rules/a3d2/id-unique.bad.a3d" packed.a3d
cp two.m3g "$(printf 'a b%%c:d\377\033\".m3g')"
ln -s "$CORPUS" corpus

report() { # report NAME STATUS ARGUMENT...: one log for viewers and one for GitHub, whose status must be this
    local name=$1 expected=$2 form status
    shift 2
    for form in sarif sarif-github; do
        status=0
        "$A3DLINT_RELEASE" check --format "$form" "$@" < two.m3g > "$TMPDIR/out/$name.$form" 2> /dev/null || status=$?
        [ "$expected" = any ] || [ $status -eq "$expected" ] || { echo "check --format $form $*: status $status, not $expected"; exit 1; }
    done
}
report sound 0 sound.m3g
report two 1 two.m3g
report cut 1 cut.m3g
report packed 1 packed.a3d
report tree any .
report rules any corpus/rules
report limited 4 --max-work 10 sound.m3g two.m3g
report unreadable 3 plain.txt missing.m3g
report few 1 --max-findings 1 two.m3g cut.m3g
report levels 0 --rule '*=note' cut.m3g
report none 0 --files-from /dev/null
report stdin 1 -
"$A3DLINT" check --write-baseline known.json sound.m3g two.m3g cut.m3g > "$TMPDIR/log" 2>&1
mkdir new && cp known.json new && cp sound.m3g new/cut.m3g && "$A3DLINT" edit two.m3g 'sections[1].objects[0].enablePicking:=9' 'sections[1].checksum:=1' -o new/two.m3g
report known 1 --baseline new/known.json new/two.m3g new/cut.m3g

mkdir mistaken && cp sound.m3g two.m3g mistaken && echo 'm3g/chekcsum = off' > mistaken/.a3dlint
report mistaken 2 mistaken two.m3g

schemas=("$tool/sarif-2.1.0.json")
[ -f "${schemas[0]}" ] || schemas=()
if [ -f "$oasis" ]; then schemas+=("$oasis"); else skip_part 'no OASIS schema here (set A3D_SCHEMAS to its folder)'; fi
[ ${#schemas[@]} -gt 0 ] || skip 'no SARIF schema here'
node "$TOP/tests/scripts/sarif.js" "$modules" "${schemas[@]}" -- "$TMPDIR"/out/*.sarif "$TMPDIR"/out/*.sarif-github

# Its own rules: all files in one go, since its start is what takes time. Then one that is wrong, which it must see.
if [ -x "$tool/Sarif.Multitool" ]; then
    export DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 DOTNET_CLI_TELEMETRY_OPTOUT=1
    mkdir "$TMPDIR/tool"
    for log in two cut packed tree limited unreadable few none known mistaken; do
        cp "$TMPDIR/out/$log.sarif" "$TMPDIR/tool/$log.sarif"
        cp "$TMPDIR/out/$log.sarif-github" "$TMPDIR/tool/$log-github.sarif"
    done
    sed 's/"ruleIndex": 1,/"ruleIndex": 7000,/' "$TMPDIR/out/two.sarif" > "$TMPDIR/tool/wrong.sarif"
    "$tool/Sarif.Multitool" validate "$TMPDIR/tool/*.sarif" --rule-kind 'Sarif;Gh' --level 'Error;Warning' --output "$TMPDIR/verdict.sarif" \
        > "$TMPDIR/tool.log" 2>&1 || { tail -n 20 "$TMPDIR/tool.log"; exit 1; }
    node "$TOP/tests/scripts/sarif.js" verdict "$TMPDIR/verdict.sarif" 21
else
    skip_part 'no sarif-multitool for this machine'
fi

command -v xmllint > /dev/null || { skip_part 'no xmllint here'; exit 0; }
"$A3DLINT_RELEASE" check --format junit --rule m3g/checksum=note . plain.txt > "$TMPDIR/junit.xml" 2> /dev/null || true
xml() { xmllint --xpath "$1" "$TMPDIR/junit.xml"; }
is() { [ "$(xml "$1")" = "$2" ] || { echo "junit: $1 is $(xml "$1"), not $2"; exit 1; }; }
is 'sum(//testsuite/@tests) = count(//testcase)' true
is 'sum(//testsuite/@failures) = count(//failure)' true
is 'sum(//testsuite/@errors) = count(//error)' true
is 'count(//testsuite[@name="two.m3g"]/testcase)' 2
is 'count(//testsuite[@name="two.m3g"]/testcase/failure[@type="error"])' 1
is 'count(//testsuite[@name="two.m3g"]/testcase/system-out)' 1
is 'count(//testsuite[@name="sound.m3g"]/testcase[@name="valid" and not(*)])' 1
is 'count(//testsuite[@name="plain.txt"]/testcase/error[@type="unreadable"])' 1
is 'count(//testsuite[starts-with(@name, "a b%c:d\xff\x1b") and contains(@name, ".m3g")])' 1
