// run.mjs FILE...: how fast the engine as WebAssembly is beside the native library: the time of a check with its report as
// JSON, median of many, both in turn. `make bench-wasm` runs it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { basename } from 'node:path';
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

const ratios = [];
console.log('| file | bytes | native | WebAssembly | speed |\n|---|---|---|---|---|');
for (const path of process.argv.slice(2)) {
    const bytes = readFileSync(path);
    const rounds = bytes.length > 1 << 20 ? 9 : 99;
    own(path, bytes, rounds); // until it is compiled well
    const pairs = [];
    for (let i = 0; i < 5; i++) pairs.push([await other(path, rounds), own(path, bytes, rounds)]);
    const [there, here] = [0, 1].map((k) => median(pairs.map((pair) => pair[k])));
    ratios.push(median(pairs.map(([a, b]) => a / b)));
    console.log(`| ${basename(path)} | ${bytes.length} | ${(there * 1e3).toFixed(3)} ms | ${(here * 1e3).toFixed(3)} ms | ${ratios.at(-1).toFixed(2)} |`);
}
console.log(`\nmedian of ${ratios.length} files: ${median(ratios).toFixed(2)} of the native speed`);
native.stdin.end();
