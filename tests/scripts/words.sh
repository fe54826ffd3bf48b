#!/bin/bash
# All messages, rules, texts of help and goldens follow the style of ci/words, and ci/words sees each planted offence.
set -eu
bad=0
ci/words "$A3DLINT_RELEASE" "$CORPUS" || bad=1

# Planted offences need one file only.
mkdir -p "$TMPDIR/corpus/rules/m3g"
cp "$CORPUS/rules/m3g/layer.bad.m3g" "$TMPDIR/corpus/rules/m3g"

# planted NAME RULE SCRIPT: what the program prints goes through sed with this script; the fault must have the name of the rule.
planted() {
    printf '#!/bin/bash\nset -o pipefail\n"%s" "$@" | sed -E %q\n' "$A3DLINT_RELEASE" "$3" > "$TMPDIR/a3dlint"
    chmod +x "$TMPDIR/a3dlint"
    if ci/words "$TMPDIR/a3dlint" "$TMPDIR/corpus" > "$TMPDIR/log"; then
        echo "$1: nothing is found"; bad=1
    elif ! grep -q "^$2: " "$TMPDIR/log"; then
        echo "$1: not found at $2"; cat "$TMPDIR/log"; bad=1
    fi
}
# another text for one message
message() { printf 's#layer is -64; expected -63 to 63#%s#' "$1"; }
planted 'a banned phrase' m3g/layer "$(message 'layer is -64; it must be -63 to 63; expected -63 to 63')"
planted 'a plural after 1' m3g/layer "$(message 'layer is -64, 1 bytes; expected -63 to 63')"
planted 'a singular after 2' m3g/layer "$(message 'layer is -64, 2 byte; expected -63 to 63')"
planted 'two spaces' m3g/layer "$(message 'layer is  -64; expected -63 to 63')"
planted 'no expected value' m3g/layer "$(message 'layer -64 has a wrong value')"
planted 'a subject without a name' m3g/layer "$(message 'it is -64; expected -63 to 63')"
planted 'another actual value' m3g/layer "$(message 'layer is -65; expected -63 to 63')"
planted 'another expected value' m3g/layer "$(message 'layer is -64; expected -7 to 7')"
planted 'a full stop' m3g/layer "$(message 'layer is -64; expected -63 to 63.')"
planted 'help of 81 columns' 'help fix' "s#^(Exit status.*)#$(printf 'x%.0s' {1..81})#"
planted 'a banned word in help' 'help fix' 's#^Exit status#Nobody knows: exit status#'

# a golden with an offence, and one whose offence is only in a command
mkdir "$TMPDIR/golden"
printf '$ a3dlint check behind.m3g\n| behind.m3g: valid\n' > "$TMPDIR/golden/command.test"
WORDS_GOLDEN=$TMPDIR/golden ci/words "$A3DLINT_RELEASE" "$TMPDIR/corpus" > "$TMPDIR/log" && bad=1
grep -q '^golden command.test: "behind"' "$TMPDIR/log" || { echo 'golden: the offence is not found'; cat "$TMPDIR/log"; bad=1; }
printf '$ echo behind\n| a.m3g: valid\n' > "$TMPDIR/golden/command.test"
WORDS_GOLDEN=$TMPDIR/golden ci/words "$A3DLINT_RELEASE" "$TMPDIR/corpus" > "$TMPDIR/log" || { echo 'golden: a command is no text'; cat "$TMPDIR/log"; bad=1; }
exit "$bad"
