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
// Headlines that are not those of the leading finding or of its proven cause.
const HEADS = {'village/fence.a3d': 'versionMinor is 9', 'items/block.p3d': 'all addresses in lod_start and lod_end are 4 too high',
  'scenes/stage.m3g': 'totalLength and sections[1].uncompressedLength are swapped'};
let commands = 0;
const [lint, browserProgram, share, assets] = process.argv.slice(2);

function run(...args) {
  const r = spawnSync(lint, args, {encoding: 'utf8', maxBuffer: 1 << 28, env: {...process.env, A3DLINT_SHARE: share}});
  assert.ok(r.status !== null && r.status <= 3, args.join(' ') + ': ' + r.stderr);
  return r.stdout;
}

// ---- the page's data ----

const detailOf = file => JSON.parse(inflateSync(Buffer.from(file.detail, 'base64')));

// What the suggested repair makes of a file; null when there is none.
function repaired(name, remedy) {
  if (remedy.works) run('fix', 'in/' + name, '-o', 'fixed');
  else if (remedy.edits) run('edit', 'in/' + name, ...remedy.edits.split(' '), '-o', 'fixed');
  else return null;
  const bytes = fs.readFileSync('fixed');
  fs.rmSync('fixed');
  return bytes;
}

// Whether a file is the sound one: the same bytes, or the same content packed anew.
function isSame(bytes, sound) {
  if (bytes === null || bytes.equals(sound)) return bytes !== null;
  fs.writeFileSync('sound', sound);
  fs.writeFileSync('other', bytes);
  return spawnSync(lint, ['diff', 'sound', 'other'], {encoding: 'utf8'}).stdout.includes('no value differs');
}

function checkData(data, made) {
  for (const [[name, , done, , rule, at, safe], sound] of made) {
    const file = data.files.find(f => f.path === 'in/' + name), group = data.groups[file.group], what = name + ' (' + done + ')';
    assert.ok(group, what + ' has no finding');
    assert.strictEqual(group.rule + ' ' + group.path, rule + ' ' + at, what);
    const {remedy} = detailOf(file), answer = remedy.safe;
    assert.strictEqual(/^safe/.test(answer) ? 'yes' : 'no', safe, what + ': ' + answer);
    if (safe === 'yes' && rule !== 'file/wrong-extension') assert.ok(isSame(repaired(name, remedy), sound), what + ': the repair does not give it back');
    assert.ok(safe === 'yes' || !remedy.works, what + ': fix repairs it, and the page does not call that safe');
  }
}

// ---- the page ----

// Runs a command that the page prints: it makes a file with fewer errors, or without the finding that leads.
function runPrinted(command, file, rule, what) {
  const saving = command.startsWith('a3dlint find '), output = saving ? 'saved' : command.split(' ').pop(), r = spawnSync('sh', ['-c', command], {encoding: 'utf8', env: {...process.env, PATH: process.cwd() + '/bin:' + process.env.PATH}});
  assert.ok(r.status !== null && r.status <= 1 && fs.existsSync(output), what + ': ' + command + ': ' + r.stderr);
  if (saving) { assert.strictEqual(fs.readdirSync(output).length, 2, what + ': ' + command); return; }
  const [after] = JSON.parse(run('triage', '--format', 'json', '--include', 'valid', output)).files;
  assert.ok(after.errors < file.errors || after.verdict === 'valid', what + ': ' + command + ' leaves ' + after.errors + ' of ' + file.errors + ' errors');
  fs.rmSync(output);
}

async function checkPage(page, data, made) {
  for (const [[name, , done, , rule, , safe]] of made) {
    const file = data.files.find(f => f.path === 'in/' + name), what = name + ' (' + done + ')';
    await page.run('location.hash = "#file=' + file.key + '"');
    await page.until('document.querySelector("main").dataset.shown === "' + file.id + '"', what);
    const [head, answer] = await page.run('[document.querySelector(".headline").textContent, document.querySelector(".safety .tag").textContent]');
    const {findings, remedy} = detailOf(file), lead = findings.find(f => f.cause === null && f.rule === rule);
    const said = remedy.story || (lead.suspects.length > 0 && lead.suspects[0].proven ? lead.suspects[0].message : lead.message);
    const plain = text => text.toLowerCase().replace('should probably be', 'should be');
    assert.ok(plain(head).includes(plain(HEADS[name] || said)), what + ': ' + head);
    assert.strictEqual(/^Safe/.test(answer) ? 'yes' : 'no', safe, what + ': ' + answer);
    for (const command of await page.run('[...document.querySelectorAll(".repair .command code")].map(c => c.textContent)')) { runPrinted(command, file, rule, what); commands++; }
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
    fs.mkdirSync('bin');
    fs.symlinkSync(lint, 'bin/a3dlint');
    const browser = start(browserProgram, process.cwd() + '/profile');
    try {
      const page = await open(browser, 'file://' + process.cwd() + '/page.html');
      await checkPage(page, data, made);
      assert.deepStrictEqual(page.faults, []);
    } finally {
      await browser.close();
    }
  }
  console.log('people: ' + made.length + ' of ' + CASES.length + ' files' + (browserProgram ? ', ' + commands + ' commands run' : ', not in a browser'));
})().catch(e => { console.error(e.message); process.exit(1); });
