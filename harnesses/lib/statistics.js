'use strict';
// statistics.js - whether two sets of measurements differ, and how much: Mann-Whitney's U with its p-value, and the effect
// size of Vargha and Delaney.

// How often a value of `a` is greater than one of `b`, ties counted as a half.
function wins(a, b) {
  let u = 0;
  for (const x of a) for (const y of b) u += x > y ? 1 : x === y ? 0.5 : 0;
  return u;
}

// The share of pairs in which the value of `a` is greater: 0.5 is no difference, 0.56 small, 0.64 medium, 0.71 large.
function effect(a, b) {
  return a.length && b.length ? wins(a, b) / (a.length * b.length) : null;
}

function effectName(a12) {
  const d = Math.round(Math.abs(a12 - 0.5) * 1e9) / 1e9;
  return d < 0.06 ? 'none' : d < 0.14 ? 'small' : d < 0.21 ? 'medium' : 'large';
}

// In how many ways of choosing n of n + m ranks the sum gives each U: counts[u].
function ways(n, m) {
  let rows = Array.from({ length: m + 1 }, () => [1]); // of no element: U is 0
  for (let i = 1; i <= n; i++) {
    const next = [[1]];
    for (let j = 1; j <= m; j++) {
      const counts = new Array(i * j + 1).fill(0);
      rows[j].forEach((c, u) => { counts[u + j] += c; }); // the greatest is of the first set: it beats all j
      next[j - 1].forEach((c, u) => { counts[u] += c; });
      next.push(counts);
    }
    rows = next;
  }
  return rows[m];
}

function exact(u, n, m) {
  const counts = ways(n, m), all = counts.reduce((s, c) => s + c, 0), least = Math.min(u, n * m - u);
  const tail = counts.slice(0, Math.floor(least) + 1).reduce((s, c) => s + c, 0);
  return Math.min(1, (2 * tail) / all);
}

// The complementary error function, to 1.2e-7 of its value (Numerical Recipes' Chebyshev fit).
function erfc(x) {
  const t = 1 / (1 + x / 2);
  const fit = [-1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223, 0.17087277];
  return t * Math.exp(-x * x + fit.reduceRight((sum, c) => sum * t + c, 0));
}

// By the normal distribution, with the correction for ties and that for continuity.
function approximate(u, a, b) {
  const n = a.length, m = b.length, all = n + m, counts = new Map();
  for (const x of [...a, ...b]) counts.set(x, (counts.get(x) || 0) + 1);
  const ties = [...counts.values()].reduce((s, t) => s + t ** 3 - t, 0);
  const variance = ((n * m) / 12) * (all + 1 - ties / (all * (all - 1)));
  if (variance <= 0) return 1; // all are equal
  const z = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5) / Math.sqrt(variance);
  return Math.min(1, erfc(z / Math.SQRT2));
}

// { u, p } of the two-sided test: exact for up to 40 values without ties. null without values.
function mannWhitney(a, b) {
  if (a.length === 0 || b.length === 0) return null;
  const u = wins(a, b), tied = new Set([...a, ...b]).size < a.length + b.length;
  return { u, p: tied || a.length + b.length > 40 ? approximate(u, a, b) : exact(u, a.length, b.length) };
}

module.exports = { mannWhitney, effect, effectName };
