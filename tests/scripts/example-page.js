// example-page.js FOLDER MODEL PROFILE: serves the example page, chooses a model in it as a person would, and looks at what it shows.
'use strict';
const assert = require('assert');
const { createServer } = require('http');
const { readFileSync, existsSync } = require('fs');
const { join, normalize, resolve } = require('path');
const { start, open } = require('./browser.js');
const [folder, model, profile] = process.argv.slice(2);
const types = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' };

(async () => {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html')));
    if (!existsSync(path)) { response.writeHead(404).end(); return; }
    response.writeHead(200, { 'content-type': types[path.split('.').pop()] || 'application/octet-stream' }).end(readFileSync(path));
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const browser = start('chromium', profile);
  try {
    const page = await open(browser, `http://127.0.0.1:${server.address().port}/`);
    await page.choose('#file', [resolve(model)]);
    await page.until('!document.getElementById("repaired").hidden', 'the repaired file');
    assert.equal(await page.run('document.getElementById("verdict").textContent'), 'fence.a3d: invalid');
    assert.match(await page.run('document.getElementById("findings").textContent'), /length is 44; expected 48.*materials\.length, tanki\/block-length/);
    assert.equal(await page.run('document.getElementById("repaired").download'), 'fence.a3d');
    assert.ok(await page.run('fetch(document.getElementById("repaired").href).then((r) => r.arrayBuffer()).then((b) => b.byteLength)') > 50);
    assert.deepEqual(page.faults.filter((fault) => !fault.includes('favicon') && !fault.includes('404')), []);
  } finally {
    await browser.close();
    server.close();
  }
})().catch((error) => { console.error(error); process.exit(1); });
