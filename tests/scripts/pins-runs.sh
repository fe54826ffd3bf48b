#!/bin/bash
# The command lines of tests/pins/runs print what they printed: the file has digests of it. `make pins` writes them
# anew; look at what changed before you commit it.
#
# A line is a digest and a command line, which is run in the corpus and may use the functions below; $t is an empty
# folder. For a new line put any word in the digest's place.
set -eu
export LC_ALL=C
program=${A3DLINT_RELEASE:-$A3DLINT} pins=${TOP:-$PWD}/tests/pins
scratch=${TMPDIR:-/tmp}/pins-runs.$$
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT
a3dlint() { "$program" "$@"; }
here() { (cd "$t" && "$program" "$@"); } # so that paths, which fingerprints depend on, are always the same

# damaged FILE EVERY BYTES: in $t, copies of the file with BYTES (as of printf) in place of some, EVERY so many bytes.
damaged() {
    local size at
    size=$(($(wc -c < "$1")))
    for ((at = 0; at < size; at += $2)); do
        { head -c "$at" "$1"; printf "$3"; tail -c +"$((at + 1 + $(printf "$3" | wc -c)))" "$1"; } > "$t/$at.${1##*.}"
    done
}

# cut FILE EVERY: in $t, the file cut off EVERY so many bytes.
cut_off() {
    local size at
    size=$(($(wc -c < "$1")))
    for ((at = 1; at < size; at += $2)); do head -c "$at" "$1" > "$t/$at.${1##*.}"; done
}

# each_seed LAST COMMAND...: runs it for each seed.
each_seed() {
    local seed last=$1
    shift
    for ((seed = 1; seed <= last; seed++)); do a3dlint "$@" --seed "$seed" || echo "$?"; done
}

print_runs() {
    local digest line t=$scratch/t
    cd "$CORPUS"
    while IFS= read -r line; do
        case $line in '' | \#*) printf '%s\n' "$line"; continue ;; esac
        digest=${line%% *} line=${line#* }
        rm -rf "$t"
        mkdir "$t"
        digest=$( (eval "$line") 2>&1 < /dev/null | sed "s,$t,T,g; s/a3dlint [0-9][0-9.]*/a3dlint/g" | cksum)
        printf '%08x %s\n' "${digest%% *}" "$line"
    done < "$pins/runs"
}

print_runs > "$scratch/runs"
if [ "${PINS:-}" = update ]; then
    cp "$scratch/runs" "$pins"
    exit 0
fi
diff "$pins/runs" "$scratch/runs" | sed -n 's/^> [0-9a-f]* /pins: prints something else: /p' > "$scratch/differs"
[ ! -s "$scratch/differs" ] || {
    head -n 40 "$scratch/differs" >&2
    echo 'pins: compare what the program before and the one now print; if that is meant, `make pins` accepts it' >&2
    exit 1
}
