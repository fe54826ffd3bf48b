// node web.js WEB FOLDER AXE: what tests/scripts/web.sh says. FOLDER has the files that the script made.
'use strict';
const assert = require('assert');
const fs = require('fs');
const {start, open} = require('./browser.js');
const {serve, listed, expected, button} = require('./web-common.js');
const [web, folder, axeFile] = process.argv.slice(2);
const axe = fs.readFileSync(axeFile, 'utf8');
let checks = 0;
const is = (actual, expected, what) => { checks++; assert.deepStrictEqual(actual, expected, what); };

const ready = page => page.until('document.body.dataset.ready', 'the engine');
const settled = page => page.until('!document.body.classList.contains("busy") && document.querySelector("progress").hidden', 'the check');

async function pick(page, name) {
  await page.run(listed); // makes all lines
  const id = await page.run('(o => { o.click(); return o.dataset.file; })([...document.querySelectorAll("[role=option].file")].find(o => [...o.querySelectorAll(".name")].some(n => n.title.includes(' + JSON.stringify(name) + '))))');
  await page.until('document.querySelector("main").dataset.shown === "' + id + '"', name);
}

// A folder that is dropped has the verdicts of the native program. The name of the folder comes first in its paths.
async function drops(page) {
  await page.drop('.drop', [folder + '/in']);
  await page.until('document.querySelector("[role=group]")', 'the list');
  await settled(page);
  const inside = (await page.run(listed)).map(([name, files]) => [name, files.map(f => f.replace(/^in\//, '')).sort()]);
  is(inside, expected(folder + '/native.json'), 'the list is that of the native program');
  is(await page.run('document.querySelector("#start .told").textContent'), '', 'nothing failed');
}

async function repairs(page, downloads) {
  await pick(page, 'plane-mask-bit');
  await page.run(button('Explain the rule') + '.click()');
  await page.until('/What must hold/.test(document.querySelector(".said").textContent)', 'the explanation');
  await page.run(button('Repair what is certain') + '.click()');
  await page.until('document.querySelector(".after b")', 'the result');
  is(await page.run('document.querySelector(".after b").textContent'), 'valid', 'the result is valid');
  is(await page.run('document.querySelectorAll(".finding.error").length > 0'), true, 'the file itself is still shown');
  await page.run(button('Look at it after') + '.click()');
  await page.until('document.querySelectorAll(".finding.error").length === 0', 'the result');
  await page.run(button('Look at it before') + '.click()');
  await page.until('document.querySelectorAll(".finding.error").length > 0', 'the file before');
  await page.run(button('Save plane-mask-bit.fixed.a3d') + '.click()');
  is(await saved(downloads, 'plane-mask-bit.fixed.a3d'), fs.readFileSync(folder + '/fixed.a3d').toString('hex'), 'the saved file is that of the native program');
  await pick(page, 'plane.a3d');
  await page.run(button('Save as GLB') + '.click()');
  is(await saved(downloads, 'plane.glb'), fs.readFileSync(folder + '/plane.glb').toString('hex'), 'and so is the GLB');
}

async function saved(downloads, name) {
  const file = downloads + '/' + name;
  for (const end = Date.now() + 300000; Date.now() < end; await new Promise(resolve => setTimeout(resolve, 50)))
    if (fs.existsSync(file) && fs.statSync(file).size > 0) return fs.readFileSync(file).toString('hex');
  throw new Error('nothing was saved as ' + name + '; there is ' + fs.readdirSync(downloads).join(', '));
}

async function reports(page, downloads) {
  await page.run(button('Save the report as a page') + '.click()');
  const report = Buffer.from(await saved(downloads, 'a3dlint-triage.html'), 'hex').toString();
  is(report.startsWith('<!DOCTYPE html>\n<!-- a3dlint triage -->'), true, 'the report is a page of triage');
  is(report.includes('plane-mask-bit.a3d'), true, 'with the files');
}

async function hostile(page) {
  await page.drop('.drop', [folder + '/hostile']);
  await page.until('document.body.classList.contains("busy") || document.querySelector("[title$=\\"large.a3d\\"]")', 'the check to begin');
  await settled(page);
  is(await page.run('document.querySelectorAll("main img, nav img, main script").length'), 0, 'nothing of a file became part of the page');
  for (const name of ['<img src=x', 'claim.m3g', 'large.a3d', 'noise.a3d']) {
    await pick(page, name);
    is(await page.run('document.querySelector("main").textContent.length > 100'), true, name + ' is shown');
  }
}

async function pastes(page) {
  const text = fs.readFileSync(folder + '/in/plane-mask-bit.a3d').toString('base64').replace(/(.{60})/g, '$1\n');
  const count = listed + '.then(groups => groups.flatMap(g => g[1]).length)', before = await page.run(count);
  await page.run('document.querySelector(".paste").open = true; document.querySelector(".paste textarea").value = ' + JSON.stringify(text) + '; ' + button('Check') + '.click()');
  await page.until(count + '.then(n => n > ' + before + ')', 'the pasted file');
  await page.run('document.querySelector(".paste textarea").value = "no base64!"; ' + button('Check') + '.click()');
  is(await page.run('document.querySelector("#start .told").textContent'), 'This is no base64.', 'and what is none is refused');
}

async function archives(page) {
  await page.choose('#start input[type=file]', [folder + '/models.zip']);
  await page.until(listed + '.then(groups => groups.some(g => g[1].some(name => name.startsWith("models.zip!"))))', 'members of the archive');
}

async function widths(page) {
  await pick(page, 'plane-mask-bit'); // axe looks at each element, and a large file has many
  for (const [width, dark] of [[1440, false], [390, true], [2560, false]]) {
    await page.size(width, width < 600 ? 844 : 1000, dark);
    is(await page.run('document.documentElement.scrollWidth <= innerWidth'), true, 'nothing sticks out at ' + width);
    is(await page.axe(axe), [], 'axe at ' + width);
  }
  await page.size(1280, 900, false);
}

(async () => {
  const server = await serve(web), browser = start('chromium', folder + '/profile'), downloads = folder + '/downloads';
  fs.mkdirSync(downloads);
  try {
    await browser.send('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: downloads});
    const url = 'http://127.0.0.1:' + server.address().port + '/';
    const page = await open(browser, url);
    await ready(page);
    is(await page.run('document.querySelector("meta[http-equiv]").content.includes("connect-src data: blob:;")'), true, 'the policy allows no connection');
    is(await page.run('fetch("index.html").then(() => "connected", () => "refused")'), 'refused', 'and holds');
    is(await page.axe(axe), [], 'axe at the start');
    await drops(page);
    await repairs(page, downloads);
    await archives(page);
    await reports(page, downloads);
    await hostile(page);
    await pastes(page);
    await widths(page);
    is(page.faults.filter(f => !/Refused to connect|violates the following Content Security Policy/.test(f)), [], 'no complaint, no dialog, nothing asked for');
    await page.until('navigator.serviceWorker.ready.then(r => r.active && r.active.state === "activated")', 'the copy for later');
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
    const later = await open(browser, url);
    await ready(later);
    is(await later.run('document.querySelector("h1").textContent'), 'a3dlint', 'it opens without a network');
    console.log('web: ' + checks + ' checks');
  } finally {
    await browser.close();
    server.close();
  }
})().catch(e => { console.error(e.message); process.exit(1); });
