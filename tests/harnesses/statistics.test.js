// Mann-Whitney and the effect size, against values worked out by hand or in SciPy's manual; run by tests/scripts/harness-units.sh.
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const {mannWhitney, effect, effectName} = require('../../harnesses/lib/statistics.js');

const near = (a, b, by = 1e-6) => assert.ok(Math.abs(a - b) < by, `${a} is not ${b}`);

test('sets that do not overlap differ as much as can be', () => {
  assert.deepStrictEqual(mannWhitney([1, 2, 3], [4, 5, 6]), {u: 0, p: 0.1});
  assert.deepStrictEqual(mannWhitney([4, 5, 6], [1, 2, 3]), {u: 9, p: 0.1});
  assert.strictEqual(effect([1, 2, 3], [4, 5, 6]), 0);
  assert.strictEqual(effect([4, 5, 6], [1, 2, 3]), 1);
});

test('the exact test without ties', () => {
  const {u, p} = mannWhitney([19, 22, 16, 29, 24], [20, 11, 17, 12]); // the example of SciPy
  assert.strictEqual(u, 17);
  near(p, 1 / 9);
  near(mannWhitney([1, 3, 5, 7, 9, 11, 13, 15, 17, 19], [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]).p, 0.7393643501);
});

test('ties are corrected for', () => {
  const {u, p} = mannWhitney([1, 1, 2, 3, 4], [2, 3, 3, 5, 6]);
  assert.strictEqual(u, 5.5);
  near(p, 0.16661, 1e-4); // z = (7 - 0.5) / sqrt(25 / 12 * (11 - 36 / 90)) = 1.38319
});

test('equal values show no difference', () => {
  assert.strictEqual(mannWhitney([5, 5, 5], [5, 5, 5]).p, 1);
  assert.strictEqual(effect([5, 5, 5], [5, 5, 5]), 0.5);
  assert.strictEqual(mannWhitney([], [1]), null);
  assert.strictEqual(effect([], [1]), null);
});

test('twenty runs that do not overlap', () => {
  const low = Array.from({length: 20}, (_, i) => i), high = low.map(x => x + 20);
  near(mannWhitney(low, high).p, 2 / 137846528820, 1e-15);
  const tied = mannWhitney(low.map(() => 0), high.map(() => 1)).p;
  assert.ok(tied < 1e-8 && tied > 0);
});

test('effects have the names that Vargha and Delaney gave', () => {
  assert.deepStrictEqual([0.5, 0.56, 0.36, 0.71, 0.1].map(effectName), ['none', 'small', 'medium', 'large', 'large']);
});
