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

# harmed FILE: in $t, what happens to whole files on their way.
harmed() {
    local of=${1##*.} half=$(($(wc -c < "$1") / 2))
    sed 's/$/\r/' "$1" > "$t/crlf.$of"
    tr -d '\r' < "$1" > "$t/lf.$of"
    iconv -f latin1 -t utf-8 "$1" > "$t/utf8.$of"
    iconv -f latin1 -t utf-16le "$1" > "$t/utf16.$of"
    tr '\200-\377' '?' < "$1" > "$t/question.$of"
    tr '\200-\377' '\0-\177' < "$1" > "$t/seven.$of"
    dd conv=swab status=none "if=$1" "of=$t/swapped.$of"
    base64 "$1" > "$t/mime.$of"
    { printf 'data:application/octet-stream;base64,'; base64 -w 0 "$1"; } > "$t/uri.$of"
    od -An -v -tx1 "$1" > "$t/digits.$of"
    od -Ax -v -tx1z "$1" > "$t/dump.$of"
    { printf '\357\273\277'; cat "$1"; } > "$t/mark.$of"
    { printf 'Warning: something in line 12\n\n'; cat "$1"; } > "$t/warning.$of"
    { printf 'HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n' "$((half * 2))"; cat "$1"; } > "$t/http.$of"
    { head -c 8 /dev/zero; tail -c +9 "$1"; } > "$t/head.$of"
    { head -c "$half" "$1"; head -c "$half" /dev/zero; } > "$t/zeros.$of"
    { head -c "$((half - 32))" "$1"; head -c 64 /dev/zero; tail -c +"$((half + 33))" "$1"; } > "$t/block.$of"
    cat "$1" "$1" > "$t/twice.$of"
    { head -c "$half" "$1"; cat "$1"; } > "$t/again.$of"
}

# mangled LAST AS: in $t, random files of growing size, each with one byte of another value.
mangled() {
    local seed size at
    for ((seed = 1; seed <= $1; seed++)); do
        a3dlint generate --as "$2" --seed "$seed" --size $((150 + seed * 90)) -o "$t/$seed"
        size=$(($(wc -c < "$t/$seed"))) at=$((seed * 7919 % size))
        { head -c "$at" "$t/$seed"; printf '\%o' $((seed * 37 % 256)); tail -c +"$((at + 2))" "$t/$seed"; } > "$t/$seed.bin"
        rm "$t/$seed"
    done
}

# each FILE... -- COMMAND...: runs the command for each file.
each() {
    local files=() file
    while [ "$1" != -- ]; do files+=("$1"); shift; done
    shift
    for file in "${files[@]}"; do a3dlint "$@" "$file" || echo "$?"; done
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
