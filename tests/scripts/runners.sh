#!/bin/bash
# ci/scripts and ci/unit on planted tests: they run what a glob asks for, count what is skipped, and fail when a test cannot
# run or, with CI=true, is skipped without leave.
set -eu
cd "$TMPDIR"
fail() { cat log; echo "$*"; exit 1; }
mkdir planted
plant() { # plant NAME LINE...: a script
    printf '%s\n' '#!/bin/sh' '. "$TOP/tests/scripts/lib/skip.sh"' "${@:2}" > "planted/$1.sh"
    chmod +x "planted/$1.sh"
}
# ends STATUS 'LAST LINE' COMMAND...: without what the run around this one has set
ends() {
    local expected=$1 line=$2 status=0
    shift 2
    env -u CI -u SKIPS -u SKIPS_ALLOWED "$@" > log 2>&1 || status=$?
    [ $status -eq "$expected" ] || fail "status $status, not $expected: $*"
    [ "$(tail -n 1 log)" = "$line" ] || fail "the last line is not '$line': $*"
}
says() { grep -qx -- "$1" log || fail "no line '$1'"; }

plant good 'true'
plant other 'true'
ends 0 '2 passed, 0 failed, 0 skipped' "$TOP/ci/scripts" "$PWD/planted"
ends 0 '1 passed, 0 failed, 0 skipped' "$TOP/ci/scripts" "$PWD/planted" 'go*'
ends 0 '1 passed, 0 failed, 0 skipped' "$TOP/ci/scripts" "$PWD/planted" good.sh
ends 1 "scripts: none in $PWD/planted matches nothing*" "$TOP/ci/scripts" "$PWD/planted" 'nothing*'

# A script that is skipped, whole or in part, is counted; CI has to allow it by name and reason.
plant whole 'skip "no tool here"' 'exit 1'
plant part 'skip_part "no files here"' 'skip_part "no tool here"'
ends 0 '3 passed, 0 failed, 3 skipped' "$TOP/ci/scripts" "$PWD/planted"
says 'skipped: no tool here'
says "skipped $PWD/planted/whole.sh"
printf '%s\n' 'part: no files here' 'part: no tool here' > allowed
ends 1 '3 passed, 1 failed, 3 skipped' CI=true SKIPS_ALLOWED="$PWD/allowed" "$TOP/ci/scripts" "$PWD/planted"
says "FAILED $PWD/planted/whole.sh: tests/skips.allowed does not list 'whole: no tool here'"
echo 'whole: no tool' >> allowed
ends 1 '3 passed, 1 failed, 3 skipped' CI=true SKIPS_ALLOWED="$PWD/allowed" "$TOP/ci/scripts" "$PWD/planted"
echo 'whole: no tool here' >> allowed
ends 0 '3 passed, 0 failed, 3 skipped' CI=true SKIPS_ALLOWED="$PWD/allowed" "$TOP/ci/scripts" "$PWD/planted"
plant silent 'exit 77'
ends 1 '0 passed, 1 failed, 1 skipped' CI=true SKIPS_ALLOWED="$PWD/allowed" "$TOP/ci/scripts" "$PWD/planted" silent

# A script that fails after it skipped a part has failed; one without its run bit, too.
plant part 'skip_part "no files here"' 'exit 3'
ends 1 '0 passed, 1 failed, 1 skipped' "$TOP/ci/scripts" "$PWD/planted" part
chmod -x planted/good.sh
ends 1 '0 passed, 1 failed, 0 skipped' "$TOP/ci/scripts" "$PWD/planted" good
says "FAILED $PWD/planted/good.sh: it is not executable (chmod +x)"

# Programs that print what those of cmocka do.
mkdir programs
program() { # program NAME STATUS LINE...
    { echo '#!/bin/sh'; echo "cat << 'END'"; printf '%s\n' "${@:3}"; echo END; echo "exit $2"; } > "programs/$1"
    chmod +x "programs/$1"
}
program test_two 0 '[  PASSED  ] 2 test(s).'
program test_part 0 '[  PASSED  ] 1 test(s).' '[  SKIPPED ] 1 test(s), listed below:' '[  SKIPPED ] of files' '' ' 1 SKIPPED TEST(S)'
ends 0 '3 passed, 0 failed, 1 skipped' "$TOP/ci/unit" "$PWD/programs"
says 'skipped: test_part: of files'
ends 0 '2 passed, 0 failed, 0 skipped' "$TOP/ci/unit" "$PWD/programs" 't*wo'
ends 0 '2 passed, 0 failed, 0 skipped' "$TOP/ci/unit" "$PWD/programs" test_two.c -- env
ends 1 '1 passed, 1 failed, 1 skipped' CI=true SKIPS_ALLOWED="$PWD/allowed" "$TOP/ci/unit" "$PWD/programs" part
echo 'test_part: of files' >> allowed
ends 0 '1 passed, 0 failed, 1 skipped' CI=true SKIPS_ALLOWED="$PWD/allowed" "$TOP/ci/unit" "$PWD/programs" part
program test_crash 139 '[ RUN      ] something'
ends 1 '0 passed, 1 failed, 0 skipped' "$TOP/ci/unit" "$PWD/programs" crash
program test_none 0 'no test'
ends 1 '0 passed, 1 failed, 0 skipped' "$TOP/ci/unit" "$PWD/programs" none
program test_wrong 1 '[  PASSED  ] 4 test(s).' '[  FAILED  ] 2 test(s), listed below:'
ends 1 '6 passed, 2 failed, 0 skipped' "$TOP/ci/unit" "$PWD/programs" wrong two
