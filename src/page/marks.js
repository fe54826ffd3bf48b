// marks.js - what people note about files while they go through them: seen, who looks after it, why it may stay
//
// The notes stay in this browser, under the digest of each file, and can be saved as a baseline with reasons.
'use strict';
const marks = (() => {
  const KEY = 'a3dlint-triage:';
  let all = new Map();
  const store = () => { try { return localStorage; } catch (e) { return null; } };

  function of(file) {
    const id = file.key;
    if (!all.has(id)) {
      let kept = null;
      try { kept = JSON.parse((store() && store().getItem(KEY + id)) || 'null'); } catch (e) { kept = null; }
      all.set(id, Object.assign({seen: false, accepted: false, assigned: '', note: ''}, kept && typeof kept === 'object' ? kept : {}));
    }
    return all.get(id);
  }

  // Returns whether the browser keeps it beyond this visit.
  function set(file, change) {
    const mark = Object.assign(of(file), change);
    try {
      if (mark.seen || mark.accepted || mark.assigned || mark.note) store().setItem(KEY + file.key, JSON.stringify(mark));
      else store().removeItem(KEY + file.key);
      return true;
    } catch (e) {
      return false;
    }
  }

  const stable = path => path.replace(/\[\d+\]/g, '[*]');

  // A baseline that accepts the findings of these files: [[file, detail]]. Findings with the same fingerprint are one entry.
  function baseline(files) {
    const findings = [];
    for (const [file, detail] of files) {
      const mark = of(file), entries = new Map();
      for (const f of detail.findings) {
        if (f.severity === 'note') continue;
        const entry = entries.get(f.rule + f.fingerprint);
        if (entry) { entry.count += f.count; continue; }
        entries.set(f.rule + f.fingerprint, {path: file.path, rule: f.rule, field: stable(f.path), fingerprint: f.fingerprint, count: f.count,
          ...(mark.note || mark.assigned ? {reason: [mark.note, mark.assigned && 'assigned to ' + mark.assigned].filter(Boolean).join('; ')} : {})});
      }
      findings.push(...entries.values());
    }
    return JSON.stringify({'a3dlint-baseline': 1, findings}, null, 2) + '\n';
  }

  return {of, set, baseline, stable};
})();
if (typeof module === 'object') module.exports = marks;
