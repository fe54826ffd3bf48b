// everywhere-page.js PACKAGE FILES RECORDS PROFILE: whether the npm package gives in Chromium, in a page and in its worker,
// the records of the native program for the same files. RECORDS is a report in ndjson; members of archives are left out.
'use strict';
const { createServer } = require('http');
const { existsSync, readFileSync } = require('fs');
const { join, normalize } = require('path');
const { start, open } = require('../tests/scripts/browser.js');
const [home, files, records, profile] = process.argv.slice(2);

const wanted = new Map();
for (const line of readFileSync(records, 'utf8').trim().split('\n').slice(1, -1)) {
  const { path } = JSON.parse(line);
  if (existsSync(join(files, path))) wanted.set(path, line);
}

// In the page: every other file in the worker.
const script = `
  import { load, startWorker } from '/package/browser.js';
  globalThis.judge = async (paths) => {
    const engine = await load(), worker = startWorker(), lines = [];
    for (const [i, path] of paths.entries()) {
      const bytes = await (await fetch('/file?' + encodeURIComponent(path))).arrayBuffer();
      const report = i % 2 ? await worker.report(bytes, 'ndjson', { name: path }) : engine.report(bytes, 'ndjson', { name: path });
      lines.push(report.split('\\n')[1]);
    }
    worker.terminate();
    return lines;
  };`;

(async () => {
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://x');
    const send = (type, content) => response.writeHead(200, { 'content-type': type }).end(content);
    if (url.pathname === '/') send('text/html', '<!doctype html><script type="module" src="/page.js"></script>');
    else if (url.pathname === '/page.js') send('text/javascript', script);
    else if (url.pathname === '/file') send('application/octet-stream', readFileSync(join(files, decodeURIComponent(url.search.slice(1)))));
    else if (url.pathname.startsWith('/package/')) {
      const file = join(home, normalize(url.pathname.slice(8)));
      send(file.endsWith('.js') ? 'text/javascript' : 'application/wasm', readFileSync(file));
    } else response.writeHead(404).end();
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const browser = start('chromium', profile);
  let bad = 0;
  try {
    const page = await open(browser, `http://127.0.0.1:${server.address().port}/`);
    await page.until('globalThis.judge !== undefined', 'the page');
    const paths = [...wanted.keys()];
    for (let at = 0; at < paths.length; at += 100) {
      const part = paths.slice(at, at + 100), lines = await page.run(`judge(${JSON.stringify(part)})`);
      for (const [i, path] of part.entries())
        if (lines[i] !== wanted.get(path) && bad++ < 5) console.log(`${path}\n  native:  ${wanted.get(path).slice(0, 300)}\n  browser: ${String(lines[i]).slice(0, 300)}`);
    }
    if (paths.length < 1900) throw new Error(`only ${paths.length} records`);
  } finally {
    await browser.close();
    server.close();
  }
  process.exitCode = bad > 0 ? 1 : 0;
})().catch((error) => { console.error(error); process.exit(1); });
