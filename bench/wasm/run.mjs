// run.mjs [--report OUT] FILE...: how fast the engine as WebAssembly is beside the native library: the time of a check with
// its report as JSON, median of many, both in turn. With OUT a few files of each family are taken, by their sizes, and the
// table is written there. `make bench-wasm` runs it.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { createInterface } from 'node:readline';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Engine } from '../../packages/npm/engine.js';

const engine = await Engine.start(await WebAssembly.compile(readFileSync('build/wasm/a3dlint.wasm')));
const native = spawn('build/wasm/native', { stdio: ['pipe', 'pipe', 'inherit'] });
const answers = createInterface({ input: native.stdout })[Symbol.asyncIterator]();

function median(values) {
    return values.sort((a, b) => a - b)[values.length >> 1];
}

function own(path, bytes, rounds) {
    const times = [];
    for (let i = 0; i < rounds; i++) {
        const start = performance.now();
        engine.report(bytes, 'json', { name: path });
        times.push((performance.now() - start) / 1000);
    }
    return median(times);
}

async function other(path, rounds) {
    native.stdin.write(`${rounds} ${path}\n`);
    return Number((await answers.next()).value);
}

// Of each family some files from the smallest to the largest, none above 4 MB.
function sample(paths, each) {
    const families = new Map();
    for (const path of paths) {
        const bytes = readFileSync(path), { format } = engine.check(bytes, { name: path });
        if (format === null || bytes.length > 4 << 20) continue;
        families.set(format, [...families.get(format) ?? [], { path, size: bytes.length }]);
    }
    return [...families.entries()].sort().flatMap(([, list]) => {
        list.sort((a, b) => a.size - b.size || (a.path < b.path ? -1 : 1));
        const n = Math.min(each, list.length);
        return Array.from({ length: n }, (_, i) => list[n > 1 ? Math.round(i * (list.length - 1) / (n - 1)) : 0].path);
    });
}

let paths = process.argv.slice(2), out = null;
if (paths[0] === '--report') [, out, ...paths] = paths;
if (out !== null) paths = sample(paths, 5);
if (paths.length === 0) {
    console.error('bench-wasm: no files; name some with FILES, or the folder of real ones with A3D_ASSETS');
    process.exit(1);
}
const ratios = [], lines = [];
const say = (line) => { lines.push(line); console.log(line); };
say(`| ${out !== null ? 'family' : 'file'} | bytes | native | WebAssembly | speed |\n|---|---|---|---|---|`);
for (const path of paths) {
    const bytes = readFileSync(path);
    const rounds = bytes.length > 1 << 20 ? 9 : 99;
    own(path, bytes, rounds); // until it is compiled well
    const pairs = [];
    for (let i = 0; i < 5; i++) pairs.push([await other(path, rounds), own(path, bytes, rounds)]);
    const [there, here] = [0, 1].map((k) => median(pairs.map((pair) => pair[k])));
    ratios.push(median(pairs.map(([a, b]) => a / b)));
    const what = out !== null ? engine.check(bytes, { name: path }).format : basename(path);
    say(`| ${what} | ${bytes.length} | ${(there * 1e3).toFixed(3)} ms | ${(here * 1e3).toFixed(3)} ms | ${ratios.at(-1).toFixed(2)} |`);
}
say(`\nMedian of ${ratios.length} files: ${median([...ratios]).toFixed(2)} of the native speed; the slowest: ${Math.min(...ratios).toFixed(2)}.`);
native.stdin.end();
if (out !== null) {
    const module = readFileSync('build/wasm/a3dlint.wasm');
    writeFileSync(out, `# The engine as WebAssembly

How long a check with its report as JSON takes in Node.js, beside the native library in one thread: real files of each
family, medians of both in turn. \`make bench-wasm\` measures it again and writes this page.

The module has ${module.length} bytes, ${gzipSync(module, { level: 9 }).length} compressed by gzip. The goal is 0.4 of the native speed.

${lines.join('\n')}

${cpus()[0].model}, Node.js ${process.version}.
`);
}
