// node triage-page.js BROWSER PLAIN PAGE [AXE]: what tests/scripts/triage-page.sh says. PAGE has the 3D view. AXE: axe-core's script, if it is there.
'use strict';
const assert = require('assert');
const {start, open} = require('./browser.js');
const [program, plain, full, axeFile] = process.argv.slice(2);
const axe = axeFile ? require('fs').readFileSync(axeFile, 'utf8') : null;
let checks = 0;
const is = (actual, expected, what) => { checks++; assert.deepStrictEqual(actual, expected, what); };

const files = 'document.querySelectorAll("[role=option].file:not([hidden])").length';
const chosen = 'document.querySelector("[aria-selected=true]").id';
const focused = '[document.activeElement.className.split(" ")[0], document.activeElement.dataset.off]';
// Chooses a file of the list, and waits until all of it is there.
async function pick(page, name) {
  const id = await page.run('(o => { o.click(); return o.dataset.file; })([...document.querySelectorAll("[role=option].file")].find(o => o.textContent.includes(' + JSON.stringify(name) + ')))');
  await page.until('document.querySelector("main").dataset.shown === "' + id + '"', name);
}

async function filters(page) {
  is(await page.run(files), 12, 'all files are in the list');
  is(await page.run('document.querySelectorAll("[role=option].group").length'), 6, 'groups, that of sound files among them');
  await page.key('/', '/');
  is(await page.run('document.activeElement.id'), 'search', '/ goes to the filter');
  await page.type('m3g/checksum ship');
  is(await page.run(files), 3, 'words of rule and path shrink the list');
  is(await page.run('document.querySelector(".told").textContent.startsWith("3 files, 1 root cause")'), true, 'and it is told');
  await page.type('zzz');
  is(await page.run(files), 0, 'nothing matches');
  await page.key('Escape');
  is(await page.run(files), 12, 'Escape gives all back');
  for (const [by, value, n] of [['severity', 'sound', 1], ['format', 'tanki', 3], ['damage', 'cut short', 1], ['severity', 'error', 11]]) {
    await page.run('(s => { s.value = ' + JSON.stringify(value) + '; s.dispatchEvent(new Event("change")); })(document.getElementById("by-' + by + '"))');
    is(await page.run(files), n, by + ' ' + value);
    await page.run('(s => { s.value = ""; s.dispatchEvent(new Event("change")); })(document.getElementById("by-' + by + '"))');
  }
}

// The first card says what was found, what has the same cause, and what to do first; its causes lead to files.
async function overview(page) {
  is(await page.run(chosen), 'overview', 'the page opens with the overview');
  const text = await page.run('document.querySelector(".start").innerText');
  for (const part of ['Something is wrong with 11 files of 12.', 'the most frequent explains 6 files', '2 can be repaired', 'a3dlint fix --dry-run in/'])
    is(text.includes(part), true, part + ' in ' + text);
  await page.run('document.querySelector(".causes .link").click()');
  await page.until('document.querySelector("main").dataset.shown', 'the example of the first cause');
  await page.run('document.getElementById("overview").click()');
  is(await page.run('document.querySelectorAll(".start").length + " " + location.hash'), '1 ', 'and back');
}

async function keys(page) {
  await page.run('document.getElementById("list").focus()');
  await page.key('Home');
  is(await page.run(chosen), 'overview', 'Home is the overview');
  await page.key('j', 'j');
  is(await page.run(chosen), 'group-0', 'below it is the first group');
  await page.key('j', 'j');
  const first = await page.run(chosen);
  is(/^file-/.test(first), true, 'j moves to its smallest file');
  await page.key('ArrowDown');
  is(await page.run(chosen) === first, false, 'so does an arrow');
  await page.key('k', 'k');
  is(await page.run(chosen), first, 'k moves back');
  await page.key('Enter', '\r');
  is(await page.run('document.activeElement.id'), 'file', 'Enter goes to the file');
  await page.key('Escape');
  is(await page.run('document.activeElement.id'), 'list', 'Escape goes back');
}

// From a finding to its byte, and from the byte to its finding; the offsets are those of the report.
async function jumps(page) {
  await pick(page, 'plane-mask-bit');
  await page.click('#finding-0');
  const at = await page.run('document.getElementById("finding-0").dataset.off');
  is(await page.run(focused), ['byte', at], 'the finding leads to its first byte');
  is(await page.run('document.activeElement.classList.contains("error")'), true, 'which is marked as an error');
  is(await page.run('document.querySelectorAll(".row.lit").length > 0 && document.querySelectorAll(".tree .lit").length'), 1, 'its line and its field in the tree are lit');
  await page.key('Enter', '\r');
  is(await page.run('document.activeElement.id'), 'finding-0', 'the byte leads to its finding');
  await page.click('.finding.suspect');
  is(await page.run(focused), ['byte', '4'], 'a suspect leads to the byte of the mask');
  is(await page.run('document.activeElement.closest(".row").textContent.includes("bit 24")'), true, 'beside which its bits are named');
  await page.until('(([b, h]) => b.top >= h.top && b.bottom <= h.bottom)([document.activeElement, document.querySelector(".hexes")].map(e => e.getBoundingClientRect()))', 'the byte in view');
  is(await page.run('[...document.querySelectorAll("code")].some(c => c.textContent.includes("a3dlint fix in/plane-mask-bit.a3d -o plane-mask-bit.fixed.a3d"))'), true, 'the repair is told');
  await pick(page, 'ship1');
  await page.run('document.querySelector(".tree .faulty > .label .key").click()');
  is(await page.run('document.querySelectorAll(".row.lit").length > 0'), true, 'a name in the tree leads to bytes');
  is(await page.run('document.querySelectorAll(".finding.lit").length'), 1, 'and to its finding');
  await page.run('document.querySelector(".row .off").click()');
  is(await page.run('document.querySelectorAll(".tree .lit").length'), 1, 'a line of bytes leads to its field in the tree');
}

// Keys walk through the tree and through marked bytes; each is one tab stop.
async function walks(page) {
  await pick(page, 'ship1');
  const stops = part => page.run('[...document.querySelectorAll("' + part + ' [tabindex=\\"0\\"], ' + part + ' button:not([tabindex])")].length');
  is(await stops('.tree'), 1, 'the tree is one tab stop');
  is(await stops('.hexes'), 1, 'so are the marked bytes');
  await page.run('document.querySelector(".tree [tabindex=\'0\']").focus()');
  await page.key('Home');
  const open = 'document.activeElement.getAttribute("aria-expanded")', path = 'document.activeElement.dataset.path';
  const first = await page.run(path);
  await page.key('ArrowDown');
  is(await page.run(path) === first, false, 'an arrow walks down');
  await page.key('ArrowUp');
  is(await page.run(path), first, 'and up');
  while (await page.run(open) === null) await page.key('ArrowDown');
  const was = await page.run(open);
  await page.key(was === 'true' ? 'ArrowLeft' : 'ArrowRight');
  is(await page.run(open), was === 'true' ? 'false' : 'true', 'arrows fold and unfold');
  await page.key('Enter', '\r');
  is(await page.run('document.querySelectorAll(".row.lit").length > 0'), true, 'Enter shows the bytes');
}

// Of a large file all bytes are there, and only the lines near the view are made. A place far away is made when it is chosen.
async function large(page) {
  await pick(page, 'big.a3d');
  is(/^all of the file/.test(await page.run('document.querySelector("[aria-label=Bytes] h3 .soft").textContent')), true, 'all bytes of a large file');
  const rows = 'document.querySelectorAll(".row[data-from]").length', before = await page.run(rows);
  await page.run('(t => { t[t.length - 1].querySelector(".key").click(); })(document.querySelectorAll(".tree [role=treeitem]"))');
  await page.until('(([r, h]) => r && r.top >= h.top - 1 && r.top <= h.bottom)([document.querySelector(".row.lit"), document.querySelector(".hexes")].map(e => e && e.getBoundingClientRect()))', 'a line at the end in view');
  is(await page.run(rows) > before, true, 'its lines are made when they are shown: ' + before);
  await page.run('(c => { const r = c.getBoundingClientRect(); c.dispatchEvent(new MouseEvent("mousemove", {bubbles: true, clientX: r.left + 3, clientY: r.top + 3})); })(document.querySelector(".row.lit .bytes"))');
  await page.run('dispatchEvent(new Event("beforeprint"))');
  is(await page.run('[...document.querySelectorAll(".block")].every(b => b.firstChild)'), true, 'paper has all lines');
  is(/^0x[0-9a-f]+: u8 [0-9]+/.test(await page.run('document.querySelector(".values").textContent')), true, 'the numbers at a byte');
}

async function searches(page) {
  await pick(page, 'plane-mask-bit');
  for (const [text, told, lit] of [['78 da 6b', '1 of 1 line', '2'], ['$mask bits 8', '1 of 1 line', '2'], ['no such thing', 'not found in what the page has', null]]) {
    await page.run('(f => { f.elements.query.value = ' + JSON.stringify(text) + '; f.requestSubmit(); })(document.querySelector(".find"))');
    is(await page.run('document.querySelector(".find [role=status]").textContent'), told, text);
    if (lit) is(await page.run('document.querySelector(".row.lit").dataset.from'), lit, text + ' is lit');
  }
}

// Notes stay in the browser, filter the list, and become a baseline.
async function notes(page) {
  await pick(page, 'ship1');
  await page.run('(d => { d.open = true; d.querySelectorAll("input")[1].click(); })(document.querySelector(".notes"))');
  is(await page.run('[...document.querySelectorAll("[role=option].file")].filter(o => !o.hidden && o.textContent.includes("accepted")).length > 0'), true, 'the list says that it is accepted');
  await page.run('(s => { s.value = "accepted"; s.dispatchEvent(new Event("change")); })(document.getElementById("by-notes"))');
  const accepted = await page.run(files);
  is(accepted >= 1 && accepted < 4, true, 'the filter knows it');
  await page.run('(s => { s.value = ""; s.dispatchEvent(new Event("change")); })(document.getElementById("by-notes"))');
  const saved = await page.run('(async () => { const f = data => Promise.all(data.map(async x => [x, await unpack.detail(x)])); const all = JSON.parse(document.getElementById("data").textContent).files.filter(x => x.group !== null && marks.of(x).accepted); return marks.baseline(await f(all)); })()');
  require('fs').writeFileSync(process.env.TMPDIR + '/baseline.json', saved);
  is(JSON.parse(saved)['a3dlint-baseline'], 1, 'a baseline');
}

// A link to a file names its content, and is heeded when it changes.
async function links(page) {
  await pick(page, 'cut.m3g');
  const cut = await page.run('location.hash');
  is(/^#file=[0-9a-f]{16}$/.test(cut), true, 'the address names the file');
  await pick(page, 'corner');
  await page.run('location.hash = ' + JSON.stringify(cut));
  await page.until('document.querySelector("main h2").textContent.includes("cut.m3g")', 'the file of the link');
  is(await page.run('document.querySelector("[aria-selected=true]").textContent.includes("cut.m3g")'), true, 'the list follows');
  await page.run('location.hash = ""');
  await page.until('document.querySelector(".start")', 'the overview, when the link is gone');
}

async function harmless(page) {
  is(await page.run('document.querySelectorAll("script").length >= 3 && !document.querySelector("main img, nav img, main script")'), true, 'nothing of a file became part of the page');
  is(await page.run('[...document.querySelectorAll(".file .name")].filter(n => n.title.includes("<img src=x onerror=alert(2)>&amp;\\"\'.m3g")).length'), 1, 'a name stands as it is');
  for (const name of ['author.m3g', 'texts.a3d', '<img', '<!--']) {
    await pick(page, name);
    is(await page.run('document.querySelector("main").textContent.length > 200'), true, name + ' is shown');
  }
  await pick(page, 'author.m3g');
  is(await page.run('/[\\u2028\\u202e]/.test([...document.querySelectorAll(".name")].map(n => n.textContent).join())'), false, 'a name turns the text of the page');
  is(await page.run('document.querySelector("main").textContent.includes("</script><script>alert(1)</script><!--<script>")'), true, 'a text stands as it is');
}

// The least contrast of any text with what lies behind it.
const contrast = `(() => {
  const rgb = s => s.match(/[0-9.]+/g).map(Number), light = c => c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4;
  const level = c => 0.2126 * light(c[0]) + 0.7152 * light(c[1]) + 0.0722 * light(c[2]);
  const behind = e => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] > 0) return c; } return [255, 255, 255]; };
  let least = [99, ''];
  for (const e of document.querySelectorAll('header *, nav *, main *')) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || e.getClientRects().length === 0) continue;
    const a = level(rgb(getComputedStyle(e).color)) + 0.05, b = level(behind(e)) + 0.05, ratio = Math.max(a, b) / Math.min(a, b);
    if (ratio < least[0]) least = [ratio, e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 30)];
  }
  return least;
})()`;

async function widths(page) {
  for (const dark of [false, true]) {
    for (const width of [1280, 390]) {
      await page.size(width, 844, dark);
      for (const name of ['plane-mask-bit', 'cut.m3g', 'author.m3g', 'corner']) {
        await pick(page, name);
        is(await page.run('document.documentElement.scrollWidth <= innerWidth'), true, name + ': nothing sticks out at ' + width);
        const [least, where] = await page.run(contrast);
        if (axe && name !== 'author.m3g') is(await page.axe(axe), [], 'axe: ' + name + ' at ' + width);
        is(least >= 4.5, true, 'contrast ' + least + ' of ' + where + (dark ? ', dark' : ', light'));
      }
    }
  }
  is(await page.run('getComputedStyle(document.body).backgroundColor'), 'rgb(18, 22, 28)', 'dark is dark');
  await page.size(1280, 900, false);
  is(await page.run('getComputedStyle(document.body).backgroundColor'), 'rgb(246, 247, 249)', 'light is light');
}

// Colours of the picture: the ground, sound and damaged parts.
const colors = `(() => {
  const from = document.querySelector('#view canvas'), to = document.createElement('canvas');
  to.width = from.width; to.height = from.height;
  const c = to.getContext('2d');
  c.drawImage(from, 0, 0);
  const d = c.getImageData(0, 0, to.width, to.height).data, seen = new Set();
  let red = 0;
  for (let i = 0; i < d.length; i += 4) { seen.add(d[i] << 24 | d[i + 1] << 16 | d[i + 2] << 8 | d[i + 3]); red += d[i + 3] > 200 && d[i] > 1.7 * d[i + 2]; }
  return [seen.size, red];
})()`;

async function picture(page) {
  await pick(page, 'corner');
  await page.until('document.querySelector("#view") && document.querySelector("#view").dataset.state', 'the picture');
  is(await page.run('document.querySelector("#view").dataset.state'), 'drawn', 'it is drawn');
  const [some, red] = await page.run(colors);
  is(some > 2, true, 'the picture has more than one colour: ' + some);
  is(red > 100, true, 'the damaged part is marked: ' + red + ' points');
  is(/1 with errors/.test(await page.run('document.querySelector(".legend").textContent')), true, 'and told');
  const plainly = await page.run('document.querySelector("#view canvas").toDataURL()');
  await page.run('document.querySelector("#finding-1").click()');
  is(plainly === await page.run('document.querySelector("#view canvas").toDataURL()'), false, 'a finding lights up its part');
  is(/1 triangle with a corner that is no vertex/.test(await page.run('document.querySelector(".legend").textContent')), true, 'the dropped triangle is counted');
  await page.click('#view', 0.5);
  await page.until('document.querySelector(".tree .lit")', 'the field of what was clicked');
  is(await page.run('document.querySelector(".tree .lit").dataset.path'), 'meshes[0].submeshes[0].indices', 'a click on a triangle leads to its list');
  is(await page.run('document.querySelectorAll(".row.lit").length > 0'), true, 'and to its bytes');
  for (const name of ['Wires', 'Grid', 'Normals', 'Boxes']) {
    const before = await page.run('document.querySelector("#view canvas").toDataURL()');
    await page.run('[...document.querySelectorAll(".switches button")].find(b => b.textContent.startsWith("' + name + '")).click()');
    is(before === await page.run('document.querySelector("#view canvas").toDataURL()'), false, name + ' is a switch');
  }
  await page.run('document.querySelector("#view").focus()');
  const before = await page.run('document.querySelector("#view canvas").toDataURL()');
  await page.key('ArrowRight');
  is(await page.run('document.querySelector("#view canvas").toDataURL()') === before, false, 'an arrow turns it');
  await pick(page, 'ship1');
  is(await page.run('document.querySelectorAll("canvas").length'), 0, 'it goes with its file');
}

(async () => {
  const browser = start(program, process.env.TMPDIR + '/profile');
  try {
    const page = await open(browser, 'file://' + plain);
    await overview(page);
    await filters(page);
    await keys(page);
    await jumps(page);
    await walks(page);
    await large(page);
    await searches(page);
    await links(page);
    await notes(page);
    await harmless(page);
    await widths(page);
    is(page.faults, [], 'no complaint, no dialog, nothing asked for');
    const drawn = await open(browser, 'file://' + full);
    await picture(drawn);
    is(drawn.faults, [], 'no complaint with the 3D view');
    console.log('triage page: ' + checks + ' checks');
  } finally {
    await browser.close();
  }
})().catch(e => { console.error(e.message); process.exit(1); });
