#!/bin/bash
# `hex` leaves out no byte and shows none twice, over every file of the corpus: with --full the bytes of each
# stream, one line after the other, are the stream (that of the file is the file, what was inflated is what gzip
# inflates), and without it the bytes shown and folded add up. No byte is without a field.
set -eu
export A3DLINT

# Lines "NAME SIZE BYTES-SHOWN-OR-FOLDED PARENT OFFSET PACKED HEX", one for each stream of a hex listing.
streams() {
    awk '
        function flush() { if (name != "") print name, size, pos, from, off, packed, hex == "" ? "-" : hex }
        /^== / {
            flush()
            name = $2; sub(/,$/, "", name); size = $3; pos = 0; hex = ""; from = off = packed = "-"
            if ($5 == "from") { from = $6; off = $6; sub(/\+.*/, "", from); sub(/.*\+/, "", off); packed = substr($7, 2) }
            next
        }
        /^[0-9a-f]{8} / || /^[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f] / {
            if ($1 != sprintf("%08x", pos)) { print "offset", $1, "where", pos, "is next"; exit }
            bytes = substr($0, 11, 48); gsub(/ /, "", bytes)
            pos += length(bytes) / 2; hex = hex bytes
            if ($0 ~ /\(no field\)/) { print "no field owns", $0; exit }
            next
        }
        /^   \.\.\. / { pos += $3; hex = "-" }
        END { flush() }
    '
}
plain() { od -An -v -tx1 | tr -d ' \n'; }

# The content of a zlib stream, whose end may be damaged.
inflated() { { printf '\037\213\010\0\0\0\0\0\0\003'; tail -c +3; } | gzip -dc 2> /dev/null | plain; }

one() { # one FILE: says what is wrong with it
    local file=$1 name size pos from off packed hex status=0 listing
    listing=$("$A3DLINT" hex --full --color never "$file" 2> /dev/null) || status=$?
    case $status in 3 | 4) return 0 ;; 0) ;; *) echo "$file: hex ends with $status"; return 0 ;; esac
    streams <<< "$listing" | while read -r name size pos from off packed hex; do
        [ "$size" = "$pos" ] || { echo "$file: stream $name: $size bytes, shown $pos $from $off $packed"; continue; }
        [ "$hex" != - ] || hex=
        case $name:$from in
            file:*) [ "$hex" = "$(plain < "$file")" ] || echo "$file: the bytes shown are not the file" ;;
            package:file | section*:file)
                [ "$hex" = "$(tail -c +$((off + 1)) "$file" | head -c "$packed" | inflated)" ] || echo "$file: $name is not what it inflates to" ;;
        esac
    done
    "$A3DLINT" hex "$file" | streams | while read -r name size pos from off packed hex; do
        [ "$size" = "$pos" ] || echo "$file: stream $name: $size bytes, shown and folded $pos"
    done
    "$A3DLINT" hex --context 2 "$file" > /dev/null || echo "$file: hex --context 2 ends with $?"
}
if [ "${1:-}" = one ]; then
    shift
    for file; do one "$file"; done
    exit 0
fi

find "$CORPUS" ${ASSETS:+"$ASSETS/tanki"} -type f -size -600k -print0 | sort -z |
    xargs -0 -n 40 -P "${JOBS:-2}" "$0" one > "$TMPDIR/hex.log"
[ ! -s "$TMPDIR/hex.log" ] || { head -n 20 "$TMPDIR/hex.log"; exit 1; }

# What is asked for is shown, with as many lines around as were asked for, and what is not there is said.
cd "$TMPDIR"
"$A3DLINT" generate --as m3g -o m.m3g
"$A3DLINT" edit m.m3g 'sections[0].checksum:=1' -o bad.m3g
[ "$("$A3DLINT" hex --at 'sections[0].checksum' --context 1 bad.m3g | grep -c '^[0-9a-f]\{8\} ')" -eq 3 ]
"$A3DLINT" hex --finding 0 --context 0 bad.m3g | grep -q '#0 error m3g/checksum'
"$A3DLINT" hex --finding 0 --context 0 bad.m3g | grep -q '^[0-9a-f]* !01 00 00 00  *sections\[0\].checksum = 1$'
for wrong in '--at nothing' '--at @file+0xffffff' '--at @none+0' '--finding 7' '--finding x' '--context 1001' '--at a --finding 0'; do
    status=0
    # shellcheck disable=SC2086
    "$A3DLINT" hex $wrong bad.m3g > /dev/null 2>&1 || status=$?
    [ $status -eq 2 ] || { echo "hex $wrong: status $status, not 2"; exit 1; }
done
echo "hex: $(find "$CORPUS" -type f | wc -l) files, every byte once"
