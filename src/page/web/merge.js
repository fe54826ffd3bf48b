// merge.js - puts the data of pages about different files together, as if all files had been in one run
'use strict';
const merge = (() => {
  const WRITERS = 6; // A3D_TRIAGE_WRITERS
  const SEVERITIES = ['note', 'warning', 'error'];
  const keyOf = g => JSON.stringify([g.rule, g.damage, g.path]);

  // Like by_weight in report/triage/triage.c.
  function byWeight(a, b) {
    const text = (x, y) => x < y ? -1 : x > y ? 1 : 0;
    return (b.files > 0) - (a.files > 0) || SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) || b.files - a.files || b.also - a.also ||
      text(a.rule || '~', b.rule || '~') || text(a.path, b.path) || text(a.damage, b.damage);
  }

  // Those that come first are listed, the others are counted, as in a single run.
  function addWriters(into, group) {
    into.otherWriters += group.otherWriters;
    for (const w of group.writers) {
      const same = into.writers.find(x => x.writer === w.writer);
      if (same) same.files += w.files;
      else if (into.writers.length < WRITERS) into.writers.push({...w});
      else into.otherWriters += w.files;
    }
  }

  // What describes the example comes with it. Files that the group leads come before others, then the smallest.
  function takeExample(into, from, files) {
    const before = files[into.example], now = files[from.example];
    const better = (into.files === 0) !== (from.files === 0) ? into.files === 0 : now.size < before.size;
    if (!better) return;
    for (const key of ['example', 'examplePath', 'message', 'cause', 'proven', 'command', 'fixable', 'left', 'safe', 'safeWhy', 'readers']) into[key] = from[key];
  }

  function addGroup(groups, group, files) {
    const key = keyOf(group), into = groups.get(key);
    if (!into) { groups.set(key, {...group, writers: group.writers.map(w => ({...w}))}); return; }
    takeExample(into, group, files);
    into.files += group.files;
    into.also += group.also;
    if (SEVERITIES.indexOf(group.severity) > SEVERITIES.indexOf(into.severity)) into.severity = group.severity;
    addWriters(into, group);
  }

  // The data of all parts as one. Files keep the order of the parts.
  function all(parts) {
    const groups = new Map(), files = [], summary = {};
    for (const part of parts) {
      const base = files.length, keys = part.groups.map(keyOf), ids = new Map(part.files.map((f, i) => [f.id, base + i]));
      for (const f of part.files) files.push({...f, id: ids.get(f.id), group: f.group === null ? null : keys[f.group], also: f.also.map(g => keys[g])});
      for (const g of part.groups) addGroup(groups, {...g, example: ids.get(g.example)}, files);
      for (const [key, value] of Object.entries(part.summary)) summary[key] = typeof value === 'number' ? (summary[key] || 0) + value : summary[key] || value;
    }
    const sorted = [...groups.values()].sort(byWeight), place = new Map(sorted.map((g, i) => [keyOf(g), i]));
    sorted.forEach((g, i) => { g.id = i; });
    for (const f of files) { f.group = f.group === null ? null : place.get(f.group); f.also = f.also.map(k => place.get(k)); }
    return {...parts[0], summary, groups: sorted, files, moreFiles: parts.reduce((n, p) => n + p.moreFiles, 0)};
  }

  return {all};
})();
if (typeof module === 'object') module.exports = merge;
