#!/usr/bin/env node
// The command line: the C program over WASI. It can reach the current folder, the folders that its arguments are in, and
// the folders above that have a configuration file.
import { existsSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

// The folders by the names under which the program looks for them. It puts the current folder before a relative path and
// leaves `..` in it, and resolves links, so a folder has all these names.
function folders(args) {
    const here = process.cwd();
    const found = { [here]: here };
    for (const arg of args) {
        const value = (arg.startsWith('--') ? arg.slice(arg.indexOf('=') + 1 || arg.length) : arg).replace(/(?<=.)\/+$/, '');
        if (value === '') continue;
        const folder = isFolder(value) ? value : value.includes('/') && isFolder(dirname(value)) ? dirname(value) : null;
        if (folder === null) continue;
        const real = realpathSync(folder);
        for (const name of [real, resolve(folder), isAbsolute(folder) ? folder : `${here}/${folder}`]) found[name] = real;
    }
    for (const folder of Object.values(found))
        for (let above = dirname(folder); above !== dirname(above); above = dirname(above))
            if (existsSync(join(above, '.a3dlint'))) found[above] = above;
    return found;
}

// WASI is experimental in Node.js 20, which is of no use to know for who runs this program.
async function loadWasi() {
    const { emitWarning } = process;
    process.emitWarning = () => {};
    try {
        return (await import('node:wasi')).WASI;
    } finally {
        process.emitWarning = emitWarning;
    }
}

const args = process.argv.slice(2);
const share = fileURLToPath(new URL('share', import.meta.url)); // the parts of the page that triage writes
const WASI = await loadWasi();
const wasi = new WASI({
    version: 'preview1', returnOnExit: true, args: ['a3dlint', ...args],
    preopens: { ...folders(args), [share]: share },
    env: { ...process.env, PWD: process.cwd(), A3DLINT_SHARE: share },
});
const module = await WebAssembly.compile(await readFile(new URL('./a3dlint-cli.wasm', import.meta.url)));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
