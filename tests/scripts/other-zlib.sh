#!/bin/bash
# Another zlib may pack the same bytes in another way, as zlib-ng does. Nothing but the packed bytes may change by that:
# no report, no value of a written file, and no verdict on it. A library in front of zlib chooses other blocks and matches here;
# where zlib-ng is the system's libz, all other tests run with it.
set -eu
cat > "$TMPDIR/other.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <zlib.h>

#undef deflateInit_
int deflateInit_(z_streamp stream, int level, const char *version, int size)
{
    int (*init)(z_streamp, int, int, int, int, int, const char *, int);
    *(void **)&init = dlsym(RTLD_NEXT, "deflateInit2_");
    return init(stream, level, Z_DEFLATED, 15, 1, Z_FILTERED, version, size);
}
END
"${CC:-cc}" -shared -fPIC "$TMPDIR/other.c" -o "$TMPDIR/other.so" -ldl -lz
sound=$A3DLINT_RELEASE
other() { LD_PRELOAD=$TMPDIR/other.so "$sound" "$@"; }
status=0
failed() { echo "other-zlib: $*"; status=1; }

# What is read does not depend on it.
"$sound" check --format json "$CORPUS" > "$TMPDIR/a.json" || true
other check --format json "$CORPUS" > "$TMPDIR/b.json" || true
cmp "$TMPDIR/a.json" "$TMPDIR/b.json" || failed 'the reports differ'

# Nor do the trials that look for a cause in what is packed, or their steps: packages that lost two bytes of their content.
mkdir "$TMPDIR/lost"
for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
    "$sound" generate --as a3d2 --seed "$seed" --size 3Ki -o "$TMPDIR/lost/$seed.a3d"
done
node - "$TMPDIR"/lost/* << 'END'
const fs = require('fs');
const zlib = require('zlib');
for (const [i, file] of process.argv.slice(2).entries()) {
  const bytes = fs.readFileSync(file);
  const content = zlib.inflateSync(bytes.subarray(bytes[0] & 0x80 ? 4 : 2));
  const at = Math.floor(content.length * (i + 1) / 14);
  const packed = zlib.deflateSync(Buffer.concat([content.subarray(0, at), content.subarray(at + 2)]), { level: 9 });
  const head = Buffer.alloc(4);
  head.writeUInt32BE(0x80000000 + packed.length);
  fs.writeFileSync(file, Buffer.concat([head, packed]));
}
END
"$sound" check --format json "$TMPDIR/lost" > "$TMPDIR/a.json" || true
other check --format json "$TMPDIR/lost" > "$TMPDIR/b.json" || true
grep -q '"verdict": "invalid"' "$TMPDIR/a.json" || failed 'packages that lost bytes are valid'
cmp "$TMPDIR/a.json" "$TMPDIR/b.json" || failed 'the reports of packages that lost bytes differ'

# What is written has the same values.
same() { # same NAME: a and b, made with each, differ at most in packed bytes
    [ -s "$TMPDIR/a" ] && [ -s "$TMPDIR/b" ] || { failed "$1: nothing was written"; return; }
    said=$("$sound" diff "$TMPDIR/a" "$TMPDIR/b") || [ "$(sed -n 3p <<< "$said")" = 'no value differs; the bytes choose other forms:' ] ||
        failed "$1: values differ"
    ! cmp -s "$TMPDIR/a" "$TMPDIR/b" || equal=$((equal + 1))
    written=$((written + 1))
}
written=0 equal=0
for family in a3d2 m3g; do
    for seed in 1 2 3 4 5 6 7 8; do
        "$sound" generate --as "$family" --seed "$seed" --size 8Ki -o "$TMPDIR/a"
        other generate --as "$family" --seed "$seed" --size 8Ki -o "$TMPDIR/b"
        same "generate --as $family --seed $seed"
        "$sound" check --quiet "$TMPDIR/b" || failed "generate --as $family --seed $seed: not valid"
        other rewrite --canonical "$TMPDIR/a" -o "$TMPDIR/b"
        "$sound" rewrite --canonical "$TMPDIR/a" -o "$TMPDIR/c"
        mv "$TMPDIR/c" "$TMPDIR/a"
        same "rewrite --canonical of $family, seed $seed"
        # Packed bytes of whatever zlib come back as they were.
        for file in a b; do
            other rewrite "$TMPDIR/$file" -o "$TMPDIR/c"
            cmp "$TMPDIR/$file" "$TMPDIR/c" || failed "rewrite of $family, seed $seed: other bytes"
        done
    done
done
[ "$equal" -lt "$written" ] || failed 'the other library packs as zlib does'
echo "other-zlib: $written files, $((written - equal)) with other packed bytes"

# A repair of content is packed again.
"$sound" generate --break a3d2/float-finite -o "$TMPDIR/broken.a3d"
"$sound" edit "$TMPDIR/broken.a3d" versionMinor=5 -o "$TMPDIR/a"
other edit "$TMPDIR/broken.a3d" versionMinor=5 -o "$TMPDIR/b"
same 'edit'
exit $status
