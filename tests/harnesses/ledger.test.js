// The ledger of harnesses/rounds: which pair is next, the sums, and the page; run by tests/scripts/harness-units.sh.
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const {sums, next, campaigns, text} = require('../../harnesses/lib/ledger.js');

const pairs = ['fuzz_a', 'fuzz_b'].flatMap(target => ['libfuzzer', 'afl'].map(engine => ({target, engine})));
const round = (target, engine, seconds, more = {}) => ({
  target, engine, commit: '1234567', code: 'new', begun: '2026-11-26T20:00:00.000Z', seconds, runs: 10 * seconds, edges: 5, files: 3, found: [], slow: 0, ...more,
});

test('the first pair is next when nothing was run, and the others follow in order', () => {
  const rounds = [];
  for (const expected of [...pairs, pairs[0]]) {
    const pair = next(pairs, rounds, 'new', 100);
    assert.deepStrictEqual(pair, expected);
    rounds.push(round(pair.target, pair.engine, 10));
  }
});

test('time on other code does not count, but decides between equals', () => {
  const rounds = [round('fuzz_a', 'libfuzzer', 50, {code: 'old'}), round('fuzz_a', 'afl', 40, {code: 'old'}),
    round('fuzz_b', 'libfuzzer', 5, {code: 'old'}), round('fuzz_b', 'afl', 60, {code: 'new'})];
  assert.deepStrictEqual(next(pairs, rounds, 'new', 100), pairs[2]);
});

test('a pair with its time is left out; when all have theirs nothing is next', () => {
  const rounds = pairs.slice(0, 3).map(p => round(p.target, p.engine, 100));
  assert.deepStrictEqual(next(pairs, rounds, 'new', 100), pairs[3]);
  assert.deepStrictEqual(next(pairs, [...rounds, round('fuzz_b', 'afl', 99)], 'new', 100), pairs[3]);
  assert.strictEqual(next(pairs, [...rounds, round('fuzz_b', 'afl', 101)], 'new', 100), null);
});

test('sums are of all rounds of a pair', () => {
  const leak = {severity: 'leak', kind: 'leak', where: 'f (a.c:1)', file: 'x'};
  const s = sums([round('fuzz_a', 'afl', 10, {code: 'old', edges: 9, files: 1}), round('fuzz_a', 'afl', 20, {found: [leak], slow: 2})], 'new').get('fuzz_a afl');
  assert.deepStrictEqual({...s, found: s.found.map(f => [f.kind, f.commit])},
    {target: 'fuzz_a', engine: 'afl', rounds: 2, seconds: 30, here: 20, runs: 300, edges: 9, files: 3, found: [['leak', '1234567']], slow: 2});
});

test('the page says what was run and what was found', () => {
  const rounds = [round('fuzz_a', 'afl', 100), round('fuzz_b', 'afl', 20)];
  const page = campaigns({rounds}, pairs, 100);
  assert.match(page, /^1 of 4 pairs of target and engine have 100 s or more on the last code \(1234567\)\.$/m);
  assert.match(page, /^\| fuzz_b \| afl \| 1 \| 20 s \| 20 s \| 200 \| 5 \| 3 \| 0 \|$/m);
  assert.match(page, /^No crash, hang or leak\.$/m);
  rounds.push(round('fuzz_b', 'afl', 1, {found: [{severity: 'read', kind: 'heap-buffer-overflow (read)', where: 'f (a.c:1)', file: 'x'}]}));
  assert.match(campaigns({rounds}, pairs, 100), /^- fuzz_b, afl, 1234567, 2026-11-26: read, heap-buffer-overflow \(read\) in f \(a\.c:1\)$/m);
  assert.match(campaigns({rounds: []}, pairs, 100), /No round was run yet/);
  const measured = {fuzz_a: {commit: '1234567', files: 9, rules: {hit: 3, of: 4}, lines: [1, 4], branches: [1, 8]}};
  assert.match(campaigns({rounds, measured}, pairs, 100), /^\| fuzz_a \| 1234567 \| 9 \| 25\.0 % \| 12\.5 % \| 3 of 4 \|$/m);
});

test('the page also counts pairs that were run before and are not chosen now', () => {
  const rounds = [round('fuzz_a', 'afl', 100), round('fuzz_a', 'libfuzzer', 20), round('fuzz_b', 'afl', 100)];
  const count = (chosen) => campaigns({rounds}, chosen, 100).match(/^\d+ of \d+ pairs/m)[0];
  assert.strictEqual(count(pairs.filter((p) => p.target === 'fuzz_b')), '2 of 4 pairs');
  assert.strictEqual(count([]), '2 of 3 pairs');
});

test('the ledger has a round a line and reads as it was', () => {
  const ledger = {rounds: [round('fuzz_a', 'afl', 1), round('fuzz_b', 'afl', 2)], measured: {fuzz_a: {commit: 'x', files: 1}}};
  assert.deepStrictEqual(JSON.parse(text(ledger)), ledger);
  assert.strictEqual(text(ledger).split('\n').filter(line => line.includes('"begun"')).length, 2);
  assert.deepStrictEqual(JSON.parse(text({rounds: []})), {rounds: [], measured: {}});
});
