#!/bin/bash
# The npm package: packed, installed from that file into a fresh folder, tested there by its own tests; its types are
# those that its users see.
# needs: build/npm.built
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
command -v npm > /dev/null || skip 'no npm here'
fail() { echo "$*"; exit 1; }
package=$(ls "$TOP"/build/npm/a3dlint-*.tgz)
cd "$TMPDIR"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --offline --no-audit --no-fund --cache "$TMPDIR/cache" "$package" || fail 'the package cannot be installed'
[ ! -d node_modules/a3dlint/test ] || fail 'the package has its tests'
cp -R "$TOP/packages/npm/test" .
node --test test/ > log || { cat log; exit 1; }
grep -q '^# fail 0' log && [ "$(sed -n 's/^# pass //p' log)" -ge 20 ] || { cat log; fail 'too few tests'; }

# The command line prints what the native program prints, byte for byte.
same() { # same ARGUMENT...
    local own=0 native=0
    node_modules/.bin/a3dlint "$@" > own.out 2> own.err || own=$?
    "$A3DLINT_RELEASE" "$@" > native.out 2> native.err || native=$?
    [ $own -eq $native ] && cmp own.out native.out && cmp own.err native.err || fail "a3dlint $*: status $own, natively $native"
    [ -s native.out ] || [ -s native.err ] || fail "a3dlint $*: nothing was compared"
}
ln -s "$CORPUS" corpus
same check corpus
same check -j4 --format sarif corpus/odol
same check --format json --links corpus/m3g
same fix --dry-run corpus/rules/m3g
same triage --format json corpus/rules/tanki
same hex corpus/rules/tanki/block-length.bad.a3d
same explain odol/truncated
same formats
same help check
same check missing.a3d
same nothing

# Types: a program of strict TypeScript, and one with a mistake.
tools=$TOP/build/npm/tools/node_modules
cat > good.ts <<'END'
import { check, fix, load, startWorker, type FileReport, type Finding } from 'a3dlint';
const report: FileReport = await check(new Uint8Array(), { name: 'x', rules: { 'm3g/*': 'off' }, signal: AbortSignal.timeout(1) });
const findings: Finding[] = report.findings;
const where: number | undefined = findings[0]?.location[0]?.offset;
const { data, report: fixes } = await fix(new Blob([]), { salvage: true });
const names: string[] = fixes.fixed.map(({ rule }) => rule);
const engine = await load(new URL('file:///a3dlint.wasm'));
const glb: Uint8Array = engine.toGLB(data).data;
const worker = startWorker();
const text: string = await worker.report(glb, 'sarif');
console.log(where, names, text, report.branchWhy?.reason === 'tie');
END
cat > bad.ts <<'END'
import { check } from 'a3dlint';
const report = await check(new Uint8Array(), { nmae: 'x' });
END
types() { # types FILE, without the types of Node.js: those of browsers are enough
    echo '{ "compilerOptions": { "noEmit": true, "strict": true, "module": "nodenext", "target": "es2024", "types": [],
        "lib": ["es2024", "dom", "dom.iterable"] }, "files": ["'"$1"'"] }' > tsconfig.json
    node "$tools/typescript/bin/tsc" -p .
}
types good.ts || fail 'the types reject a good program'
! types bad.ts > log || fail 'the types accept an unknown option'
grep -q nmae log || { cat log; exit 1; }
