// node check.js LINT BROWSER SHARE [ASSETS]: makes the damaged files of cases.js in the current folder, and requires that
// the page says of each what was done to it. In the page's data: the rule and the field of the headline, and whether the
// repair is safe, which is true of the repaired file. In the browser: the headline, the answer to "Is that safe?", and the
// marks of the picture. The last line says how many files there were.
'use strict';
const assert = require('node:assert');
const {spawnSync} = require('node:child_process');
const fs = require('node:fs');
const {inflateSync} = require('node:zlib');
const {start, open} = require('../scripts/browser.js');
const {CASES} = require('./cases.js');
const {make} = require('./make.js');
const [lint, browserProgram, share, assets] = process.argv.slice(2);

function run(...args) {
  const r = spawnSync(lint, args, {encoding: 'utf8', maxBuffer: 1 << 28, env: {...process.env, A3DLINT_SHARE: share}});
  assert.ok(r.status !== null && r.status <= 3, args.join(' ') + ': ' + r.stderr);
  return r.stdout;
}

// ---- the page's data ----

const detailOf = file => JSON.parse(inflateSync(Buffer.from(file.detail, 'base64')));

// Whether `fix` gives the sound file back: the same bytes, or the same content packed anew.
function restores(name, sound) {
  run('fix', 'in/' + name, '-o', 'fixed');
  if (!fs.existsSync('fixed')) return false;
  fs.writeFileSync('sound', sound);
  const same = fs.readFileSync('fixed').equals(sound) || spawnSync(lint, ['diff', 'sound', 'fixed'], {encoding: 'utf8'}).stdout.includes('no value differs');
  fs.rmSync('fixed');
  return same;
}

function checkData(data, made) {
  for (const [[name, , done, , rule, at, safe], sound] of made) {
    const file = data.files.find(f => f.path === 'in/' + name), group = data.groups[file.group], what = name + ' (' + done + ')';
    assert.ok(group, what + ' has no finding');
    assert.strictEqual(group.rule + ' ' + group.path, rule + ' ' + at, what);
    const {remedy} = detailOf(file), answer = remedy.safe;
    assert.strictEqual(/^safe/.test(answer) ? 'yes' : 'no', safe, what + ': ' + answer);
    assert.strictEqual(restores(name, sound), safe === 'yes', what + ': ' + answer);
    assert.strictEqual(remedy.works, safe === 'yes' && rule !== 'file/wrong-extension', what);
  }
}

// ---- the page ----

async function checkPage(page, data, made) {
  for (const [[name, , done, , rule, , safe]] of made) {
    const file = data.files.find(f => f.path === 'in/' + name), what = name + ' (' + done + ')';
    await page.run('location.hash = "#file=' + file.key + '"');
    await page.until('document.querySelector("main").dataset.shown === "' + file.id + '"', what);
    const [head, answer] = await page.run('[document.querySelector(".headline").textContent, document.querySelector(".safety .tag").textContent]');
    const lead = detailOf(file).findings.find(f => f.cause === null && f.rule === rule), said = lead.suspects.length > 0 && lead.suspects[0].proven ? lead.suspects[0].message : lead.message;
    assert.ok(head.toLowerCase().includes(said.toLowerCase()), what + ': ' + head);
    assert.strictEqual(/^Safe/.test(answer) ? 'yes' : 'no', safe, what + ': ' + answer);
    await checkPicture(page, detailOf(file), file, what);
  }
}

// The picture is there when something can be drawn, and says of how many parts it is.
async function checkPicture(page, detail, file, what) {
  if (!file.view && !file.after) return;
  await page.until('!document.querySelector("#view") || document.querySelector("#view").dataset.state', 'the picture of ' + what);
  const legend = await page.run('document.querySelector(".legend").textContent');
  if (!file.view) assert.ok(legend.includes('After the repair'), what + ': ' + legend);
  const errors = detail.findings.some(f => f.severity === 'error'), drawn = await page.run('document.querySelector("#view").dataset.state') === 'drawn';
  if (file.view && drawn && !errors) assert.ok(!/with errors/.test(legend), what + ' is painted as if it had errors: ' + legend);
}

(async () => {
  const made = make({lint, room: '.', out: 'in', assets});
  assert.ok(!assets || made.length === 52, 'there are ' + made.length + ' of 52 files');
  const data = JSON.parse(run('triage', '--format', 'data', 'in'));
  checkData(data, made);
  if (browserProgram) {
    run('triage', 'in', '-o', 'page.html');
    const browser = start(browserProgram, process.cwd() + '/profile');
    try {
      const page = await open(browser, 'file://' + process.cwd() + '/page.html');
      await checkPage(page, data, made);
      assert.deepStrictEqual(page.faults, []);
    } finally {
      await browser.close();
    }
  }
  console.log('people: ' + made.length + ' of ' + CASES.length + ' files' + (browserProgram ? '' : ', not in a browser'));
})().catch(e => { console.error(e.message); process.exit(1); });
