#!/bin/bash
# Names of files that imitate others: characters that control a terminal, end a line or turn the direction of text are
# escaped wherever a name is printed, in every form of the report and in errors. JSON still holds the name itself.
set -eu
cd "$TMPDIR"
mkdir in
bad=$CORPUS/rules/tanki/block-length.bad.a3d
# U+202E, U+2066, U+061C, U+200F, U+2028, U+0085, a line feed, an escape sequence, and CSI as a single byte, which no
# JSON holds
turns=('\342\200\256' '\342\201\246' '\330\234' '\342\200\217' '\342\200\250' '\302\205' '\n' '\033[2K')
for i in "${!turns[@]}"; do cp "$bad" "$(printf "in/$i${turns[i]}model.a3d: valid.a3d")"; done
bytes=$(printf 'in/9\2332Kmodel.a3d: valid.a3d')
raw=$(printf '\342\200\256|\342\201\246|\330\234|\342\200\217|\342\200\250|\302\205|\033')
fail() { echo "names: $*"; exit 1; }

# strays WHAT FILE: no byte that some terminals take for a control
strays() {
    ! LC_ALL=C grep -q "$(printf '9\2332K')" "$2" || fail "$1 prints a control byte"
}

clean() { # clean WHAT LINES FILE: no such character, and a line feed of a name is not one of the output
    ! LC_ALL=C grep -Eq "$raw" "$3" || fail "$1 prints a character that controls: $(LC_ALL=C grep -E "$raw" "$3" | head -n 1 | cat -v)"
    ! grep -q '^model.a3d: valid' "$3" || fail "$1 prints a line that a name imitates"
    [ "$2" -eq 0 ] || [ "$(wc -l < "$3")" -eq "$2" ] || fail "$1 prints $(wc -l < "$3") lines instead of $2"
}
for form in text json ndjson github junit sarif sarif-github html; do
    "$A3DLINT" check --format $form in > out 2> err || [ $? -eq 1 ] || fail "check --format $form"
    clean "check --format $form" 0 out
    clean "check --format $form, errors" 0 err
done
for command in triage 'fix --dry-run' 'fix --dry-run --format json' 'check --stats'; do
    "$A3DLINT" $command in > out 2> err || [ $? -eq 1 ] || fail "$command"
    clean "$command" 0 out
    clean "$command, errors" 0 err
done
for name in in/*; do
    # what applies to the file: two lines of heading, and the setting of a section for its name
    printf "[*\342\200\217*]\\nfail-on = note\\n" > in/.a3dlint
    "$A3DLINT" check --print-config "$name" > out 2> err || fail '--print-config'
    clean '--print-config' 0 out
    clean '--print-config, errors' 0 err
    rm in/.a3dlint
    for command in dump hex diff 'reduce --keep tanki/block-length' 'rewrite --canonical'; do
        "$A3DLINT" $command "$name" $([ "$command" != diff ] || echo "$bad") > out 2> err || [ $? -le 4 ] || fail "$command $name"
        clean "$command" 0 err
    done
    "$A3DLINT" dump "$name.not" > out 2> err && fail 'a file that is not there is dumped'
    clean 'an error' 1 err
done

# Names that CI servers take for commands in a log: ## and [ anywhere in a line, :: at its beginning, also after blanks.
mkdir commands
cd commands
names=('::stop-commands::a.a3d' ' ::error::b.a3d' "$(printf '\302\240::error::c.a3d')" 'd##[set-output name=status]0.a3d' '##vso[task.x]e.a3d'
    '##teamcity[x]f.a3d' '###[group]g.a3d' 'h::error::h.a3d' 'i#[x] ## j.a3d')
for name in "${names[@]}"; do cp "$bad" "$name"; done
for command in 'check -v' 'check --stats' 'check --format github' triage 'fix --dry-run'; do
    # shellcheck disable=SC2086 # words
    "$A3DLINT" $command -- *.a3d > ../out 2> ../err || [ $? -eq 1 ] || fail "$command"
    commands=$(grep -aEn '##[a-z]*\[' ../out ../err || :)
    [ -z "$commands" ] || fail "$command prints a command: $commands"
    ! grep -aEn "^( |$(printf '\302\240'))*::" ../out | grep -vE '^[0-9]+:::(error|warning|notice) file=' || fail "$command begins a line with a command"
done
grep -q '^h::error::h.a3d' ../out || fail 'a name without a command is changed'
grep -q '^i#\[x\] ## j.a3d' ../out || fail 'a name without a command is changed'
"$A3DLINT" check '##[error]none' > ../out 2> ../err && fail 'a file that is not there'
grep -qF 'a3dlint: \x23#[error]none: cannot be read' ../err || fail 'an error has a command'
cd ..

cp "$bad" "$bytes"
for command in 'check --format text' 'check --format github' 'check --format junit' 'check --format html' triage find 'check --stats' \
    'fix --dry-run'; do
    "$A3DLINT" $command in > out 2> err || [ $? -le 4 ] || fail "$command"
    strays "$command" out
    strays "$command, errors" err
done
for command in dump hex "diff $bad" 'reduce --keep tanki/block-length' 'rewrite --canonical' explain; do
    "$A3DLINT" $command "$bytes" > out 2> err || [ $? -le 4 ] || fail "$command"
    strays "$command, errors" err
    [ "$command" = dump ] || "$A3DLINT" $command "$bytes.not" > out 2> err || strays "$command" err
done
rm "$bytes"
node -e '
const fs = require("fs"), report = JSON.parse(fs.readFileSync(0)), names = fs.readdirSync("in").map(n => "in/" + n).sort();
if (JSON.stringify(report.files.map(f => f.path).sort()) !== JSON.stringify(names)) process.exit(1);' < <("$A3DLINT" check --format json in || :) ||
    fail 'JSON does not hold the names'

# Errors of any length are escaped as a whole, from their first character on, wherever a piece of them ends.
says() { # says NAME ESCAPED: what an error says of a file that is not there
    local status=0
    "$A3DLINT" "$1" > /dev/null 2> stderr || status=$?
    [ $status -eq 3 ] || fail "status $status of a file that is not there"
    [ "$(cat stderr)" = "a3dlint: $2: cannot be read: No such file or directory" ] || fail "$2: $(cat -v stderr)"
}
says $'\xc3\xa9.m3g' $'\xc3\xa9.m3g'
says $'\xc2\x85.m3g' '\xc2\x85.m3g'
folders=$(printf 'folder/%.0s' {1..144})
for n in {0..12}; do
    name=$folders${folders:0:n}
    says "$name"$'\xc3\xa9\033[2K\xe2\x80\xae/m3g' "$name"$'\xc3\xa9''\x1b[2K\xe2\x80\xae/m3g'
done
