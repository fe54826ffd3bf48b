#!/bin/bash
# `dump --gltf` of a third of the corpus, another each day (pins-files.sh holds the bytes of all files of up to 64 KiB),
# every real file, GLTF_FILES (60) random files of SEED (the day), and each of these once more with four bytes changed:
# valid to Khronos' gltf-validator, the same bytes again and from the build with sanitizers, and what is known of some
# real files (gltf-pins.txt).
set -eu
validator=$TOP/build/node/node_modules/gltf-validator
. "$TOP/tests/scripts/lib/skip.sh"
. "$TOP/tests/scripts/lib/share.sh"
command -v node > /dev/null || skip 'no node here'
[ -d "$validator" ] || skip 'no gltf-validator in build/node (ci/deps test installs it)'
mkdir "$TMPDIR/out"

# Of a file that does not decode at all there is nothing to dump (status 3); nothing else may go wrong.
make_glb() { # make_glb KIND FILE NUMBER
    local status=0 glb=$TMPDIR/out/$3.glb
    "$A3DLINT_RELEASE" dump --gltf "$2" -o "$glb" 2> "$TMPDIR/out/$3.err" || status=$?
    case $status in
        0 | 4) [ ! -f "$glb" ] || printf '%s\t%s\t%s\n' "$1" "$glb" "$2" > "$TMPDIR/out/$3.line" ;;
        3) [ "$1" = corpus ] || [ "$1" = damaged ] || grep -q ': the file is text; expected an A3D, M3G or ODOL P3D model$' "$TMPDIR/out/$3.err" || { echo "$2: status 3"; return 1; } ;;
        *) echo "$2: status $status"; cat "$TMPDIR/out/$3.err"; return 1 ;;
    esac
}
# make_random KIND WORDS NUMBER: the same for a random file; WORDS are FORMAT:VERSION[:BRANCH] and a seed.
make_random() {
    local file=$TMPDIR/random/$3
    "$A3DLINT_RELEASE" generate --as "${2% *}" --seed "${2#* }" -o "$file" || { echo "no random file of $2"; return 1; }
    make_glb "$1" "$file" "$3"
    echo "$2" > "$file.words"
    damage "$file" "${2#* }" "$3"
}
# damage FILE SEED NUMBER: changes four bytes of a copy.
damage() {
    local copy=$1d size k
    cp "$1" "$copy"
    size=$(stat -c %s "$copy")
    RANDOM=$2
    for k in 1 2 3 4; do
        printf "\\x$(printf %02x $((RANDOM % 256)))" |
            dd of="$copy" bs=1 seek=$(((RANDOM * 32768 + RANDOM) % size)) conv=notrunc status=none
    done
    make_glb damaged "$copy" "$3d"
    cp "$1.words" "$copy.words"
}
export -f make_glb make_random damage
export TMPDIR A3DLINT_RELEASE

find "$CORPUS" -type f | LC_ALL=C sort | share 3 | sed 's/^/corpus\t/' > "$TMPDIR/files"
if [ -n "${ASSETS:-}" ]; then
    find "$ASSETS" -mindepth 2 -type f | LC_ALL=C sort | sed 's/^/real\t/' >> "$TMPDIR/files"
else
    skip_part 'no real files here (set A3D_ASSETS to their folder)'
fi
# Random files of all formats in turn, and of their versions in turn; some versions can be read and not made.
"$A3DLINT_RELEASE" formats | awk '
    /^[a-z]/ { split($1, word, ":") }
    / versions: / { sub(/.*versions: /, ""); n = split($0, all, ", ")
                    for (i = 1; i <= n; i++) { sub(/ \(/, ":", all[i]); sub(/\)/, "", all[i]); print word[1] ":" all[i] } }' |
    while read -r as; do
        ! "$A3DLINT_RELEASE" generate --as "$as" -o "$TMPDIR/smallest" 2> "$TMPDIR/why" || { echo "$as"; continue; }
        grep -q 'a document of it cannot be made$' "$TMPDIR/why" || { cat "$TMPDIR/why" >&2; exit 1; }
    done > "$TMPDIR/versions"
awk -F : -v n="${GLTF_FILES:-60}" -v seed="${SEED:-$(date +%Y%m%d)}" '
    $1 != last { formats++; last = $1 }
    { version[formats, versions[formats]++] = $0 }
    END { for (i = 0; i < n; i++) { f = i % formats + 1
                                    print "random\t" version[f, int(i / formats) % versions[f]] " " seed + i } }' \
    "$TMPDIR/versions" > "$TMPDIR/random-files"
mkdir "$TMPDIR/random"
echo "gltf: $(wc -l < "$TMPDIR/random-files") random files, SEED=${SEED:-$(date +%Y%m%d)}"
awk -F '\t' '{ printf "%s%c%s%cr%d%c", $1, 0, $2, 0, NR, 0 }' "$TMPDIR/random-files" |
    xargs -0 -n 3 -P "${JOBS:-2}" bash -c 'make_random "$@"' make_random
awk -F '\t' '{ printf "%s%c%s%c%d%c", $1, 0, $2, 0, NR, 0 }' "$TMPDIR/files" |
    xargs -0 -n 3 -P "${JOBS:-2}" bash -c 'make_glb "$@"' make_glb
find "$TMPDIR/out" -name '*.line' | LC_ALL=C sort | xargs cat > "$TMPDIR/list"
made=$(grep -c '^random' "$TMPDIR/list")
[ "$made" -eq "$(wc -l < "$TMPDIR/random-files")" ] || { echo "of the random files $made became a GLB"; exit 1; }
node "$TOP/tests/scripts/gltf.js" "$validator" "$TOP/tests/scripts/gltf-pins.txt" "$TMPDIR/list"

# Every twentieth once more, with sanitizers: they find nothing, and the bytes are the same.
awk -F '\t' 'NR % 20 == 1' "$TMPDIR/list" > "$TMPDIR/again"
again=0
while IFS=$'\t' read -r _ glb source; do
    [ "$(stat -c %s "$source")" -lt 400000 ] || continue
    status=0
    "$A3DLINT" dump --gltf "$source" > "$TMPDIR/again.glb" 2> "$TMPDIR/told" || status=$?
    case $status in 0 | 4) ;; *) cat "$TMPDIR/told"; echo "$source: status $status with sanitizers"; exit 1 ;; esac
    cmp "$TMPDIR/again.glb" "$glb" || { echo "$source: other bytes with sanitizers"; exit 1; }
    again=$((again + 1))
done < "$TMPDIR/again"
[ $again -ge 10 ] || { echo "only $again files were dumped with sanitizers"; exit 1; }

# What cannot be carried over is told, and a validator that takes anything would be no test.
cd "$TMPDIR"
"$A3DLINT" dump --gltf "$CORPUS/examples/plane.a3d" -o plane.glb 2> told
printf 'corpus\tplane.glb\tplane.a3d\n' > one
node "$TOP/tests/scripts/gltf.js" "$validator" /dev/null one > /dev/null
sed 's/"byteLength":/"byteLengtH":/' plane.glb > spoiled.glb
printf 'corpus\tspoiled.glb\tspoiled\n' > one
! node "$TOP/tests/scripts/gltf.js" "$validator" /dev/null one > /dev/null 2>&1 || { echo 'a spoiled GLB is taken for valid'; exit 1; }
