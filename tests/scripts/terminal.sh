#!/bin/bash
# In a terminal of 80 columns no line of `hex`, `dump --text`, `diff` and `explain` is wider, and no excerpt of `check`,
# over an eighth of the files, another one each day, and every rule. In 80 columns hex shows the bytes that it shows without
# a terminal. The width is that of COLUMNS or the terminal; a file or a pipe has none. SEED=N repeats a day, SHARE=all takes
# all files.
set -eu
. "$TOP/tests/scripts/lib/share.sh"
cd "$TMPDIR"

# too_wide COLUMNS WHAT...: says so if a line of its input takes more columns. What is printed of WHAT has the line.
too_wide() {
    local width
    width=$(LC_ALL=C.UTF-8 wc -L)
    [ "$width" -le "$1" ] || echo "$width columns, in one of: ${*:2}"
}

# ending WORD...: what the program prints. That it ends by a fault or a signal is kept in a file, since pipes lose it.
ending() {
    local status=0
    "$A3DLINT" "$@" 2> /dev/null || status=$?
    [ $status -lt 5 ] || echo "status $status: $*" >> ended
}

# What the commands print of each file, and how it differs from the one before it.
print_files() {
    local before=$1 file
    for file; do
        ending hex --width 80 "$file"
        ending dump --text --width 80 "$file"
        ending diff --width 80 "$before" "$file"
        ending diff --all --width 80 "$file" "$before"
        ending check --show note --width 80 "$file" | grep -E '^ +[0-9a-f]{8} .*\|$' || true
        before=$file
    done
}
print_rules() {
    local rule
    for rule; do ending explain --width 80 "$rule"; done
}

# The words of the command that repairs a file, as a shell reads them.
words_of() {
    bash -c 'a3dlint() { printf "%s\n" "$@"; }; eval "$1"' bash \
        "$(awk '/^    a3dlint edit/ && !n { on = 1 } on { n++; print } / OUT$/ { on = 0 }')"
}
same_commands() {
    local rule
    for rule; do
        cmp -s <(ending explain "$rule" | words_of) <(ending explain --width 40 "$rule" | words_of) ||
            echo "explain $rule: the repair is another one in 40 columns"
    done
}

# The bytes that hex shows or folds, with $1 columns for those of a row.
bytes_of() {
    awk '/^[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f] / {
            n = split(substr($0, 11, '"$1"'), b, " ")
            for (i = 1; i <= n; i++) print b[i]
        }
        /^   [.][.][.] / { print $2, $3 }'
}
same_bytes() {
    local file
    for file; do
        cmp -s <(ending hex --width 80 "$file" | bytes_of 24) \
               <(ending hex "$file" | bytes_of 48) || echo "hex --width 80 shows other bytes of $file"
    done
}

case ${1:-} in
    files) shift; print_files "$@" | too_wide 80 "$@"; exit ;;
    rules) shift; print_rules "$@" | too_wide 80 "$@"; exit ;;
    commands) shift; same_commands "$@"; exit ;;
    bytes) shift; same_bytes "$@"; exit ;;
esac

export A3DLINT
batches() { xargs -0 -n 40 -P "${JOBS:-2}" "$TOP/tests/scripts/terminal.sh" "$1" >> log; }
files() { find "$CORPUS" ${ASSETS:+"$ASSETS"} -type f -size -64k -print0 | sort -z; }
A3DLINT=$A3DLINT_RELEASE
files | share 8 -z | batches files
files | share 20 -z | batches bytes
"$A3DLINT" rules | awk '{ print $2 }' | tr '\n' '\0' | batches rules
{ "$A3DLINT" rules | grep shape-words; "$A3DLINT" rules | share 15; } | awk '{ print $2 }' | tr '\n' '\0' | batches commands
[ ! -s log ] || { head -n 20 log; exit 1; }
[ ! -s ended ] || { head -n 20 ended; exit 1; }
yes 1234567890 | tr -d '\n' | head -c 81 | too_wide 80 | grep -q '^81 ' || { echo "terminal.sh sees no wide line"; exit 1; }
printf '\346\274\242%.0s' {1..41} | too_wide 80 | grep -q '^82 ' || { echo "terminal.sh sees no wide characters"; exit 1; }

fail() { echo "$*"; exit 1; }
file=$CORPUS/rules/m3g/checksum.bad.m3g
"$A3DLINT" hex --width 80 "$file" > narrow || true
"$A3DLINT" hex "$file" > wide || true
"$A3DLINT" hex --width 120 "$file" > large || true
! cmp -s narrow wide || fail "hex is the same in 80 columns"
# in_terminal COLUMNS COMMAND...: what it prints in a terminal of so many columns.
in_terminal() {
    local columns=$1
    shift
    script -qec "stty cols $columns; env -u COLUMNS TERM=dumb $*" /dev/null < /dev/null | tr -d '\r'
}
cmp <(in_terminal 80 "'$A3DLINT' hex '$file'") narrow || fail "hex does not ask the terminal"
cmp <(in_terminal 120 "'$A3DLINT' hex '$file'") large || fail "hex does not ask a large terminal"
cmp <(in_terminal 120 COLUMNS=80 "'$A3DLINT' hex '$file'") narrow || fail "hex does not ask COLUMNS"
cmp <(in_terminal 80 COLUMNS=nonsense "'$A3DLINT' hex '$file'") narrow || fail "hex takes any COLUMNS"
cmp <(in_terminal 80 "'$A3DLINT' hex --width 120 '$file'") large || fail "--width is not stronger than the terminal"
cmp <(in_terminal 80 "'$A3DLINT' hex --width 0 '$file'") wide || fail "--width 0 is a limit"
cmp <(in_terminal 3 "'$A3DLINT' hex '$file'") <("$A3DLINT" hex --width 40 "$file") || fail "a tiny terminal"
cmp <(in_terminal 1 "'$A3DLINT' hex '$file'") <("$A3DLINT" hex --width 40 "$file") || fail "a terminal of one column"
cmp <(COLUMNS=80 "$A3DLINT" hex "$file") wide || fail "a pipe has the width of COLUMNS"
in_terminal 80 "'$A3DLINT' hex '$file' -o out" > /dev/null
cmp out wide || fail "a file has the width of the terminal"
for command in 'explain m3g/checksum' "dump --text '$file'" "diff '$file' '$CORPUS/m3g/min.m3g'"; do
    in_terminal 40 "'$A3DLINT' $command" > shown
    [ -z "$(too_wide 40 < shown)" ] || fail "$command is wider than a terminal of 40 columns"
    [ -n "$(eval "'$A3DLINT' $command" | too_wide 40)" ] || fail "$command is as narrow in a pipe"
done
in_terminal 60 "'$A3DLINT' check '$file'" | grep -E '^ +[0-9a-f]{8} ' > shown
[ -s shown ] && [ -z "$(too_wide 60 < shown)" ] || fail "an excerpt is wider than a terminal of 60 columns"
in_terminal 60 "'$A3DLINT' dump '$file'" | cmp - <("$A3DLINT" dump "$file") || fail "JSON is broken to fit the terminal"
echo "terminal: $(files | share 8 -z | tr -dc '\0' | wc -c) files and $(wc -l < <("$A3DLINT" rules)) rules fit into 80 columns"
