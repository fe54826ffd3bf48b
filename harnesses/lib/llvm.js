'use strict';
// llvm.js - what llvm-cov tells of sources, line by line and branch by branch.
const { run, fail } = require('./run.js');

function exported(bin, profile, ...more) {
  const out = run('llvm-cov', ['export', ...more, `-instr-profile=${profile}`, bin]);
  if (out.status !== 0) fail(`llvm-cov: ${out.stderr}`);
  return out.stdout;
}

// Lines with code, and how often each ran: { 'src/x.c': Map(line => runs) }.
function linesOf(bin, profile) {
  const files = {};
  let lines;
  for (const line of exported(bin, profile, '-format=lcov').split('\n')) {
    if (line.startsWith('SF:')) lines = files[line.slice(3).replace(/^\.\//, '')] = new Map();
    else if (line.startsWith('DA:')) {
      const [number, runs] = line.slice(3).split(',').map(Number);
      lines.set(number, runs);
    }
  }
  return files;
}

// Where the code of file number `id` of a function stands in the function's own file: macros stand where they are used.
function usedAt(fn, id) {
  for (let use; id !== 0; id = use[5]) {
    use = fn.regions.find((r) => r[7] === 1 && r[6] === id);
    if (!use) return null;
    if (use[5] === 0) return use[0];
  }
  return null;
}

// Branches: { 'src/x.c': [{ line, column, taken: [true, false] }] }. A function of a header is one function, however many
// sources include it.
function branchesOf(bin, profile) {
  const all = new Map();
  for (const fn of JSON.parse(exported(bin, profile)).data[0].functions) {
    const name = fn.name.split(':').pop();
    const file = fn.filenames[0].replace(/^\.\//, '');
    for (const [line, column, , , yes, no, id] of fn.branches) {
      const key = `${file} ${name} ${id} ${line}:${column}`;
      if (!all.has(key)) all.set(key, { file, line: id === 0 ? line : usedAt(fn, id), column, taken: [0, 0] });
      all.get(key).taken[0] += yes;
      all.get(key).taken[1] += no;
    }
  }
  const files = {};
  for (const { file, ...branch } of all.values()) (files[file] = files[file] || []).push(branch);
  return files;
}

module.exports = { linesOf, branchesOf };
