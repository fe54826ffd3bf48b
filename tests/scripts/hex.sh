#!/bin/bash
# `hex` leaves out no byte and shows none twice, over a third of the corpus and of the real files, another each day: with
# --full the bytes of each stream, one line after the other, are the stream (that of the file is the file, what was
# inflated is what gzip inflates), and without it the bytes shown and folded add up. No byte is without a field, and
# every bit of a null mask that was asked for is named. harnesses/judge_hex.c holds the same of damaged files.
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
. "$TOP/tests/scripts/lib/share.sh"

plain() { od -An -v -tx1 | tr -d ' \n'; }

# list FILE...: for each file its bytes, its whole hex and its folded hex, each behind a line that says so.
list() {
    local file status
    for file; do
        printf '### file %s\n' "$file"
        od -An -v -tx1 "$file"
        printf '### full\n'
        status=0
        "$A3DLINT" hex --full --color never "$file" 2> /dev/null || status=$?
        printf '### status %s\n' "$status"
        [ $status -eq 0 ] || continue
        printf '### folded\n'
        "$A3DLINT" hex "$file" || printf '### status %s\n' $?
    done
    printf '### end\n'
}

# Says what is wrong in such a list. With packed=1 also each packed stream of a file: its place and its bytes.
judge() {
    awk -v packed="${1:-0}" '
        function say(text) { print file ": " text }
        # The end of a stream of a listing.
        function stream_ends() {
            if (name == "") return
            if (pos != size) say(mode " hex of " name " has " pos " bytes of " size)
            if (mode == "full" && name == "file" && rest != "" && rest != rows[row]) say("the end shown is not that of the file")
            if (mode == "full" && bits != bits_used) say(bits " bits of the mask are named, " bits_used " are used")
            if (mode == "full" && packed && from ~ /^file\+/) print "packed", file, name, from, length_packed, hex == "" ? "-" : hex
            name = ""
            bits = bits_used = 0
        }
        $1 == "###" {
            stream_ends()
            if ($2 == "file") { file = $3; rows_read = 0; delete rows }
            if ($2 == "status") {
                if ($3 != 0 && $3 != 3 && $3 != 4) say("hex ends with " $3)
                if ($3 == 0 && streams == 0) say("hex shows nothing")
            }
            mode = $2; streams = 0
            next
        }
        mode == "file" { gsub(/ /, ""); rows[rows_read++] = $0; next }
        /^== / {
            stream_ends()
            streams++
            name = $2; sub(/,$/, "", name); size = $3; pos = row = 0; hex = rest = ""
            from = $5 == "from" ? $6 : ""; length_packed = substr($7, 2)
            next
        }
        /^[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f] / {
            if ($1 != sprintf("%08x", pos)) say(mode " hex of " name ": " $1 " stands where " pos " is next")
            if (match($0, /, [0-9]+ of [0-9]+ bits used/)) { bits_used = substr($0, RSTART + 2) + 0 }
            if ($0 ~ /\(no field\)/) say("no field owns " $0)
            line = substr($0, 11, 48); gsub(/ /, "", line)
            pos += length(line) / 2
            if (packed) hex = hex line
            if (mode == "full" && name == "file") {
                for (rest = rest line; length(rest) >= 32; rest = substr(rest, 33))
                    if (substr(rest, 1, 32) != rows[row++]) { say("row " row " shown is not that of the file") }
            }
            next
        }
        /^ +bit [0-9]+ (present|absent ) [^ ]/ { if (mode == "full" && $2 != bits++) say("bit " $2 " of the mask stands where " bits - 1 " is next"); next }
        /^   \.\.\. / { if (mode == "full") say("--full folds " $0); pos += $3 }
    '
}

if [ "${1:-}" = batch ]; then
    shift
    list "$@" | judge
    exit 0
fi
[ -n "${ASSETS:-}" ] || skip_part 'no real files here (set A3D_ASSETS to their folder)'
export A3DLINT
files() { find "$@" -type f -size -64k -print0 | sort -z; }
large() { find "$@" -type f ! -size -64k -print0 | sort -z | sed -nz '1~8p'; } # a line for each 16 bytes takes its time
{ files "$CORPUS" ${ASSETS:+"$ASSETS"}; large "$CORPUS" ${ASSETS:+"$ASSETS"}; } | share 3 -z > "$TMPDIR/files"
batches() { xargs -0 -n 50 -P "${JOBS:-2}" "$0" batch >> "$TMPDIR/hex.log"; }
A3DLINT=$A3DLINT_RELEASE batches < "$TMPDIR/files"
# Some of the smaller ones with sanitizers, which take ten times as long.
files "$CORPUS" ${ASSETS:+"$ASSETS"} | share 30 -z | batches
[ ! -s "$TMPDIR/hex.log" ] || { head -n 20 "$TMPDIR/hex.log"; exit 1; }

# A listing with a byte too few or another one is found out.
"$A3DLINT" generate --as m3g -o "$TMPDIR/m.m3g"
for fault in '/^0000000c/d' 's/^0000000c  ../0000000c  ff/' '/^0000000c/p' 's/^0000000c/0000000d/'; do
    list "$TMPDIR/m.m3g" | sed "$fault" | judge | grep -q . || { echo "hex.sh does not see $fault"; exit 1; }
done

# What was inflated is what gzip inflates.
inflated() { { printf '\037\213\010\0\0\0\0\0\0\003'; tail -c +3; } | gzip -dc 2> /dev/null | plain; }
cd "$CORPUS" # paths of it have no spaces, whatever stands above
files examples a3d2 m3g > "$TMPDIR/inflate"
mapfile -d '' -t inflate < "$TMPDIR/inflate"
streams=0
while read -r _ file name from size hex; do
    streams=$((streams + 1))
    [ "${hex#-}" = "$(tail -c +$((${from#file+} + 1)) "$file" | head -c "$size" | inflated)" ] || { echo "$file: $name is not what it inflates to"; exit 1; }
done < <(list "${inflate[@]}" | judge 1 | grep '^packed')
[ $streams -gt 0 ]

# What is asked for is shown, with as many lines around as were asked for, and what is not there is said.
cd "$TMPDIR"
"$A3DLINT" edit m.m3g 'sections[0].checksum:=1' -o bad.m3g
lines() { "$A3DLINT" hex "$@" bad.m3g | grep -c '^[0-9a-f]\{8\} '; }
[ "$(lines --at 'sections[0].checksum' --context 1)" -eq 3 ]
[ "$(lines --at 'sections[0].checksum' --context 0)" -eq 1 ]
[ "$(lines --at @file+0x10 --context 0)" -eq 1 ]
[ "$(lines --context 0)" -eq 1 ]
"$A3DLINT" hex --finding 0 --context 0 bad.m3g | grep -q '#0 error m3g/checksum'
"$A3DLINT" hex --finding '#0' --context 0 bad.m3g | grep -q '^[0-9a-f]* !01 00 00 00  *sections\[0\].checksum = 0x00000001$' || { echo 'hex: not the value of the finding'; exit 1; }
"$A3DLINT" hex --color always bad.m3g | grep -q "$(printf '\033\[31m')"
# Records have colours of their own: the header of a section, the object in it.
[ "$("$A3DLINT" hex --color always bad.m3g | grep -o "$(printf '\033')\[3[2-6]m" | sort -u | wc -l)" -ge 3 ]
for wrong in '--at nothing' '--at @file+0xffffff' '--at @none+0' '--at @file+0x1z' '--finding 7' '--finding x' '--context 1001' '--at magic --finding 0'; do
    status=0
    # shellcheck disable=SC2086
    "$A3DLINT" hex $wrong bad.m3g > /dev/null 2>&1 || status=$?
    [ $status -eq 2 ] || { echo "hex $wrong: status $status, not 2"; exit 1; }
done
echo "hex: every byte once in $(tr -dc "\\0" < "$TMPDIR/files" | wc -c) files, $streams streams as gzip inflates them"
