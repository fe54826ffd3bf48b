'use strict';
// page.js - what the reports of campaign, triage and bench-fuzz share: numbers in words, HTML that needs no other
// file, light and dark, and line plots as SVG.

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text) => String(text).replace(/[&<>"]/g, (c) => escapes[c]);

const number = (n, digits = 0) =>
  n === null || n === undefined || Number.isNaN(n) ? '–' : n.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

// 1 as "1 file", 2 as "2 files".
const amount = (n, one) => `${number(n)} ${one}${n === 1 ? '' : 's'}`;

const percent = (part, whole) => (whole ? `${((100 * part) / whole).toFixed(1)} %` : '–');

function duration(seconds) {
  const s = Math.round(seconds);
  if (s < 120) return `${s} s`;
  if (s < 7200) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
}

function median(values) {
  const v = [...values].sort((a, b) => a - b);
  if (v.length === 0) return null;
  return v.length % 2 ? v[(v.length - 1) / 2] : (v[v.length / 2 - 1] + v[v.length / 2]) / 2;
}

const style = `
:root { color-scheme: light dark; --back: #fff; --text: #1c1e21; --quiet: #5f6670; --line: #d9dde2; --box: #f5f6f8; --bad: #b3261e;
  --c0: #2563a8; --c1: #b4570c; --c2: #1c7a4c; --c3: #8a3a8f; }
@media (prefers-color-scheme: dark) { :root { --back: #16181b; --text: #e6e8eb; --quiet: #9aa2ac; --line: #34393f; --box: #1f2226;
  --bad: #ff8a80; --c0: #7ab3ef; --c1: #f0a35e; --c2: #6fcf97; --c3: #d08bd6; } }
body { background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .3rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; }
p.quiet, td.quiet, .quiet { color: var(--quiet); }
table { border-collapse: collapse; margin: .5rem 0; display: block; overflow-x: auto; }
th, td { text-align: left; padding: .25rem .8rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--quiet); font-weight: 500; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
pre, code { font: 13px/1.45 ui-monospace, monospace; } pre { background: var(--box); padding: .7rem .9rem; overflow-x: auto; border-radius: 4px; }
.tiles { display: flex; flex-wrap: wrap; gap: .8rem; margin: 1rem 0; }
.tile { background: var(--box); border-radius: 6px; padding: .6rem 1rem; min-width: 7rem; }
.tile b { display: block; font-size: 1.35rem; font-variant-numeric: tabular-nums; } .tile.bad b { color: var(--bad); }
svg { max-width: 100%; height: auto; } svg text { fill: var(--quiet); font: 12px system-ui, sans-serif; }
details { margin: .4rem 0; } summary { cursor: pointer; }
`;

const page = (title, body) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;

// tiles([['runs', '12,345'], ['crashes', 3, 'bad']])
const tiles = (list) =>
  `<div class="tiles">${list.map(([name, value, kind]) => `<div class="tile ${kind || ''}"><b>${escape(value)}</b>${escape(name)}</div>`).join('')}</div>`;

// Columns are names; a name that begins with '#' holds numbers. Cells are text; { html } is taken as it is.
function table(columns, rows) {
  const cls = columns.map((c) => (c.startsWith('#') ? ' class="n"' : ''));
  const cell = (c) => (c && typeof c === 'object' ? c.html : escape(c));
  const head = columns.map((c, i) => `<th${cls[i]}>${escape(c.replace(/^#/, ''))}</th>`).join('');
  const body = rows.map((r) => `<tr>${r.map((c, i) => `<td${cls[i]}>${cell(c)}</td>`).join('')}</tr>`).join('\n');
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>`;
}

function ticks(most) {
  if (most <= 0) return [0];
  const rough = most / 4, power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max([1, 2, 2.5, 5, 10].find((s) => s * power >= rough) * power, Number.isInteger(most) ? 1 : 0);
  const list = [];
  for (let t = 0; t <= most * 1.0001; t += step) list.push(t);
  return list;
}

// plot({ title, x: 'seconds', series: [{ name, points: [[x, y], ...] }] }): lines, with a legend.
function plot({ title, x, series }) {
  const shown = series.filter((s) => s.points.length > 0);
  if (shown.length === 0) return `<p class="quiet">${escape(title)}: nothing was measured.</p>`;
  const w = 760, h = 260, left = 62, right = 14, top = 34, bottom = 40;
  const all = shown.flatMap((s) => s.points);
  const xMost = Math.max(1, ...all.map((p) => p[0])), yMost = Math.max(1, ...all.map((p) => p[1]));
  const px = (v) => left + (v / xMost) * (w - left - right), py = (v) => h - bottom - (v / yMost) * (h - top - bottom);
  const grid = ticks(yMost).map((t) => `<line x1="${left}" x2="${w - right}" y1="${py(t).toFixed(1)}" y2="${py(t).toFixed(1)}" stroke="var(--line)"/>` +
    `<text x="${left - 8}" y="${(py(t) + 4).toFixed(1)}" text-anchor="end">${number(t)}</text>`).join('');
  const below = ticks(xMost).map((t) => `<text x="${px(t).toFixed(1)}" y="${h - bottom + 18}" text-anchor="middle">${number(t)}</text>`).join('');
  const lines = shown.map((s, i) => `<polyline fill="none" stroke="var(--c${i % 4})" stroke-width="2" points="` +
    `${s.points.map((p) => `${px(p[0]).toFixed(1)},${py(p[1]).toFixed(1)}`).join(' ')}"/>`).join('\n');
  const legend = shown.map((s, i) => `<g transform="translate(${left + i * 165},14)"><line x2="18" stroke="var(--c${i % 4})" stroke-width="3" y1="-4" y2="-4"/>` +
    `<text x="24">${escape(s.name)}</text></g>`).join('');
  return `<figure style="margin:0"><svg viewBox="0 0 ${w} ${h}" width="${w}" role="img" aria-label="${escape(title)}"><title>${escape(title)}</title>
${grid}${below}<text x="${(w + left) / 2}" y="${h - 6}" text-anchor="middle">${escape(x)}</text>
${lines}
${legend}</svg></figure>`;
}

module.exports = { escape, number, amount, percent, duration, median, page, tiles, table, plot };
