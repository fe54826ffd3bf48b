// The package as its users import it: `node --test` where it is installed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as a3dlint from 'a3dlint';

const RULE = 'tanki/block-length';
const broken = await a3dlint.generate({ breaks: RULE });
const valid = await a3dlint.generate({ breaks: RULE, corrected: true });
const foreign = new TextEncoder().encode('no model at all');

test('a file that breaks a rule is invalid, its twin is valid', async () => {
    const report = await a3dlint.check(broken, { name: 'door.a3d' });
    assert.equal(report.verdict, 'invalid');
    assert.equal(report.path, 'door.a3d');
    assert.deepEqual(report.findings.map(({ rule }) => rule), [RULE]);
    assert.equal((await a3dlint.check(valid)).verdict, 'valid');
});

test('any bytes give a report', async () => {
    assert.equal((await a3dlint.check(foreign)).verdict, 'unreadable');
    assert.equal((await a3dlint.check(new Uint8Array())).verdict, 'unreadable');
});

test('bytes come as buffers, views and blobs', async () => {
    const around = new Uint8Array(broken.length + 7);
    around.set(broken, 5);
    const view = new DataView(around.buffer, 5, broken.length);
    const forms = [broken, broken.buffer.slice(0), Buffer.from(broken), view, new Blob([broken]), new File([broken], 'x')];
    for (const bytes of forms) assert.equal((await a3dlint.check(bytes)).counts.error, 1);
    await assert.rejects(a3dlint.check('door.a3d'), TypeError);
    await assert.rejects(a3dlint.check([1, 2, 3]), TypeError);
});

test('options', async () => {
    assert.equal((await a3dlint.check(broken, { rules: { 'tanki/*': 'off' } })).verdict, 'valid');
    assert.equal((await a3dlint.check(broken, { rules: { '*': 'warning' } })).counts.warning, 1);
    assert.equal((await a3dlint.check(broken, { only: ['m3g/*'] })).verdict, 'valid');
    assert.equal((await a3dlint.check(valid, { format: 'm3g' })).format, 'm3g');
    assert.equal((await a3dlint.check(valid, { limits: { work: 1 } })).verdict, 'limited');
    assert.equal((await a3dlint.check(valid, { limits: { input: 8n } })).verdict, 'limited');
    assert.equal((await a3dlint.check(valid, { compat: ['libalternativa'] })).verdict, 'valid');
});

test('misuse throws, and says what is wrong', async () => {
    await assert.rejects(a3dlint.check(valid, { nmae: 'x' }), { name: 'TypeError', message: /unknown option 'nmae'/ });
    await assert.rejects(a3dlint.check(valid, { limits: { time: 1 } }), { name: 'TypeError', message: /unknown option 'time'/ });
    await assert.rejects(a3dlint.check(valid, { limits: { work: -1 } }), RangeError);
    await assert.rejects(a3dlint.check(valid, { name: 'a\0b' }), TypeError);
    for (const option of ['only', 'compat'])
        await assert.rejects(a3dlint.check(valid, { [option]: 'm3g/*' }), { name: 'TypeError', message: `${option} must be an array of strings` });
    await assert.rejects(a3dlint.check(valid, { rules: { 'none/*': 'off' } }), { name: 'RangeError', message: /no rule matches 'none/ });
    await assert.rejects(a3dlint.check(valid, { rules: { 'm3g/*': 'fatal' } }), RangeError);
    await assert.rejects(a3dlint.check(valid, { rules: { 'm3g/*': 'constructor' } }), RangeError);
    await assert.rejects(a3dlint.check(valid, { only: ['none'] }), RangeError);
    await assert.rejects(a3dlint.check(valid, { compat: ['none'] }), RangeError);
    await assert.rejects(a3dlint.check(valid, { format: 'gltf' }), RangeError);
    await assert.rejects(a3dlint.report(valid, 'xml'), RangeError);
    await assert.rejects(a3dlint.check(valid, { signal: 5 }), { name: 'TypeError', message: 'signal must be an AbortSignal' });
    assert.equal((await a3dlint.check(valid)).verdict, 'valid');
});

test('a value of another type throws a TypeError', async () => {
    const severities = "rules must be an object of severities by pattern, such as { 'm3g/*': 'off' }";
    const numbers = 'limits must be an object of numbers, such as { work: 1_000_000 }';
    for (const [options, message] of [
        [{ rules: ['x'] }, severities], [{ rules: 'x' }, severities], [{ rules: 5 }, severities],
        [{ rules: { 'm3g/*': 5 } }, severities], [{ limits: ['x'] }, numbers], [{ limits: 5 }, numbers],
        [{ limits: { work: '5' } }, 'limits.work must be a number or a bigint'],
        [{ only: 5 }, 'only must be an array of strings'], [{ only: [5] }, 'only must be an array of strings'],
        [{ only: [null] }, 'only must be an array of strings'], [{ compat: [undefined] }, 'compat must be an array of strings'],
        [{ format: 5 }, 'format must be a string'], [{ branch: 5 }, 'branch must be a string'], [{ name: 5 }, 'name must be a string'],
    ])
        await assert.rejects(a3dlint.check(valid, options), { name: 'TypeError', message });
    await assert.rejects(a3dlint.report(valid, undefined), { name: 'TypeError', message: 'form must be a string' });
    await assert.rejects(a3dlint.explain(null), { name: 'TypeError', message: 'rule must be a string' });
    await assert.rejects(a3dlint.hex(broken, { at: 5 }), { name: 'TypeError', message: 'at must be a string' });
    await assert.rejects(a3dlint.generate({ as: 'm3g', seed: '1' }), { name: 'TypeError', message: 'seed must be a number or a bigint' });
    for (const options of [{}, { as: null }, { breaks: null }, { as: 5 }, { breaks: 5 }])
        await assert.rejects(a3dlint.generate(options), TypeError);
});

test('a value that is not possible throws a RangeError', async () => {
    for (const [options, message] of [
        [{ format: 'gltf' }, "unknown format 'gltf'; choose from a3d1, a3d2, tanki, m3g, odol"],
        [{ format: 'odol', branch: 'x' }, "the format 'odol' has no branch 'x'"],
        [{ branch: 'dayz' }, "the branch 'dayz' needs a format"],
        [{ limits: { work: 1.5 } }, 'limits.work must be an integer from 0 to 2^64 - 1'],
    ])
        await assert.rejects(a3dlint.check(valid, options), { name: 'RangeError', message });
    for (const [options, message] of [
        [{ as: 'gltf' }, /^unknown format 'gltf'; choose from /], [{ as: 'tanki:9' }, /^tanki has no version or branch '9'/],
        [{ as: 'm3g', size: 2 ** 40 }, /^256 Mi is the largest size$/], [{ breaks: 'm3g/none' }, /^unknown rule 'm3g\/none'$/],
        [{ as: 'm3g', breaks: RULE }, /^the rule is one of another format$/],
    ])
        await assert.rejects(a3dlint.generate(options), { name: 'RangeError', message });
    await assert.rejects(a3dlint.explain('m3g/none'), { name: 'RangeError', message: "unknown rule 'm3g/none'" });
    for (const at of ['nothing', '#9', '@file+9999']) await assert.rejects(a3dlint.hex(broken, { at }), RangeError);
    await assert.rejects(a3dlint.hex(foreign, { at: '#0' }), a3dlint.A3dlintError);
});

test('undefined and null are the default', async () => {
    for (const nothing of [undefined, null]) {
        const options = { name: nothing, format: nothing, branch: nothing, only: nothing, rules: nothing, compat: nothing, limits: nothing };
        assert.equal((await a3dlint.check(valid, { ...options, signal: nothing })).verdict, 'valid');
    }
    assert.equal((await a3dlint.check(valid, { limits: { work: undefined } })).verdict, 'valid');
});

test('a limit has the name that it has here', async () => {
    for (const limit of ['input', 'nodes', 'depth', 'work']) {
        const options = { limits: { [limit]: 1 } };
        const own = new RegExp(` was reached \\(limits\\.${limit}\\)$`);
        assert.match((await a3dlint.check(broken, options)).message, own);
        await assert.rejects(a3dlint.fix(broken, options), { name: 'A3dlintError', message: own });
        assert.match(await a3dlint.report(broken, 'text', options), new RegExp(` was reached \\(--max-${limit}\\)`));
    }
});

test('an argument that is refused costs no engine', async () => {
    const engine = await a3dlint.load();
    engine.check(valid);
    for (const wrong of [() => engine.explain('none'), () => engine.check(valid, { only: ['none'] }), () => engine.hex(broken, { at: '#9' })]) {
        assert.throws(wrong, RangeError);
        assert.ok(engine.memory > 0);
    }
});

test('fix repairs what is certain', async () => {
    const { data, report } = await a3dlint.fix(broken, { name: 'door.a3d' });
    assert.equal((await a3dlint.check(data)).verdict, 'valid');
    assert.deepEqual(report.fixed.map(({ rule }) => rule), [RULE]);
    assert.equal(report.after.verdict, 'valid');
    assert.deepEqual((await a3dlint.fix(valid)).data, valid);
    await assert.rejects(a3dlint.fix(foreign), a3dlint.A3dlintError);
    const checksum = await a3dlint.generate({ breaks: 'm3g/checksum' });
    assert.equal((await a3dlint.fix(checksum)).report.after.verdict, 'invalid');
    assert.equal((await a3dlint.fix(checksum, { acceptContent: true })).report.after.verdict, 'valid');
    const model = await a3dlint.generate({ as: 'm3g', seed: 1 });
    const cut = model.slice(0, Math.floor(model.length * 0.7));
    assert.equal((await a3dlint.check((await a3dlint.fix(cut, { salvage: true })).data)).verdict, 'valid');
});

test('hex, GLB, rules and pages', async () => {
    assert.match(await a3dlint.hex(broken), /transforms\.length/);
    assert.match(await a3dlint.hex(broken, { at: '#0' }), /transforms\.length = 8/);
    const { data, lost } = await a3dlint.toGLB(await a3dlint.generate({ as: 'tanki', seed: 2 }));
    assert.equal(new TextDecoder().decode(data.subarray(0, 4)), 'glTF');
    assert.ok(Array.isArray(lost) && lost.every((line) => line.length > 0));
    const rules = await a3dlint.rules();
    assert.ok(rules.length > 600);
    assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length);
    assert.equal(rules.find(({ id }) => id === RULE).severity, 'error');
    assert.match(await a3dlint.explain(RULE), /^tanki\/block-length \(error\)/);
    assert.match(await a3dlint.explain(RULE, { markdown: true }), /# tanki\/block-length/);
});

test('the same seed gives the same file', async () => {
    const make = (seed) => a3dlint.generate({ as: 'odol:73', seed });
    assert.deepEqual(await make(5), await make(5n));
    assert.notDeepEqual(await make(5), await make(6));
});

test('reports in all forms', async () => {
    assert.match(await a3dlint.report(broken, 'text', { name: 'door.a3d' }), /^door\.a3d: error tanki/);
    assert.equal(JSON.parse(await a3dlint.report(broken, 'sarif')).version, '2.1.0');
    assert.match(await a3dlint.report(broken, 'junit'), /failures="1"/);
    assert.equal(JSON.parse(await a3dlint.report(broken, 'json')).tool.version, await a3dlint.version());
});

test('an aborted signal rejects before the call runs', async () => {
    await assert.rejects(a3dlint.check(valid, { signal: AbortSignal.abort(new Error('stop')) }), /stop/);
    assert.equal((await a3dlint.check(valid, { signal: new AbortController().signal })).verdict, 'valid');
    assert.equal((await a3dlint.rules({ signal: new AbortController().signal })).length > 600, true);
});

test('thousands of files leave no memory behind', async () => {
    const engine = await a3dlint.load();
    const files = [broken, valid, foreign, broken.slice(0, 40), await a3dlint.generate({ as: 'odol', seed: 3 })];
    const round = () => {
        for (const bytes of files) {
            engine.check(bytes, { name: 'x', rules: { 'odol/*': 'note' } });
            try {
                engine.fix(bytes, { salvage: true });
                engine.hex(bytes);
                engine.toGLB(bytes);
            } catch (error) {
                assert.ok(error instanceof a3dlint.A3dlintError);
            }
            assert.throws(() => engine.check(bytes, { name: 'x', only: ['none'] }));
        }
    };
    for (let i = 0; i < 10; i++) round();
    const before = engine.memory;
    for (let i = 0; i < 500; i++) round();
    assert.equal(engine.memory, before);
});

test('the memory of a large file is given back', async () => {
    const engine = await a3dlint.load();
    const large = new Uint8Array(100 << 20);
    large.set(valid);
    engine.check(large, { name: 'large.a3d' });
    assert.equal(engine.memory, 0);
    assert.equal(engine.check(valid).verdict, 'valid');
    assert.ok(engine.memory < 32 << 20);
});

test('a damaged file of each format never ends the engine', async () => {
    const engine = await a3dlint.load();
    for (const as of ['a3d1', 'a3d2', 'tanki', 'm3g', 'odol']) {
        const bytes = engine.generate({ as, seed: 11 });
        for (let i = 0; i < bytes.length; i += 37) {
            const damaged = bytes.slice();
            damaged[i] ^= 0xff;
            assert.match(engine.check(damaged).verdict, /^(valid|invalid|unreadable|limited)$/);
        }
    }
});
