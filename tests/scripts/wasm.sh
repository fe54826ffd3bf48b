#!/bin/bash
# The engine as WebAssembly against the native program: the same reports of every file of the corpus, byte for byte, and
# the same repairs, hex, GLB files and rule pages of a part of it.
# needs: build/wasm/a3dlint.wasm
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
command -v node > /dev/null || skip 'no node here'
module=$TOP/build/wasm/a3dlint.wasm
fail() { echo "$*"; exit 1; }

# The module asks for nothing but the stubs of WASI, and is small.
size=$(gzip -9c "$module" | wc -c)
[ "$size" -le 1500000 ] || fail "$size bytes compressed; 1,500,000 is the most"
node -e '
    const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
    const others = WebAssembly.Module.imports(module).filter((i) => i.module !== "wasi_snapshot_preview1" || !/^fd_/.test(i.name));
    if (others.length > 0) { console.error("imports", others); process.exit(1); }
' "$module"

find "$CORPUS" -type f ! -name .a3dlint | sort > "$TMPDIR/list"
[ "$(wc -l < "$TMPDIR/list")" -gt 1500 ] || fail 'too few files in the corpus'
if [ -n "${ASSETS:-}" ]; then find "$ASSETS" -type f -size -2000k | sort >> "$TMPDIR/list"; else skip_part 'no real files here (set A3D_ASSETS to their folder)'; fi
"$A3DLINT_RELEASE" check --no-config --format ndjson --files-from "$TMPDIR/list" > "$TMPDIR/native.ndjson" || [ $? -le 4 ]
export A3DLINT_RELEASE
node "$TOP/tests/scripts/wasm.mjs" "$TOP/packages/npm" "$module" "$TMPDIR"
