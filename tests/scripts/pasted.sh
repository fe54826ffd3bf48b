#!/bin/bash
# The command that triage prints for a file can be pasted into any POSIX shell, whatever the file is called, and does what it says.
set -eu
scratch=${TMPDIR:-/tmp}/pasted.$$
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT
lint=${A3DLINT_RELEASE:-$A3DLINT}
cd "$scratch"
"$lint" generate --as m3g -o sound
"$lint" edit sound sections[1].objects[0].enablePicking:=7 -o broken # a boolean and the checksum: one byte explains both
mkdir bin
ln -s "$lint" bin/a3dlint
PATH=$scratch/bin:$PATH
. "$TOP/tests/scripts/lib/skip.sh"
for needed in dash node; do command -v $needed > /dev/null || skip_part "no $needed here"; done
passed=0 failed=0

# The same command as the page writes it.
paged() { # paged NAME FIXED
    node -e "const {pasted, quoted} = require('$TOP/src/page/shell.js');
        const [name, fixed] = process.argv.slice(1).map(quoted);
        console.log(pasted('a3dlint fix ' + name + ' -o ' + fixed));" -- "$1" "$2"
}

# pasted NAME KIND FIXED [BYTES]: what is printed for a broken file of this name, run by each shell. KIND: how it begins; BYTES:
# so many of it are not ASCII.
pasted() {
    for shell in sh dash bash; do
        command -v $shell > /dev/null || continue
        rm -rf in && mkdir in
        cp broken "in/$1"
        (cd in && a3dlint triage . -o /dev/null) > said || [ $? -eq 1 ]
        LC_ALL=C sed -n 's/^    repair    //p' said > command
        if [ "$(wc -l < command)" -eq 1 ] && [ "$(LC_ALL=C tr -d '\n -~' < command | wc -c)" -eq "${4:-0}" ] && LC_ALL=C grep -q "^$2" command; then
            (cd in && $shell ../command > /dev/null 2>&1) || :
        fi
        if [[ $1 != latin* ]] && command -v node > /dev/null; then # a page is UTF-8
            [ "$(paged "$1" "$3")" = "$(cat command)" ] || { echo "the page has another command: $(paged "$1" "$3" | cat -v)" >&2; rm -f "in/$3"; }
        fi
        if [ -f "in/$3" ] && a3dlint check -q "in/$3" > /dev/null; then
            passed=$((passed + 1))
        else
            printf '%s, %q: %s\n' $shell "$1" "$(cat -v command)" >&2
            failed=$((failed + 1))
        fi
    done
}

pasted plain.m3g 'a3dlint fix plain.m3g ' plain.fixed.m3g
pasted "it's \"\$(x)\" \`y\` !1 100%d \\n.m3g" "a3dlint fix 'it'" "it's \"\$(x)\" \`y\` !1 100%d \\n.fixed.m3g"
pasted $'\303\244.m3g' "a3dlint fix '" $'\303\244.fixed.m3g' 4
pasted $'two\nlines.m3g' 'eval ' $'two\nlines.fixed.m3g'
pasted $'\nfirst.m3g' 'eval ' $'\nfirst.fixed.m3g'
pasted $'last.m3g\n' 'eval ' $'last.fixed.m3g\n'
pasted $'only\n\n\n' 'eval ' $'only\n\n\n.fixed'
pasted $'tab\t cr\r esc\e[31m del\177 bell\a.m3g' 'eval ' $'tab\t cr\r esc\e[31m del\177 bell\a.fixed.m3g'
pasted $'it\'s "$(x)" `y` !1 100%d\n\\n \\012.m3g' 'eval ' $'it\'s "$(x)" `y` !1 100%d\n\\n \\012.fixed.m3g'
pasted $'-x\n7.m3g' 'eval ' $'-x\n7.fixed.m3g'
pasted $'latin \344\366.m3g' 'eval ' $'latin \344\366.fixed.m3g'
pasted $'next\302\205 \303\244.m3g' 'eval ' $'next\302\205 \303\244.fixed.m3g'

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
