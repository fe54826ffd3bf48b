'use strict';
// ledger.js - the rounds that harnesses/rounds ran: their sums, which is next, and the page that reports them.
//
// A ledger is { rounds, measured }. A round is { target, engine, commit, code, begun, seconds, runs, edges, files, found,
// slow }: `code` is the same for commits with the same sources, `found` has { severity, kind, where, file } of each
// group, and `slow` counts inputs that were taken for a hang but end when they run alone. `measured` has
// { commit, files, rules, lines, branches } of what was kept for each target.
const { number, percent, duration } = require('./page.js');

const engines = ['libfuzzer', 'afl'];
const keyOf = (target, engine) => `${target} ${engine}`;
const add = (list, value) => list.reduce((n, r) => n + value(r), 0);

// The sums of all rounds of each pair that was run: Map 'target engine' => { target, engine, seconds, here, ... }.
// `here` has the seconds on `code`.
function sums(rounds, code) {
  const pairs = new Map();
  for (const r of rounds) pairs.set(keyOf(r.target, r.engine), [...(pairs.get(keyOf(r.target, r.engine)) || []), r]);
  return new Map([...pairs].map(([key, list]) => [key, {
    target: list[0].target, engine: list[0].engine, rounds: list.length, seconds: add(list, (r) => r.seconds),
    here: add(list.filter((r) => r.code === code), (r) => r.seconds), runs: add(list, (r) => r.runs), edges: Math.max(...list.map((r) => r.edges)),
    files: list[list.length - 1].files, found: list.flatMap((r) => r.found.map((f) => ({ ...f, commit: r.commit, begun: r.begun, target: r.target, engine: r.engine }))),
    slow: add(list, (r) => r.slow || 0),
  }]));
}

// The pair with the least time on this code, then with the least of all; of equal ones the first. null: all have
// `goal` seconds on this code.
function next(pairs, rounds, code, goal) {
  const all = sums(rounds, code), none = { here: 0, seconds: 0 };
  const of = (p) => all.get(keyOf(p.target, p.engine)) || none;
  const left = pairs.filter((p) => of(p).here < goal);
  return left.reduce((best, p) => {
    const [a, b] = [of(p), best && of(best)];
    return !best || a.here < b.here || (a.here === b.here && a.seconds < b.seconds) ? p : best;
  }, null);
}

const row = (cells) => `| ${cells.join(' | ')} |`;
const grid = (head, rows) => [row(head.map((h) => h.replace(/^#/, ''))), row(head.map((h) => (h.startsWith('#') ? '---:' : '---'))), ...rows.map(row)].join('\n');

function pairTable(all) {
  const rows = [...all.values()].sort((a, b) => (keyOf(a.target, a.engine) < keyOf(b.target, b.engine) ? -1 : 1)).map((s) =>
    [s.target, s.engine, number(s.rounds), duration(s.seconds), duration(s.here), number(s.runs), number(s.edges), number(s.files), number(s.found.length)]);
  return grid(['target', 'engine', '#rounds', '#time', '#of it on the last code', '#runs', '#edges', '#files kept', '#crashes, hangs, leaks'], rows);
}

function measuredTable(measured) {
  const share = (pair) => (pair ? percent(...pair) : '–');
  const rows = Object.keys(measured).sort().map((target) => {
    const m = measured[target];
    return [target, m.commit, number(m.files), share(m.lines), share(m.branches), m.rules ? `${number(m.rules.hit)} of ${number(m.rules.of)}` : '–'];
  });
  return grid(['target', 'commit', '#files', '#lines', '#branches', '#rules'], rows);
}

function commitTable(rounds) {
  const commits = [...new Set(rounds.map((r) => r.commit))];
  return grid(['commit', '#rounds', '#time', '#runs', '#crashes, hangs, leaks'], commits.map((commit) => {
    const list = rounds.filter((r) => r.commit === commit);
    return [commit, number(list.length), duration(add(list, (r) => r.seconds)), number(add(list, (r) => r.runs)), number(add(list, (r) => r.found.length))];
  }));
}

function foundList(all) {
  const found = [...all.values()].flatMap((s) => s.found).sort((a, b) => (a.begun < b.begun ? -1 : 1));
  if (found.length === 0) return 'No crash, hang or leak.';
  return found.map((f) => `- ${f.target}, ${f.engine}, ${f.commit}, ${f.begun.slice(0, 10)}: ${f.severity}, ${f.kind} in ${f.where}`).join('\n');
}

// The page, as Markdown. `pairs` is what should be run, besides what was run before; `goal` the seconds that each should get.
function campaigns({ rounds, measured = {} }, pairs, goal) {
  const last = rounds[rounds.length - 1], all = sums(rounds, last && last.code);
  const wanted = new Set([...pairs.map((p) => keyOf(p.target, p.engine)), ...all.keys()]);
  const done = [...all.values()].filter((s) => s.here >= goal).length;
  const slow = add([...all.values()], (s) => s.slow);
  return `# Campaigns

\`harnesses/rounds\` fuzzes all targets with libFuzzer (ASan and UBSan) and AFL++ (CmpLog), one process at a time and at the
lowest priority. Each round continues with the files of the rounds before it, and libFuzzer runs all that AFL++ kept with
sanitizers. This page is printed from \`rounds.json\`.

${last ? `${number(rounds.length)} rounds, ${duration(add(rounds, (r) => r.seconds))}, ${number(add(rounds, (r) => r.runs))} runs, from ${rounds[0].begun.slice(0, 10)} to ${last.begun.slice(0, 10)}.
${done} of ${wanted.size} pairs of target and engine have ${duration(goal)} or more on the last code (${last.commit}).` : 'No round was run yet.'}

## Found

${foundList(all)}
${slow > 0 ? `\n${number(slow)} inputs took long on a busy machine and end when they run alone.\n` : ''}
## Targets

Engines count edges differently; compare each with itself.

${pairTable(all)}

## Coverage

Lines and branches are those of the whole library, of which a target uses a part. Rules are those of the family.

${Object.keys(measured).length ? measuredTable(measured) : 'Not measured yet (`harnesses/rounds --measure`).'}

## Commits

${commitTable(rounds)}
`;
}

// One round a line, so that a diff shows what was added.
function text({ rounds, measured = {} }) {
  const lines = (list) => list.map((r) => `    ${JSON.stringify(r)}`).join(',\n');
  return `{\n  "rounds": [\n${lines(rounds)}\n  ],\n  "measured": ${JSON.stringify(measured, null, 2).replace(/\n/g, '\n  ')}\n}\n`;
}

module.exports = { engines, sums, next, campaigns, text };
