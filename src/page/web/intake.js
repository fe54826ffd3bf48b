// intake.js - where files come from: drops of files, folders and archives, choosers, and pasted base64
'use strict';
const intake = (() => {
  // Files below a dropped entry, as [{path, file}]. Folders of version control and packages are left out, as by the program.
  const SKIPPED = new Set(['.git', '.hg', '.svn', 'node_modules']);

  async function below(entry, prefix, list) {
    if (entry.isFile) { list.push({path: prefix + entry.name, file: await new Promise((ok, no) => entry.file(ok, no))}); return; }
    if (SKIPPED.has(entry.name)) return;
    const reader = entry.createReader();
    for (;;) { // a reader gives some entries at a time
      const some = await new Promise((ok, no) => reader.readEntries(ok, no));
      if (some.length === 0) return;
      for (const e of some) await below(e, prefix + entry.name + '/', list);
    }
  }

  async function dropped(transfer) {
    const list = [], entries = [...transfer.items].map(i => i.webkitGetAsEntry && i.webkitGetAsEntry()).filter(Boolean);
    if (entries.length === 0) return chosen(transfer.files);
    for (const e of entries) await below(e, '', list);
    return list;
  }

  const chosen = files => [...files].map(file => ({path: file.webkitRelativePath || file.name, file}))
    .filter(f => !f.path.split('/').slice(0, -1).some(part => SKIPPED.has(part)));

  // A file of pasted base64, of a data: URL too. Null when it is no base64.
  function pasted(text) {
    const packed = text.replace(/^data:[^,]*,/, '').replace(/\s+/g, '').replace(/-/g, '+').replace(/_/g, '/');
    if (packed === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return null;
    try {
      const bytes = Uint8Array.from(atob(packed), c => c.charCodeAt(0));
      return {path: 'pasted', file: new Blob([bytes])};
    } catch (e) {
      return null;
    }
  }

  // No two files have the same path, since one would hide the other.
  function distinct(list) {
    const seen = new Set();
    return list.map(f => {
      let path = f.path;
      for (let n = 2; seen.has(path); n++) path = f.path.replace(/(\.[^./]*)?$/, ' (' + n + ')$1');
      seen.add(path);
      return {...f, path};
    });
  }

  // Shares of the work: some files, or some bytes.
  function shards(list, mostFiles = 60, mostBytes = 4 << 20) {
    const all = [];
    let now = [], bytes = 0;
    for (const f of list) {
      if (now.length > 0 && (now.length >= mostFiles || bytes + f.file.size > mostBytes)) { all.push(now); now = []; bytes = 0; }
      now.push(f);
      bytes += f.file.size;
    }
    return now.length > 0 ? [...all, now] : all;
  }

  return {dropped, chosen, pasted, distinct, shards};
})();
if (typeof module === 'object') module.exports = intake;
