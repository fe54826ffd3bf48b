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
