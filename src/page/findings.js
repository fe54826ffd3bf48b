// findings.js - why a file is in its group, and its findings, each cause before what follows from it
'use strict';
const findings = (() => {
  const {h, name, tag, card, facts, plural, words} = dom;
  const {quoted, pasted} = shell;
  const RANK = {note: 0, warning: 1, error: 2};
  const MANY = 12; // findings of one rule beyond this are folded

  function command(text) {
    const told = h('code', {class: 'name'}, pasted(text));
    const copy = h('button', {class: 'plain', type: 'button', onclick: () => {
      const range = document.createRange();
      range.selectNodeContents(told);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      let done = false;
      try { done = document.execCommand('copy'); } catch (e) { done = false; }
      copy.textContent = done ? 'Copied' : 'Selected';
      setTimeout(() => { copy.textContent = 'Copy'; }, 1500);
    }}, 'Copy');
    return h('div', {class: 'command'}, told, copy);
  }

  // ---- why ----

  // For the example the repair that was tried on it; for any other file what may be its cause.
  function repair(file, group, lead) {
    const fixed = file.path.replace(/^.*\//, '').replace(/(\.[^.]*)?$/, '.fixed$1');
    if (file.member) return h('p', null, 'Take the file out of its archive first. What to do then: ' + group.advice + '.');
    if (group.command && group.example === file.id)
      return [h('p', null, 'This was tried. It clears the finding' + (group.left > 0 ? '; ' + plural(group.left, 'error') + (group.left > 1 ? ' remain.' : ' remains.') : '; no error remains.')),
              command(group.command)];
    if (group.fixable)
      return [h('p', null, 'This repaired the example of the group:'), command('a3dlint fix ' + quoted(file.path) + ' -o ' + quoted(fixed))];
    const suspect = lead && lead.suspects[0];
    if (suspect) {
      return [h('p', null, suspect.proven ? 'This repairs the likely cause:' : 'This is one possible cause. If it is the cause, this repairs it:'),
              command('a3dlint edit ' + quoted(file.path) + ' ' + quoted(suspect.path + '=' + suspect.repair) + ' -o ' + quoted(fixed))];
    }
    return h('p', null, 'What to do: ' + group.advice + '.');
  }

  const leadOf = (detail, group) => detail && detail.findings.find(f => f.cause === null && f.rule === group.rule);

  // Why the file is in its group. `detail` is null as long as it is not unpacked, or when the page holds none.
  function why(data, file, group, detail, choose) {
    const example = data.files.find(f => f.id === group.example), lead = leadOf(detail, group);
    const count = plural(group.files, 'file') + (group.also ? ', and ' + words(group.also) + ' besides another cause' : '');
    return card('Root cause', count,
      facts([
        group.rule && ['Rule', [h('code', null, group.rule), ' ', group.title]],
        group.path && ['Field', h('code', {class: 'name'}, group.path)],
        ['Damage', group.damage],
        ['Says', name(lead ? lead.message : group.example === file.id ? group.message || '' : file.message || '')],
        lead && lead.suspects[0] ? ['Likely cause', name(lead.suspects[0].message)] : null,
        group.why && ['Why it matters', group.why],
        group.writers.length ? ['Written by', group.writers.map(w => h('div', null, name(w.writer || 'unknown'),
          h('span', {class: 'soft'}, ' · ' + words(w.files) + ' of ' + plural(data.files.filter(f => f.writer === w.writer).length, 'such file'))))] : null,
        group.readers && group.readers.length ? ['Known readers', group.readers.map(r => h('div', null, h('b', null, r.name), ' ' + r.does + ': ' + r.what))] : null,
        group.example !== file.id && example ? ['Smallest', h('button', {class: 'plain', type: 'button', onclick: () => choose(example.id)}, name(example.path))] : null,
      ]),
      h('div', {class: 'repair'}, h('b', null, 'Suggested fix'), repair(file, group, lead)));
  }

  // ---- findings ----

  function place(p) {
    return [p.path && h('code', {class: 'name'}, p.path), p.path ? ' · ' : '', name(p.where), ' (' + plural(p.size, 'byte') + ')',
            p.bit !== undefined ? ' bit ' + p.bit : ''];
  }

  const chosen = (f, p) => ({finding: f.id, path: p.path, stream: p.stream, off: p.off, size: p.size});

  function oneFinding(f) {
    const asked = f.expected ? [h('div', {class: 'where'}, 'expected ', name(f.expected), f.actual ? [', is ', name(f.actual)] : '')] : [];
    return [
      h('button', {id: 'finding-' + f.id, class: 'finding ' + f.severity + (f.cause !== null ? ' follows' : ''), type: 'button', title: f.title,
                   'data-stream': f.stream, 'data-off': f.off, onclick: () => selection.set(chosen(f, f), 'findings')},
        h('div', {class: 'message'}, tag('#' + f.id + ' ' + f.severity, f.severity), ' ', h('code', null, f.rule), ' ', name(f.message),
          f.count > 1 ? h('span', {class: 'soft'}, ' × ' + words(f.count)) : ''),
        h('div', {class: 'where'}, place(f)), asked),
      f.suspects.map((s, i) => h('button', {class: 'finding suspect', type: 'button', onclick: () => selection.set(chosen(f, s), 'findings')},
        h('div', {class: 'message'}, tag(i === 0 ? 'likely cause' : 'or', 'suspect'), ' ', name(s.message)), h('div', {class: 'where'}, place(s)))),
    ];
  }

  // Of a rule with many findings in a row the first stay open, and the others are one line that opens.
  function folded(list, put) {
    const parts = [];
    for (let i = 0; i < list.length;) {
      let n = 1;
      while (i + n < list.length && list[i + n].rule === list[i].rule) n++;
      const shown = n > MANY ? 3 : n;
      parts.push(list.slice(i, i + shown).map(put));
      if (n > shown)
        parts.push(h('details', {class: 'more'}, h('summary', null, plural(n - shown, 'more finding') + ' of ', h('code', null, list[i].rule)), list.slice(i + shown, i + n).map(put)));
      i += n;
    }
    return parts;
  }

  function view(detail) {
    const shown = new Set(detail.findings.map(f => f.id)), below = new Map();
    for (const f of detail.findings) {
      const key = f.cause !== null && shown.has(f.cause) ? f.cause : -1;
      if (!below.has(key)) below.set(key, []);
      below.get(key).push(f);
    }
    const put = f => [oneFinding(f), folded(below.get(f.id) || [], put)];
    const gravest = (below.get(-1) || []).slice().sort((a, b) => RANK[b.severity] - RANK[a.severity]); // else in the order of the file
    if (detail.findings.length === 0) return null;
    const element = card('Findings', plural(detail.findings.length + detail.moreFindings, 'finding'), folded(gravest, put),
      detail.moreFindings > 0 && h('p', {class: 'soft'}, 'and ' + words(detail.moreFindings) + ' more: a3dlint check tells them'));
    return {element, show(to, from) {
      for (const e of element.querySelectorAll('.lit')) e.classList.remove('lit');
      const finding = to.finding === undefined ? null : element.querySelector('#finding-' + to.finding);
      if (!finding) return;
      finding.classList.add('lit');
      if (from === 'findings') return;
      for (let e = finding.parentElement; e && e !== element; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true;
      finding.scrollIntoView({block: 'center'});
      finding.focus({preventScroll: true});
    }};
  }

  return {why, view, command};
})();
