// The scripts of the page, as far as they need no browser: run by tests/scripts/page-units.sh with node's own runner.
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const {deflateSync} = require('node:zlib');
const from = name => require('../../src/page/' + name + '.js');

globalThis.dom = from('dom');
globalThis.shell = from('shell');
const {shell} = globalThis, {shortened, visible} = globalThis.dom;
const intake = from('web/intake'), merge = from('web/merge');
const bytes = from('bytes'), list = from('list'), unpack = from('unpack');
globalThis.list = list;
const story = from('story'), begin = from('start');

test('a long name keeps its beginning and its end', () => {
  assert.strictEqual(shortened('a.m3g'), 'a.m3g');
  const short = shortened('models/' + 'x'.repeat(100) + '/wheel.m3g', 40);
  assert.strictEqual(short.length, 40);
  assert.match(short, /^models\/x+…x+\/wheel\.m3g$/);
});

test('characters that hide or turn text are shown as numbers', () => {
  assert.strictEqual(visible('a\u202eb\u0007\nc'), 'a\\u202eb\\u0007\nc');
});

test('commands are quoted as a shell reads them', () => {
  assert.strictEqual(shell.quoted('plain/a_1.m3g'), 'plain/a_1.m3g');
  assert.strictEqual(shell.quoted("it's"), "'it'\\''s'");
  assert.strictEqual(shell.quoted('-x'), "./'-x'");
  assert.strictEqual(shell.pasted('a3dlint b'), 'a3dlint b');
  assert.strictEqual(shell.pasted("a '\n'"), 'eval "$(printf \'a \\047\\012\\047\')"');
});

test('the folder that all paths share is left out', () => {
  assert.strictEqual(list.common(['a/b/c.m3g', 'a/b/d/e.m3g']), 'a/b/');
  assert.strictEqual(list.common(['a/bc.m3g', 'a/bd.m3g']), 'a/');
  assert.strictEqual(list.common(['a/b.m3g']), '');
  assert.strictEqual(list.common(['x.m3g', 'a/y.m3g']), '');
  assert.strictEqual(list.common([]), '');
});

test('a filter that cannot choose has no choices', () => {
  const groups = [{severity: 'error', damage: 'checksum'}, {severity: 'warning', damage: 'wrong length'}];
  const of = (group, format, writer) => ({group, format, writer});
  assert.deepStrictEqual(list.choices({groups: groups.slice(0, 1), files: [of(0, 'm3g', 'm3g 1.0')]}),
    {severity: ['error'], format: ['m3g'], damage: ['checksum'], writer: ['m3g 1.0'], notes: []});
  assert.deepStrictEqual(list.choices({groups, files: [of(0, 'm3g', 'x'), of(1, 'tanki', 'y'), of(null, 'm3g', 'z')]}),
    {severity: ['error', 'warning', 'sound'], format: ['m3g', 'tanki'], damage: ['checksum', 'wrong length'], writer: ['x', 'y'],
     notes: ['not seen', 'seen', 'accepted', 'assigned']});
});

test('a line of bytes names its field and the record around it', () => {
  assert.strictEqual(bytes.pathOf('meshes[0].name.$count = 6'), 'meshes[0].name.$count');
  assert.strictEqual(bytes.pathOf('meshes[0].submeshes[0].indices[8..15] = 5, 3'), 'meshes[0].submeshes[0].indices');
  assert.strictEqual(bytes.pathOf('packed: see package'), '');
  assert.strictEqual(bytes.pathOf('$mask bits 0 to 7\n bit 0'), '$mask');
  assert.strictEqual(bytes.recordOf('meshes[0].buffers[1].type'), 'meshes[0].buffers[1]');
  assert.strictEqual(bytes.recordOf('version'), '');
});

test('the search finds bytes, texts and values, and whole bytes only', () => {
  const row = [0, '78da1b4142', 'meshes[0].name = "AB"'];
  for (const [text, expected] of [['78 da', true], ['78DA', true], ['0x1b', true], ['8d', false], ['AB', true], ['name =', true], ['zz', false]])
    assert.strictEqual(bytes.found(row, bytes.queryOf(text)), expected, text);
  assert.strictEqual(bytes.found([0, 20, 'meshes[0].indices'], bytes.queryOf('indices')), true);
});

test('the bytes at an offset are read as numbers, as far as the page has them', () => {
  const stream = {size: 20, rows: [[0, '0000c03f01', 'a'], [5, 'ff7f', 'b'], [7, 9, 'folded']]};
  assert.strictEqual(bytes.valuesAt(stream, 0), '0x0: u8 0 · little: u16 0 u32 1069547520 f32 1.5 · big: u16 0 u32 49215 f32 6.89649e-41');
  assert.strictEqual(bytes.valuesAt(stream, 5), '0x5: u8 255 i8 -1 · little: u16 32767 · big: u16 65407');
  assert.strictEqual(bytes.valuesAt(stream, 6), '0x6: u8 127');
  assert.strictEqual(bytes.valuesAt(stream, 9), '');
  assert.strictEqual(bytes.shareOf({streams: [stream]}), '7 of 20 bytes: those around the findings');
  assert.strictEqual(bytes.shareOf({streams: [{size: 1, rows: [[0, '00', '']]}]}), 'all of the file');
});

test('a part of the page is unpacked once', async () => {
  const file = {detail: deflateSync(JSON.stringify({findings: [1]})).toString('base64'), view: deflateSync('glTF').toString('base64')};
  const detail = await unpack.detail(file);
  assert.deepStrictEqual(detail, {findings: [1]});
  assert.strictEqual(await unpack.detail(file), detail);
  assert.strictEqual(Buffer.from(await unpack.view(file)).toString(), 'glTF');
  assert.strictEqual(await unpack.detail({}), null);
  assert.strictEqual(await unpack.view({}), null);
  await assert.rejects(unpack.detail({detail: 'AAAA'}));
});

test('notes stay under the digest of a file, and become a baseline with reasons', () => {
  const kept = new Map();
  globalThis.localStorage = {getItem: k => kept.has(k) ? kept.get(k) : null, setItem: (k, v) => kept.set(k, v), removeItem: k => kept.delete(k)};
  const marks = from('marks'), file = {key: '0123456789abcdef', path: 'a/b.m3g'};
  assert.strictEqual(marks.of(file).accepted, false);
  assert.strictEqual(marks.set(file, {accepted: true, note: 'old exporter', assigned: 'Kim'}), true);
  assert.match(kept.get('a3dlint-triage:0123456789abcdef'), /old exporter/);
  const finding = (rule, path, fingerprint, severity, count) => ({rule, path, fingerprint, severity, count});
  const text = marks.baseline([[file, {findings: [finding('m3g/x', 'sections[0].a', 'f1', 'error', 2), finding('m3g/x', 'sections[7].a', 'f1', 'error', 1),
    finding('m3g/y', 'b', 'f2', 'note', 1)]}]]);
  assert.deepStrictEqual(JSON.parse(text), {'a3dlint-baseline': 1, findings: [{path: 'a/b.m3g', rule: 'm3g/x', field: 'sections[*].a', fingerprint: 'f1', count: 3,
    reason: 'old exporter; assigned to Kim'}]});
  marks.set(file, {accepted: false, note: '', assigned: ''});
  assert.strictEqual(kept.size, 0);
  globalThis.localStorage = undefined;
  assert.strictEqual(marks.set(file, {seen: true}), false);
});

test('the overview says in sentences what was found, and what can be done', () => {
  const group = (files, safe, fixable, left = 0) => ({files, safe, fixable, left});
  const said = (files, groups) => begin.sentences({summary: {files}, groups});
  assert.deepStrictEqual(said(0, []), ['There were no files to check.']);
  assert.deepStrictEqual(said(3, []), ['Nothing is wrong with these 3 files.']);
  assert.deepStrictEqual(said(1, [group(1, 'safe', true)]),
    ['Something is wrong with 1 file.', 'It can be repaired: a repair was tried on a copy.']);
  assert.deepStrictEqual(said(9, [group(4, 'safe', true), group(2, 'no repair', false), group(1, 'not proven', false), group(1, 'safe', true, 2)]),
    ['Something is wrong with 8 files of 9.', '4 root causes; the most frequent explains 4 files, and 2 have one file each.',
      'Of these, 4 can be repaired: a repair worked for the smallest file of each cause; 2 cannot be repaired: get them again; 2 need somebody to decide.']);
  assert.deepStrictEqual(said(1, [group(1, 'no repair', false)])[1], 'It cannot be repaired: get it again.');
  assert.deepStrictEqual(said(1, [group(1, 'not known', false)])[1], 'It could not be read: the message says why.');
  assert.deepStrictEqual(said(1, [group(1, 'not tried', false)])[1], 'No repair was tried: see what fix --dry-run says.');
  assert.deepStrictEqual(said(3, [group(1, 'not known', false), group(2, 'no repair', false)])[2],
    'Of these, 2 cannot be repaired: get them again; 1 could not be read: the message says why.');
  assert.deepStrictEqual(said(5, [group(5, 'no repair', false), group(0, 'safe', true)])[1], 'All have the same cause.');
  const mild = files => ({...group(files, 'not proven', false), severity: 'warning'});
  assert.deepStrictEqual(said(6, [mild(4), mild(1)]), ['No file has an error, but 5 files of 6 have warnings.',
    '2 root causes; the most frequent explains 4 files, and 1 has one file.', 'Of these, 5 need somebody to decide.']);
  assert.deepStrictEqual(said(2, [mild(1)]), ['No file has an error, but 1 file of 2 has warnings.', 'Somebody has to decide what is right.']);
});

test('the headline is a proven cause, else what is wrong with its possible causes', () => {
  const group = {rule: 'x/y', example: 1, damage: 'wrong count'}, finding = suspects => ({findings: [{cause: null, rule: 'x/y', path: 'a.b', where: 'file+0x1', message: 'b is 3', suspects}]});
  const suspect = (path, proven) => ({path, proven, where: 'file+0x0', message: path + ' should probably be 2'});
  const told = (detail, file = {id: 2, message: 'of the file'}) => { const {head, lines} = story.headline(file, group, detail); return [head, lines.map(l => l[0])]; };
  globalThis.document = {createElement: () => ({append() {}, setAttribute() {}})};
  assert.deepStrictEqual(told(finding([suspect('a.n', true)])), ['a.n should probably be 2', ['Where', 'It shows as']]);
  assert.deepStrictEqual(told(finding([suspect('a.n', false)])), ['b is 3', ['Where', 'Possible cause']]);
  const two = finding([suspect('a.n', false)]);
  two.findings.push({cause: null, rule: 'x/z', path: 'a.n', message: 'n is odd', suspects: []});
  assert.deepStrictEqual(told(two), ['n is odd', ['Where', 'It shows as', 'Possible cause']]);
  two.remedy = {story: 'n and m are swapped'};
  assert.deepStrictEqual(told(two), ['n and m are swapped', ['Where', 'It shows as']]);
  assert.deepStrictEqual(told(null), ['of the file', []]);
  globalThis.document = undefined;
});

// The data of a page with these files: [path, size, group or null, also] and groups: [rule, severity, example by index].
function dataOf(files, groups) {
  const list = files.map(([path, size, group, also], i) => ({id: i + 10, path, size, group, also: also || []}));
  return {view: true, summary: {files: files.length, errors: 1, interrupted: false}, moreFiles: 0, files: list, groups: groups.map(([rule, severity, example], i) => ({
    id: i, rule, severity, damage: 'd', path: 'p', example: example + 10, examplePath: files[example][0], message: 'of ' + files[example][0], writers: [{writer: 'w' + i, files: 1}], otherWriters: 0,
    files: list.filter(f => f.group === i).length, also: list.filter(f => f.also.includes(i)).length}))};
}

test('parts of a run are put together as if they had been one', () => {
  const one = dataOf([['a', 50, 0], ['b', 9, null]], [['m3g/x', 'warning', 0]]);
  const two = dataOf([['c', 20, 1], ['d', 30, 0, [1]], ['e', 5, 0]], [['m3g/y', 'error', 2], ['m3g/x', 'error', 0]]);
  const all = merge.all([one, two]);
  assert.deepStrictEqual(all.summary, {files: 5, errors: 2, interrupted: false});
  assert.deepStrictEqual(all.files.map(f => [f.id, f.path, f.group, f.also]), [[0, 'a', 0, []], [1, 'b', null, []], [2, 'c', 0, []], [3, 'd', 1, [0]], [4, 'e', 1, []]]);
  assert.deepStrictEqual(all.groups.map(g => [g.id, g.rule, g.severity, g.files, g.also, g.example, g.message]),
    [[0, 'm3g/x', 'error', 2, 1, 2, 'of c'], [1, 'm3g/y', 'error', 2, 0, 4, 'of e']]);
  assert.deepStrictEqual(all.groups[0].writers, [{writer: 'w0', files: 1}, {writer: 'w1', files: 1}]);
  assert.deepStrictEqual(merge.all([one]).files.map(f => f.group), [0, null]);
});

test('files with one path get paths of their own, and shares are bounded by files and bytes', () => {
  assert.deepStrictEqual(intake.distinct([{path: 'a.m3g'}, {path: 'a.m3g'}, {path: 'x/a'}, {path: 'a.m3g'}, {path: 'x/a'}]).map(f => f.path),
    ['a.m3g', 'a (2).m3g', 'x/a', 'a (3).m3g', 'x/a (2)']);
  const files = sizes => sizes.map(size => ({file: {size}}));
  assert.deepStrictEqual(intake.shards(files([1, 1, 1, 1, 1]), 2, 100).map(s => s.length), [2, 2, 1]);
  assert.deepStrictEqual(intake.shards(files([60, 60, 30, 10, 500]), 9, 100).map(s => s.length), [1, 3, 1]);
  assert.deepStrictEqual(intake.shards([]), []);
});

test('pasted base64 may be wrapped, for addresses, or part of a data: URL', async () => {
  for (const text of ['QUJD\nRA==', 'data:application/octet-stream;base64,QUJDRA==', ' QUJDRA== '])
    assert.strictEqual(await intake.pasted(text).file.text(), 'ABCD', text);
  for (const text of ['', 'QUJ$', 'A', 'no base64!']) assert.strictEqual(intake.pasted(text), null, text);
});

test('the first step names its cause as what it is', () => {
  const few = {files: 2}, many = {files: 5};
  assert.strictEqual(begin.whichCause([few, many], many), 'the cause with the most files');
  assert.strictEqual(begin.whichCause([few, many], few), 'the most frequent cause that can be repaired');
});
