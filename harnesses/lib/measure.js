'use strict';
// measure.js - what a set of files reaches: lines and branches of the target (llvm-cov), and rules of a3dlint.
const fs = require('fs');
const path = require('path');
const { run, top } = require('./run.js');

// Runs the instrumented target over the files, many at a time; where one ends it, one by one, until the time is over.
function profile(bin, files, folder, end) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const go = (list, name) => Date.now() >= end || run(bin, list, {
    env: { ...process.env, LLVM_PROFILE_FILE: path.join(folder, `${name}.profraw`) }, timeout: Math.ceil(Math.min(120000, Math.max(1, end - Date.now()))), killSignal: 'SIGKILL',
  }).signal === null;
  for (let i = 0; i < files.length; i += 100) {
    const part = files.slice(i, i + 100);
    if (!go(part, `part-${i}`)) part.forEach((file, k) => go([file], `single-${i + k}`));
  }
}

// { lines: [covered, all], branches: [...], functions: [...], files: [{ name, lines, branches }] } or null.
function coverage(bin, files, folder, { seconds = Infinity, project = top } = {}) {
  if (!bin || files.length === 0) return null;
  profile(bin, files, folder, Date.now() + seconds * 1000);
  const raw = fs.readdirSync(folder).filter((f) => f.endsWith('.profraw')).map((f) => path.join(folder, f));
  const data = path.join(folder, 'all.profdata');
  if (raw.length === 0 || run('llvm-profdata', ['merge', '-sparse', ...raw, '-o', data]).status !== 0) return null;
  const out = run('llvm-cov', ['export', '-summary-only', `-instr-profile=${data}`, bin]);
  if (out.status !== 0) return null;
  const { files: list } = JSON.parse(out.stdout).data[0];
  const pair = (s) => [s.covered, s.count], named = (f) => path.relative(project, path.resolve(project, f.filename));
  // Only sources of the project: headers of the system are nobody's question.
  const own = list.filter((f) => !f.filename.startsWith('/usr/') && !named(f).startsWith('..'));
  const sum = (kind) => own.reduce((n, f) => [n[0] + f.summary[kind].covered, n[1] + f.summary[kind].count], [0, 0]);
  return {
    lines: sum('lines'), branches: sum('branches'), functions: sum('functions'),
    files: own.map((f) => ({ name: named(f), lines: pair(f.summary.lines), branches: pair(f.summary.branches) })),
  };
}

// How often each rule fires over the files: { rules: { id: files }, of: number of rules that could, verdicts }.
function rules(a3dlint, files, format, seconds = 600) {
  if (!fs.existsSync(a3dlint) || files.length === 0) return null;
  const list = run(a3dlint, ['rules']).stdout.split('\n').map((l) => l.trim().split(/\s+/)[1]).filter((id) => id && id.includes('/'));
  const known = format ? list.filter((id) => id.startsWith(`${format}/`)) : list;
  const counts = {}, verdicts = {};
  const input = files.map((f) => path.resolve(f)).join('\0');
  const args = ['check', '--format', 'ndjson', '--files-from', '-', ...(format ? ['--as', format] : [])];
  const out = run(a3dlint, args, { input, timeout: Math.ceil(seconds) * 1000 });
  for (const line of out.stdout.split('\n')) {
    if (!line.startsWith('{') || !line.endsWith('}')) continue;
    const file = JSON.parse(line);
    if (file.verdict) verdicts[file.verdict] = (verdicts[file.verdict] || 0) + 1;
    for (const id of new Set((file.findings || []).map((f) => f.rule))) counts[id] = (counts[id] || 0) + 1;
  }
  return { hit: known.filter((id) => counts[id]).length, of: known.length, missing: known.filter((id) => !counts[id]), counts, verdicts };
}

module.exports = { coverage, rules };
