'use strict';
// campaign_report.js - what a campaign came to, as report.json and as one HTML page.
const path = require('path');
const { write, json } = require('./run.js');
const { escape, number, amount, percent, duration, page, tiles, table, plot } = require('./page.js');

// At most `most` points of a line, the last always.
function thin(points, most = 300) {
  const step = Math.max(1, Math.ceil(points.length / most));
  return points.filter((p, i) => i % step === 0 || i === points.length - 1);
}

function line(result, engine, field) {
  const points = result.samples.map((s) => [s.t, (s.engines.find((e) => e.name === engine) || {})[field]]).filter((p) => p[1] > 0);
  return { name: engine, points: thin(points) };
}

const share = (pair) => (pair ? `${number(pair[0])} of ${number(pair[1])} (${percent(...pair)})` : '–');

function summary(r) {
  r.engines = r.engines || [];
  const runs = r.engines.reduce((n, e) => n + e.execs, 0);
  const stable = r.engines.map((e) => e.stability).filter((s) => s !== null && !Number.isNaN(s));
  return {
    runs, runsPerSecond: r.elapsed > 0 ? runs / r.elapsed : 0, stability: stable.length ? Math.min(...stable) : null,
    edges: Object.fromEntries(r.engines.map((e) => [e.name, e.edges])), crashes: r.crashFiles.length,
    groups: r.triage ? r.triage.groups.length : null,
  };
}

function engineTable(r) {
  const rows = r.engines.map((e) => [e.name, number(e.execs), number(r.elapsed > 0 ? e.execs / r.elapsed : 0), number(e.edges), number(e.corpus),
    e.stability === null || Number.isNaN(e.stability) ? '–' : `${e.stability.toFixed(2)} %`]);
  return table(['engine', '#runs', '#runs a second', '#edges', '#files kept', '#stability'], rows);
}

const pending = '<p class="quiet">Not measured yet.</p>';

function coverageSection(r) {
  if (r.coverage === undefined) return pending;
  if (!r.coverage) return '<p class="quiet">Not measured: no target with coverage was built or given (--coverage-bin).</p>';
  const files = [...r.coverage.files].sort((a, b) => (b.lines[1] - b.lines[0]) - (a.lines[1] - a.lines[0]));
  const rows = files.map((f) => [f.name, ...[f.lines, f.branches].flatMap((p) => [`${number(p[0])} / ${number(p[1])}`, percent(...p)])]);
  return `<p>Of what is linked into the target: lines ${share(r.coverage.lines)}, branches ${share(r.coverage.branches)}, functions ${share(r.coverage.functions)}.</p>
<details><summary>by file, most lines missed first</summary>${table(['file', '#lines', '#', '#branches', '#'], rows)}</details>`;
}

function rulesSection(r) {
  if (r.rules === undefined) return pending;
  if (!r.rules) return '<p class="quiet">Not measured: build/a3dlint does not exist.</p>';
  const counts = Object.entries(r.rules.counts).sort((a, b) => b[1] - a[1]);
  const missing = r.rules.missing.length ? `<details><summary>${r.rules.missing.length} rules no file breaks</summary><p>${r.rules.missing.map(escape).join(', ')}</p></details>` : '';
  return `<p>${number(r.rules.hit)} of ${number(r.rules.of)} rules of the format are broken by some file of the merged corpus (${percent(r.rules.hit, r.rules.of)}).</p>
<details><summary>files that break each</summary>${table(['rule', '#files'], counts.map(([id, n]) => [id, number(n)]))}</details>${missing}`;
}

function crashSection(r) {
  if (r.crashFiles.length === 0) return '<p>None: no crash, no hang.</p>';
  const list = `<details><summary>${amount(r.crashFiles.length, 'file')}, below the work folder</summary><pre>${r.crashFiles.map(escape).join('\n')}</pre></details>`;
  if (r.triage === undefined) return `<p>Not sorted yet.</p>${list}`;
  const sort = (n) => `<p>${number(n)} of ${amount(r.crashFiles.length, 'file')} ${n === 1 ? 'was' : 'were'} not sorted. This sorts them: <code>${escape(r.sortCommand || 'harnesses/triage')}</code></p>`;
  if (!r.triage) return sort(r.crashFiles.length) + list;
  const rows = r.triage.groups.map((g) => [g.severity, g.kind, g.where, number(g.files.length), number(g.size)]);
  return `<p>${amount(r.triage.groups.length, 'group')}; <a href="crashes/index.html">each with its stack, a small file, and how to see it again</a>.</p>
${r.triage.left > 0 ? sort(r.triage.left) : ''}${table(['severity', 'kind', 'where', '#files', '#bytes of the smallest'], rows)}${list}`;
}

// Hundreds of files are often a dozen faults; they are sorted at the end.
function crashTile(s) {
  if (s.groups === null) return ['crashes and hangs', number(s.crashes), s.crashes ? 'bad' : ''];
  return [`groups of crashes and hangs (${amount(s.crashes, 'file')})`, number(s.groups), s.groups ? 'bad' : ''];
}

function html(r, s) {
  const head = tiles([['runs', number(s.runs)], ['runs a second', number(s.runsPerSecond)], ['lines', r.coverage ? percent(...r.coverage.lines) : '–'],
    ['branches', r.coverage ? percent(...r.coverage.branches) : '–'], ['rules hit', r.rules ? `${r.rules.hit} / ${r.rules.of}` : '–'],
    crashTile(s), ['stability', s.stability === null ? '–' : `${s.stability.toFixed(2)} %`]]);
  const notes = r.notes.length ? `<h2>Notes</h2>${r.notes.map((n) => `<pre>${escape(n)}</pre>`).join('')}` : '';
  return page(`Campaign ${r.name}`, `<h1>Campaign ${escape(r.name)}</h1>
<p class="quiet">${escape(r.target)}, begun ${escape(r.begun)}, ${duration(r.elapsed)} in ${r.sittings} sitting${r.sittings > 1 ? 's' : ''}; ${escape(r.stop || '')}.
Command: <code>harnesses/campaign ${escape(r.command.join(' '))}</code></p>
${head}
<h2>Engines</h2>${engineTable(r)}
<h2>Growth of the corpora</h2>${plot({ title: 'files kept by each engine', x: 'seconds', series: r.engines.map((e) => line(r, e.name, 'corpus')) })}
<h2>Growth of the edges</h2>${plot({ title: 'edges seen by each engine', x: 'seconds', series: r.engines.map((e) => line(r, e.name, 'edges')) })}
<p class="quiet">Engines count edges differently; compare each with itself.</p>
<h2>Corpus</h2><p>${amount(r.corpus.seeds, 'seed')}${r.corpus.merged === undefined ? '' : `; merged ${amount(r.corpus.merged, 'file')}, ${amount(r.corpus.bytes, 'byte')}`}.</p>
<h2>Crashes and hangs</h2>${crashSection(r)}
<h2>Coverage</h2>${coverageSection(r)}
<h2>Rules</h2>${rulesSection(r)}
${notes}`);
}

function writeReport(folder, r) {
  const s = summary(r);
  write(path.join(folder, 'report.json'), json({ ...s, ...r, samples: thin(r.samples) }));
  write(path.join(folder, 'index.html'), html(r, s));
}

module.exports = { writeReport };
