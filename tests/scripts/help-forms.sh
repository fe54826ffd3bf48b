#!/bin/bash
# The manual page and the completions say what the tables say, and those who read them take them.
set -eu
cd "$TMPDIR"
PATH=$(dirname "$A3DLINT_RELEASE"):$PATH
. "$TOP/tests/scripts/lib/skip.sh"
fail() { echo "$*"; exit 1; }
for form in mdoc bash zsh fish; do a3dlint help --format $form > $form; done

# The manual page: nothing to complain of but pages that are not installed here, and every option is in it.
mandoc -Tlint mdoc > lint || :
! grep -v 'referenced manual not found' lint || fail 'mandoc complains'
mandoc -Tascii mdoc | sed 's/.\x08//g' > page # struck over: col is not everywhere
a3dlint --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p' > commands
[ "$(wc -l < commands)" -ge 9 ] || fail 'no commands'
while read -r command; do
    grep -q "^ *a3dlint $command" page || fail "the manual has no command $command"
    a3dlint "$command" --help | sed -n 's/^  \(-., \|    \)\(--[a-z0-9-]*\).*/\2/p' | sort -u > options
    while read -r option; do
        grep -q -- "^ .*$option" page || fail "the manual has no option $option"
        sed -n "s/^        $command) words='\(.*\)' ;;/ \1 /p" bash | grep -q -- " $option " || fail "bash: $command has no $option"
        sed -n "/^        $command)/,/;;/p" zsh | grep -q -- "$option[=[]" || fail "zsh: $command has no $option"
        grep -q "__a3dlint_is $command' -l ${option#--} " fish || fail "fish: $command has no $option"
    done < options
done < commands

# bash: words as a person types them, the last of them half done.
cat > driver <<'END'
. ./bash
complete_words() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _a3dlint; echo "${COMPREPLY[*]}"; }
END
expect() { # expect 'WORDS' WORD...
    local want=$1 got
    shift
    got=$(bash -c '. ./driver; complete_words "$@"' - "$@")
    [ "$got" = "$want" ] || fail "bash completes '$*' to '$got', not '$want'"
}
expect check a3dlint ch
expect --format a3dlint check --form
expect --format a3dlint --form
expect json a3dlint check --format js
expect json a3dlint check --format = js
expect 'error warning note never' a3dlint --show ''
expect 'a3d1 a3d2' a3dlint dump --as a3d
expect m3g/strip-encoding-wide a3dlint explain m3g/strip-enc
expect m3g/strip-encoding-wide a3dlint check --only m3g/strip-enc
expect mdoc a3dlint help --format m
# Files are completed only where a command takes them.
mkdir here && cp driver bash here && cd here
touch reports m3g.txt checked
expect check a3dlint help ch
expect m3g a3dlint rules m
expect m3g a3dlint formats m
expect file a3dlint rules f
expect '' a3dlint formats f
expect '' a3dlint explain check
expect checked a3dlint check ch
expect 'checked check' a3dlint ch
cd ..

# Other shells judge their own syntax where they are installed.
bash -n bash
for shell in zsh fish; do
    if command -v $shell > /dev/null; then $shell -n $shell; else skip_part "no $shell here"; fi
done
