// npm-browser.mjs PACKAGE PROFILE DOC: serves the package to a headless Chromium, whose page sends back what it found.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import assert from 'node:assert/strict';

const [home, profile, doc] = process.argv.slice(2);
const policy = readFileSync(doc, 'utf8').replace(/\s+/g, ' ').match(/Content-Security-Policy needs `(.*?)`, `(.*?)` and `(.*?)`/);
assert.ok(policy, 'the policy is documented');

const page = '<!doctype html><meta charset="utf-8"><title>test</title><script type="module" src="/page.js"></script>';
const script = `
import * as a3dlint from '/package/browser.js';
const said = {};
try {
    const broken = await a3dlint.generate({ breaks: 'tanki/block-length' });
    said.page = await a3dlint.check(new File([broken], 'door.a3d'), { name: 'door.a3d' });
    const engine = a3dlint.startWorker();
    said.worker = await engine.check(new Blob([broken]), { name: 'door.a3d' });
    said.fixed = (await engine.fix(broken)).report.after.verdict;
    const stop = new AbortController();
    const long = engine.generate({ as: 'odol', seed: 1, size: 200 << 20, signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 50);
    said.aborted = await long.catch((error) => error.message);
    said.after = (await engine.check(broken)).verdict;
    said.misuse = await engine.check(broken, { only: ['none'] }).catch((error) => error.name);
    engine.terminate();
} catch (error) {
    said.error = String(error.stack ?? error);
}
await fetch('/said', { method: 'POST', body: JSON.stringify(said) });
`;

const asked = [];
let browser;
const said = await new Promise((resolve, reject) => {
    const server = createServer(async (request, response) => {
        const { pathname } = new URL(request.url, 'http://x');
        asked.push(pathname);
        if (pathname === '/said') {
            let body = '';
            for await (const part of request) body += part;
            response.end();
            resolve(JSON.parse(body));
            return;
        }
        const send = (type, content) => response.writeHead(200, {
            'content-type': type, 'content-security-policy': `default-src 'none'; ${policy.slice(1).join('; ')}` }).end(content);
        if (pathname === '/') send('text/html', page);
        else if (pathname === '/page.js') send('text/javascript', script);
        else if (pathname.startsWith('/package/')) {
            const file = join(home, normalize(pathname.slice(8)));
            send(file.endsWith('.js') ? 'text/javascript' : 'application/octet-stream', readFileSync(file));
        } else response.writeHead(404).end();
    });
    server.listen(0, '127.0.0.1', () => {
        browser = spawn('chromium', ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run',
            '--disable-background-networking', '--disable-component-update', `--user-data-dir=${profile}`,
            '--remote-debugging-port=0', `http://127.0.0.1:${server.address().port}/`], { stdio: 'ignore' });
        browser.on('error', reject);
        browser.on('exit', () => reject(new Error('the browser ended')));
        process.on('exit', () => browser.kill('SIGKILL'));
    });
});
// Its folder is removed afterwards, so it must be gone.
const gone = new Promise((resolve) => browser.on('exit', resolve));
browser.kill('SIGTERM');
await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 5000))]);

assert.equal(said.error, undefined);
assert.equal(said.page.verdict, 'invalid');
assert.deepEqual(said.page.findings.map(({ rule }) => rule), ['tanki/block-length']);
assert.deepEqual(said.worker, said.page);
assert.equal(said.fixed, 'valid');
assert.equal(said.aborted, 'enough');
assert.equal(said.after, 'invalid');
assert.equal(said.misuse, 'RangeError');
assert.ok(asked.filter((path) => path.endsWith('.wasm')).length >= 3); // the page and two workers
assert.ok(!asked.some((path) => path.includes('node')), `${asked}`);
process.exit(0);
