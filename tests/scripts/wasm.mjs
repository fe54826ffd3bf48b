// wasm.mjs PACKAGE MODULE DIR: compares the engine in MODULE with the native program, for the files of DIR/list.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const [home, module, dir] = process.argv.slice(2);
const { Engine, A3dlintError } = await import(pathToFileURL(join(home, 'engine.js')));
const engine = await Engine.start(await WebAssembly.compile(readFileSync(module)));
const list = readFileSync(join(dir, 'list'), 'utf8').trimEnd().split('\n');
const program = process.env.A3DLINT_RELEASE;
let faults = 0;
const compared = {};

function same(what, name, actual, expected) {
    compared[what] = (compared[what] ?? 0) + 1;
    if (Buffer.compare(Buffer.from(actual), Buffer.from(expected)) === 0) return;
    if (++faults <= 10) console.error(`${what} differs: ${name}`);
}

// What the native program writes to standard output; null if it refuses.
function native(...args) {
    try {
        return execFileSync(program, args, { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
    } catch (error) {
        return error.status === 1 ? error.stdout : null;
    }
}

function own(call) {
    try {
        return call();
    } catch (error) {
        if (error instanceof A3dlintError) return null;
        throw error;
    }
}

// Reports: the line of each file.
const lines = readFileSync(join(dir, 'native.ndjson'), 'utf8').trimEnd().split('\n').slice(1, -1);
const byPath = new Map(lines.map((line) => [JSON.parse(line).path, line]));
const bytesOf = (path) => readFileSync(path);
for (const path of list) {
    const expected = byPath.get(path);
    if (expected === undefined) continue; // an archive: its members are listed instead
    same('report', path, engine.report(bytesOf(path), 'ndjson', { name: path }).split('\n')[1], expected);
}

// Everything else, for some of the files.
const step = Math.ceil(list.length / 60);
for (const [i, path] of list.entries()) {
    if (i % step !== 0) continue;
    const bytes = bytesOf(path);
    for (const form of ['text', 'json', 'sarif', 'junit']) {
        const expected = native('check', '--no-config', '--format', form, path);
        if (expected !== null) same(form, path, engine.report(bytes, form, { name: path }), expected);
    }
    const pairs = {
        hex: [native('hex', path), own(() => engine.hex(bytes, { name: path }))],
        glb: [native('dump', '--gltf', path), own(() => engine.toGLB(bytes, { name: path }).data)],
        fix: [native('fix', '--no-config', path), own(() => engine.fix(bytes, { name: path }).data)],
    };
    const cut = join(dir, 'cut.bin'), left = bytes.subarray(0, Math.floor(bytes.length * 0.7));
    writeFileSync(cut, left);
    pairs.salvage = [native('fix', '--no-config', '--salvage', cut), own(() => engine.fix(left, { name: cut, salvage: true }).data)];
    if ((pairs.salvage[0]?.length ?? 0) === 0) pairs.salvage[0] = null; // not salvageable
    for (const [what, [expected, actual]] of Object.entries(pairs))
        if (expected !== null && actual !== null) same(what, path, actual, expected);
}
for (const rule of engine.rules()) {
    if (rule.id.length % 9 === 0) same('explain', rule.id, engine.explain(rule.id), native('explain', rule.id));
}
for (const [as, seed] of [['a3d1', 1], ['a3d2', 2], ['tanki', 3], ['m3g', 4], ['odol', 5]])
    same('generate', as, engine.generate({ as, seed }), native('generate', '--as', as, '--seed', `${seed}`));

console.log(Object.entries(compared).map(([what, n]) => `${n} ${what}`).join(', '));
const wanted = { report: 1500, json: 50, hex: 30, glb: 30, fix: 20, salvage: 10, explain: 20, generate: 5 };
for (const [what, n] of Object.entries(wanted))
    if (!(compared[what] >= n)) throw new Error(`only ${compared[what] ?? 0} of ${what} were compared`);
process.exitCode = faults > 0 ? 1 : 0;
