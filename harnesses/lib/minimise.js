'use strict';
// minimise.js - makes a crashing file smaller while it stays in its group: first parts of the document, as
// `a3dlint edit` takes them away and repairs what is around them, then bytes.
const fs = require('fs');
const path = require('path');
const { run } = require('./run.js');

// Every list (with its length) and every field of a document, largest lists first.
function places(document) {
  const lists = [], fields = [];
  const walk = (value, at) => {
    if (Array.isArray(value)) {
      if (value.length > 0) lists.push({ at, n: value.length });
      value.forEach((v, i) => walk(v, `${at}[${i}]`));
    } else if (value && typeof value === 'object') {
      for (const [name, v] of Object.entries(value)) {
        if (name.startsWith('$')) continue;
        const next = at ? `${at}.${name}` : name;
        if (v && typeof v === 'object') walk(v, next);
        else fields.push({ at: next, value: v });
        if (v && typeof v === 'object' && !Array.isArray(v)) fields.push({ at: next, value: v });
      }
    }
  };
  walk(document, '');
  return { lists: lists.sort((a, b) => b.n - a.n), fields };
}

// The edits worth a try, coarse ones first.
function edits(document) {
  const { lists, fields } = places(document), list = [];
  for (const { at, n } of lists) {
    list.push([`${at}-=${n}`]);
    if (n > 3) list.push([`${at}[${Math.ceil(n / 2)}]-=${Math.floor(n / 2)}`], [`${at}[0]-=${Math.floor(n / 2)}`]);
  }
  for (const { at, n } of lists) for (let i = Math.min(n, 40) - 1; i >= 0 && n > 1; i--) list.push([`${at}[${i}]-=1`]);
  for (const { at, value } of fields) {
    list.push([`${at}.$present=no`]);
    if (typeof value === 'string' && value.length > 2) list.push([`${at}=""`], [`${at}=hex:`]);
  }
  return list;
}

// test(data) tells whether it is still the same fault. Returns the smallest that was found in time.
function byStructure(a3dlint, data, test, scratch, deadline) {
  if (!fs.existsSync(a3dlint)) return data;
  const file = path.join(scratch, 'whole'), next = path.join(scratch, 'part');
  for (let changed = true; changed && Date.now() < deadline;) {
    changed = false;
    fs.writeFileSync(file, data);
    const dump = run(a3dlint, ['dump', file]);
    let document;
    try { ({ document } = JSON.parse(dump.stdout)); } catch { return data; }
    for (const edit of edits(document)) {
      if (Date.now() >= deadline) break;
      if (run(a3dlint, ['edit', file, ...edit, '-o', next]).status > 1 || !fs.existsSync(next)) continue;
      const smaller = fs.readFileSync(next);
      fs.rmSync(next);
      if (smaller.length >= data.length || !test(smaller)) continue;
      data = smaller;
      changed = true;
      break; // paths have moved: look at the document again
    }
  }
  return data;
}

// Takes pieces away, half of the file first and single bytes last; then what can be 0 becomes 0.
function byBytes(data, test, deadline) {
  for (let piece = data.length >> 1; piece >= 1 && Date.now() < deadline; piece >>= 1) {
    for (let at = 0; at < data.length && Date.now() < deadline;) {
      const smaller = Buffer.concat([data.subarray(0, at), data.subarray(at + piece)]);
      if (smaller.length < data.length && test(smaller)) data = smaller;
      else at += piece;
    }
  }
  for (let piece = 64; piece >= 1 && Date.now() < deadline; piece >>= 2) {
    for (let at = 0; at < data.length && Date.now() < deadline; at += piece) {
      const zeroed = Buffer.from(data);
      zeroed.fill(0, at, Math.min(at + piece, data.length));
      if (!zeroed.equals(data) && test(zeroed)) data = zeroed;
    }
  }
  return data;
}

function minimise({ a3dlint, data, test, scratch, seconds }) {
  const begun = Date.now(), end = begun + seconds * 1000;
  const shaped = byStructure(a3dlint, data, test, scratch, begun + (end - begun) / 2);
  const least = byBytes(shaped, test, end);
  return { data: least, structure: shaped.length, bytes: least.length };
}

module.exports = { minimise };
