// The command line of the package, as npx runs it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { check, generate } from 'a3dlint';

const program = fileURLToPath(new URL('cli.js', import.meta.resolve('a3dlint')));
const broken = await generate({ breaks: 'tanki/block-length' });
const valid = await generate({ as: 'm3g', seed: 1 });

function folder() {
    const dir = mkdtempSync(join(tmpdir(), 'a3dlint-'));
    mkdirSync(join(dir, 'models/deep'), { recursive: true });
    writeFileSync(join(dir, 'models/door.a3d'), broken);
    writeFileSync(join(dir, 'models/deep/ship.m3g'), valid);
    return dir;
}

function run(cwd, args, input) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd, input, encoding: 'utf8' });
    return { status, stdout, stderr };
}

test('a folder is checked, and the status is that of the worst file', () => {
    const { status, stdout, stderr } = run(folder(), ['models/']);
    assert.equal(stderr, '');
    assert.match(stdout, /^models\/door\.a3d: error tanki\/block-length: [^]*2 files: 1 valid, 1 invalid/);
    assert.equal(status, 1);
    assert.equal(run(folder(), ['models/deep']).status, 0);
    assert.equal(run(folder(), ['missing.a3d']).status, 3);
    assert.equal(run(folder(), ['--no-such-option']).status, 2);
});

test('paths may be absolute or lead upwards', () => {
    const dir = folder();
    assert.match(run(dir, [join(dir, 'models')]).stdout, /2 files: 1 valid/);
    assert.match(run(join(dir, 'models/deep'), ['..']).stdout, /2 files: 1 valid/);
    assert.match(run(join(dir, 'models/deep'), ['../door.a3d']).stdout, /1 file: 0 valid/);
});

test('standard input and output', () => {
    assert.match(run(folder(), ['-'], broken).stdout, /^-: error tanki/);
    const report = JSON.parse(run(folder(), ['check', '--format', 'json', 'models']).stdout);
    assert.deepEqual(report.files.map(({ verdict }) => verdict), ['valid', 'invalid']);
});

test('files are repaired in place, and made', async () => {
    const dir = folder();
    assert.equal(run(dir, ['fix', '--in-place', 'models']).status, 0);
    assert.equal((await check(readFileSync(join(dir, 'models/door.a3d')))).verdict, 'valid');
    assert.equal(run(dir, ['generate', '--as', 'odol', '-o', 'new.p3d']).status, 0);
    assert.equal((await check(readFileSync(join(dir, 'new.p3d')))).format, 'odol');
    assert.equal(run(dir, ['triage', 'models', '-o', 'page.html']).stderr.includes('not where they belong'), false);
    assert.match(readFileSync(join(dir, 'page.html'), 'utf8'), /<script/);
});

test('commands cannot be run here, and the message says where they can', () => {
    const dir = folder();
    const { status, stderr } = run(dir, ['reduce', 'models/door.a3d', '--while', 'my-loader {}', '-o', 'small.a3d']);
    assert.equal(stderr, 'a3dlint: this WebAssembly build cannot run commands, which --while needs; use the native a3dlint program\n');
    assert.equal(status, 2);
    assert.equal(existsSync(join(dir, 'small.a3d')), false);
    const kept = run(dir, ['reduce', 'models/door.a3d', '--keep', 'tanki/block-length', '-o', 'small.a3d']);
    assert.equal(kept.status, 0, kept.stderr);
});

test('configuration files apply, also those above', () => {
    const dir = folder();
    writeFileSync(join(dir, '.a3dlint'), 'tanki/* = off\n');
    assert.equal(run(dir, ['models']).status, 0);
    assert.equal(run(join(dir, 'models'), ['.']).status, 0);
    assert.equal(run(join(dir, 'models'), ['door.a3d', '--no-config']).status, 1);
});

test('a link out of the given folders leads nowhere', () => {
    const dir = folder();
    const elsewhere = folder();
    symlinkSync(join(elsewhere, 'models/door.a3d'), join(dir, 'models/deep/link.a3d'));
    const { status, stdout } = run(dir, ['models/deep/link.a3d']);
    assert.equal(status, 3);
    assert.doesNotMatch(stdout, /block-length/);
});
