#!/bin/bash
# The program for Windows in a console, under Wine: colors, progress, names, and Ctrl-C, which leaves whole files.
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
export WINEPREFIX=$TMPDIR/prefix
wine=$TOP/ci/wine
why=$("$wine" --begin) || skip "$why"
trap '"$wine" --end' EXIT
make -s -C "$TOP" DEPS=0 build/windows/a3dlint.exe build/windows/console.exe
cd "$TMPDIR"
exe=Z:$TOP/build/windows/a3dlint.exe
bad=0
fail() { echo "windows-console: $1"; bad=1; }
# in_console MILLISECONDS ARGUMENT...: what the console shows is in the file shown; Ctrl-C after this time, never for 0
in_console() {
    local after=$1
    shift
    status=0
    "$wine" "$TOP/build/windows/console.exe" 150 "$after" "$exe" "$@" > shown || status=$?
}
ends() { [ $status -eq "$1" ] || { fail "status $status, not $1: $2"; cat -v shown | tail -n 5; }; }
whole() { [ "$(tail -n 1 "$1")" = '}' ]; }
shows() { grep -qF -e "$1" shown || { fail "the console does not show '$1'"; cat -v shown | tail -n 5; }; }

# Colors in a console, unless they are switched off; none in a file.
cp "$CORPUS/rules/m3g/checksum.bad.m3g" bad.m3g
cp bad.m3g 'имя-日本.m3g'
in_console 0 check bad.m3g 'имя-日本.m3g'
ends 1 check
shows $'\e[31merror\e[0m m3g/checksum'
shows 'имя-日本.m3g: '
NO_COLOR=1 in_console 0 check bad.m3g
ends 1 'check without colors'
shows 'error m3g/checksum'
in_console 0 check bad.m3g -o report.txt
ends 1 'check -o'
! grep -q $'\e' report.txt || fail 'colors are in a file'
in_console 0 generate --as m3g
ends 2 'bytes are not for a console'

# Progress is drawn row by row.
in_console 0 check -q --progress always "$CORPUS" -o all.json --format json
ends 3 'check with progress'
shows $'\r\e[Ka3dlint: '
whole all.json || fail 'no whole report'
! grep -q '"interrupted": true' all.json || fail 'nobody pressed Ctrl-C'

# Ctrl-C at any moment: a report is whole or not there, and nothing else is beside it.
mkdir reports
for after in 100 300 600 1000; do
    rm -f reports/*
    in_console $after check -j2 --format json "$CORPUS" -o reports/it.json
    case $status in
        3) whole reports/it.json || fail 'a run that ended has no whole report' ;;
        130)
            shows 'interrupted: the report contains what was checked before'
            grep -q '"interrupted": true' reports/it.json || fail 'an interrupted run says nothing of that'
            whole reports/it.json || fail 'an interrupted report is cut' ;;
        0 | 58) [ ! -e reports/it.json ] || fail 'a program that was ended at once wrote a report' ;; # STATUS_CONTROL_C_EXIT, or none before main
        *) ends 130 "Ctrl-C after $after ms" ;;
    esac
    [ -z "$(find reports -type f ! -name it.json)" ] || fail "beside the report is $(ls -A reports)"
    echo "Ctrl-C after $after ms: status $status"
done

# Files that are repaired are the old ones or the new ones.
mkdir before after
"$A3DLINT" generate --as m3g -o before/1.m3g
"$A3DLINT" edit before/1.m3g 'sections[1].checksum:=1' -o before/1.m3g
for i in {2..500}; do cp before/1.m3g "before/$i.m3g"; done
cp before/* after
"$A3DLINT" fix --accept-content --in-place after > native || :
! cmp -s before/1.m3g after/1.m3g || fail 'there is nothing to repair'
for moment in 200 500 900; do
    rm -rf tree
    cp -r before tree
    in_console $moment fix --accept-content --in-place tree
    for file in tree/* tree/.[!.]*; do
        [ -e "$file" ] || continue
        cmp -s "$file" before/1.m3g || cmp -s "$file" after/1.m3g || fail "$file is neither old nor new"
    done
    repaired=0
    for file in tree/*.m3g; do ! cmp -s "$file" after/1.m3g || repaired=$((repaired + 1)); done
    [ "$(find tree -type f | wc -l)" = 500 ] || fail "there are $(find tree -type f | wc -l) files of 500"
    echo "Ctrl-C after $moment ms: status $status, $repaired of 500 files repaired"
done
exit $bad
