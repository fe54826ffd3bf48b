import assert from 'node:assert/strict';
import { test } from 'node:test';
import { A3dlintError, check, generate, startWorker } from 'a3dlint';

const broken = await generate({ breaks: 'tanki/block-length' });

test('a worker gives the same answers', async () => {
    const engine = startWorker();
    assert.deepEqual(await engine.check(broken, { name: 'x' }), await check(broken, { name: 'x' }));
    assert.equal((await engine.check(new Blob([broken]))).verdict, 'invalid');
    assert.equal((await engine.fix(broken)).report.after.verdict, 'valid');
    engine.terminate();
});

test('errors of a worker are of the same kinds', async () => {
    const engine = startWorker();
    await assert.rejects(engine.fix(new Uint8Array()), (error) => error instanceof A3dlintError && /^the file is empty/.test(error.message));
    await assert.rejects(engine.explain('none'), (error) => error instanceof RangeError && error.message === "unknown rule 'none'");
    await assert.rejects(engine.check(broken, { only: ['none'] }), RangeError);
    await assert.rejects(engine.check('text'), TypeError);
    await assert.rejects(engine.check(broken, { name: () => 1 }), { name: 'TypeError', message: /^an argument cannot be sent to the worker: / });
    assert.equal((await engine.check(broken)).verdict, 'invalid');
    engine.terminate();
});

test('a call that is aborted ends at once, and the others finish', async () => {
    const engine = startWorker();
    await engine.version();
    const stop = new AbortController();
    // Many seconds of work.
    const long = engine.generate({ as: 'odol', seed: 1, size: 200 << 20, signal: stop.signal });
    const after = engine.check(broken);
    const waiting = new AbortController();
    const dropped = engine.check(broken, { signal: waiting.signal });
    waiting.abort(new Error('not needed'));
    await assert.rejects(dropped, /not needed/);
    const start = performance.now();
    setTimeout(() => stop.abort(new Error('enough')), 100);
    await assert.rejects(long, /enough/);
    assert.ok(performance.now() - start < 1500);
    assert.equal((await after).verdict, 'invalid');
    engine.terminate();
});

test('a terminated worker rejects its calls', async () => {
    const engine = startWorker();
    const call = engine.check(broken);
    engine.terminate();
    await assert.rejects(call, A3dlintError);
    await assert.rejects(engine.check(broken), A3dlintError);
});

test('an idle worker does not keep the process alive', async () => {
    await startWorker().check(broken);
});
