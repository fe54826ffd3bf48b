#!/bin/bash
# --also: each report of a run with several forms is, byte for byte, that of a run with this form alone, and a wrong value changes
# nothing.
set -eu
cd "$TMPDIR"
fail() { echo "also: $*"; exit 1; }
cp -R "$CORPUS/rules/tanki" models
cp -R "$CORPUS/examples" models/examples
echo 'no model' > models/notes.a3d
(cd models && zip -q two.zip block-length.bad.a3d notes.a3d)
printf '[block-*.a3d]\nignore = tanki/block-length\n' > models/.a3dlint
status=0
"$A3DLINT" check models > /dev/null 2>&1 || status=$?
[ $status -eq 3 ] || fail "the models give status $status"
forms='text json ndjson sarif sarif-github junit github html'
ran() { # ran ARGUMENT...: a run ends as the models do
    local status=0
    "$A3DLINT" check "$@" models 2> errors || status=$?
    [ $status -eq 3 ] || { cat errors; fail "status $status of check $*"; }
}
for options in '-j1' '-v -j3 --show note' '--stats --baseline known.json'; do
    case $options in *known.json) "$A3DLINT" check -q --write-baseline known.json models/examples > /dev/null || : ;; esac
    also=()
    for form in $forms; do also+=(--also "$form=also.$form"); done
    # shellcheck disable=SC2086 # a list of words
    ran $options "${also[@]}" -o main.text
    for form in $forms; do
        case $options/$form in --stats*/text | --stats*/json | --stats*/ndjson) own=$options ;; --stats*) own=${options#--stats} ;; *) own=$options ;; esac
        # shellcheck disable=SC2086
        ran $own --format "$form" -o "own.$form"
        cmp "own.$form" "also.$form" || fail "$form is another with --also ($options)"
    done
    cmp own.text main.text || fail "the main report is another with --also ($options)"
    rm also.* own.* main.*
done

# To standard output, too, and with results from a cache.
ran --format github --also sarif=one.sarif --cache cache > one
ran --format github --also sarif=two.sarif --cache cache > two
cmp one two && cmp one.sarif two.sarif || fail 'a second run with a cache'

sums() { find . -type f ! -name errors ! -name 'sums.*' -exec md5sum {} + | sort; }
refused() { # refused MESSAGE ARGUMENT...: status 2, and no file is written
    local message=$1 status=0
    shift
    sums > sums.before
    "$A3DLINT" check "$@" models > /dev/null 2> errors || status=$?
    [ $status -eq 2 ] && grep -qF -- "$message" errors || { cat errors; fail "status $status of check $*"; }
    sums | cmp - sums.before || fail "check $* wrote something"
}
refused "unknown format 'yaml'" --also yaml=out
refused 'write FORM=FILE, such as' --also sarif
refused 'write FORM=FILE, such as' --also sarif=
refused 'write FORM=FILE, such as' --also =out
refused 'has another use in this run' --also sarif=out --also json=out
refused 'has another use in this run' --also sarif=out -o out
refused 'has another use in this run' --also sarif=out -o ./out
refused 'that is the file of --baseline' --also sarif=known.json --baseline known.json
refused 'has another use in this run' --also sarif=new.json --write-baseline new.json
refused 'that is an input or has the name of one' --also sarif=models/notes.a3d
ln -s elsewhere link
refused 'is a link; --untrusted follows none' --untrusted --also sarif=link
status=0
"$A3DLINT" check --also sarif=missing/out models > out 2> errors || status=$?
[ $status -eq 5 ] && grep -q 'cannot write missing/out' errors && [ -s out ] || { cat errors; fail 'a report that cannot be written'; }
