#!/bin/bash
# Archives of very many small broken members: all members share a limit of work, whatever the number of threads.
set -eu
cd "$TMPDIR"
fail() { echo "$1"; exit 1; }
ends() { # ends STATUS OPTION...: of check, alike with one thread and with four; stdout and stderr are kept
    local expected=$1 threads status
    shift
    for threads in 4 1; do
        status=0
        "$A3DLINT" check -v -j $threads "$@" > stdout.$threads 2> stderr.$threads || status=$?
        [ $status -eq "$expected" ] || { tail -n 3 stdout.$threads stderr.$threads; fail "status $status, not $expected: $*"; }
    done
    cmp stdout.1 stdout.4 && cmp stderr.1 stderr.4 || fail "$*: another report with more threads"
}
lists() { # lists OUT FILE N [ANNOUNCED]: a zip archive whose list has one stored member N times
    node - "$@" << 'JS'
const fs = require('fs');
const [out, file, n, announced] = process.argv.slice(2);
const data = fs.readFileSync(file);
let crc = -1;
for (const byte of data) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) {
        crc = crc >>> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
}
const common = Buffer.alloc(26);
common.writeUInt16LE(20, 0);
common.writeInt32LE(~crc, 10);
common.writeUInt32LE(data.length, 14);
common.writeUInt32LE(data.length, 18);
common.writeUInt16LE(1, 22);
const own = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from('a'), data]);
const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, Buffer.alloc(14), Buffer.from('a')]);
const end = Buffer.alloc(22);
end.write('PK\x05\x06');
end.writeUInt16LE(announced || n, 8);
end.writeUInt16LE(announced || n, 10);
end.writeUInt32LE(entry.length * n, 12);
end.writeUInt32LE(own.length, 16);
fs.writeFileSync(out, Buffer.concat([own, Buffer.alloc(entry.length * n, entry), end]));
JS
}
limited() { # limited ARCHIVE N: some of N members are checked, and the report says how many are not
    local line checked rest
    ends 4 "$1"
    line=$(grep "^$1: limited: " stdout.1) || fail "$1 is not limited"
    checked=$(grep -c "^$1!.*: invalid" stdout.1)
    rest=$(($2 - checked))
    [ "$line" = "$1: limited: the limit of work for all members was reached (--max-work); $rest of $2 members were not checked" ] ||
        fail "$checked were checked, and: $line"
    [ $checked -ge 50 ] && [ $rest -ge 50 ] || fail "$1: $checked of $2 were checked"
}

"$A3DLINT" generate --as m3g -o ok.m3g
"$A3DLINT" generate --break m3g/object-type -o bad.m3g # which takes long for its size
lists bad.zip bad.m3g 400
limited bad.zip 400
# So does a bank, and an archive that is wrong in other ways too, beyond the limit.
members=()
for i in $(seq 400); do members+=("$i=bad.m3g"); done
node "$TOP/tests/scripts/pbo.js" bad.pbo "${members[@]}"
limited bad.pbo 400
lists wrong.zip bad.m3g 400 300
limited wrong.zip 300
head -c $(($(stat -c %s bad.pbo) - 1000)) bad.pbo > cut.pbo
limited cut.pbo 400
# The limit is that of a file, sixteen times; and ordinary members do not come near it.
ends 1 --max-work 4Mi bad.zip
tail -n 1 stdout.1 | grep -q '^400 files: 0 valid, 400 invalid' || fail 'a higher limit leaves members out'
ends 1 --max-unpacked 1Gi --max-work 4Mi bad.pbo
lists ok.zip ok.m3g 4000
ends 0 ok.zip
lists few.zip bad.m3g 100
ends 1 few.zip
(cd "$CORPUS" && zip -q -r "$TMPDIR/corpus.zip" rules)
ends 3 corpus.zip
! grep -q ': limited' stdout.1 || fail 'the corpus as an archive is limited'
