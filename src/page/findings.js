// findings.js - the findings of a file, each cause before what follows from it
'use strict';
const findings = (() => {
  const {h, name, tag, card, plural, words} = dom;
  const RANK = {note: 0, warning: 1, error: 2};
  const MANY = 12; // findings of one rule beyond this are folded

  // ---- findings ----

  function place(p) {
    return [p.path && h('code', {class: 'name'}, p.path), p.path ? ' · ' : '', name(p.where), ' (' + plural(p.size, 'byte') + ')',
            p.bit !== undefined ? ' bit ' + p.bit : ''];
  }

  const chosen = (f, p) => ({finding: f.id, path: p.path, stream: p.stream, off: p.off, size: p.size});

  function oneFinding(f) {
    const asked = f.expected && !/expected/.test(f.message) ? [h('div', {class: 'where'}, 'expected ', name(f.expected))] : []; // most messages say it
    return [
      h('button', {id: 'finding-' + f.id, class: 'finding ' + f.severity + (f.cause !== null ? ' follows' : ''), type: 'button', title: f.title,
                   'data-stream': f.stream, 'data-off': f.off, onclick: () => selection.set(chosen(f, f), 'findings')},
        h('div', {class: 'message'}, tag('#' + f.id + ' ' + f.severity, f.severity), ' ', h('code', null, f.rule), ' ', name(f.message),
          f.count > 1 ? h('span', {class: 'soft'}, ' × ' + words(f.count)) : ''),
        h('div', {class: 'where'}, place(f)), asked),
      f.suspects.map((s, i) => h('button', {class: 'finding suspect', type: 'button', onclick: () => selection.set(chosen(f, s), 'findings')},
        h('div', {class: 'message'}, tag(i > 0 ? 'or' : s.proven ? 'likely cause' : 'possible cause', 'suspect'), ' ', name(s.message)), h('div', {class: 'where'}, place(s)))),
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
      detail.moreFindings > 0 && h('p', {class: 'soft'}, 'and ' + words(detail.moreFindings) + ' more; a3dlint check lists them'));
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

  return {view};
})();
