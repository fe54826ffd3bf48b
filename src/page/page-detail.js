// page-detail.js - what the page shows of one file: why it is in its group, its findings, 3D view, bytes and tree
//
// Texts from files are inserted as text, never as markup.
'use strict';
const detail = (() => {
  const words = n => n.toLocaleString('en');
  const plural = (n, what) => words(n) + ' ' + what + (n === 1 ? '' : 's');
  const hex = n => '0x' + n.toString(16);

  // Control characters, and those that end a line or turn the direction of text, so that a name looks like another one.
  const control = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
  const visible = text => text.replace(new RegExp(control, 'gu'), c => c === '\n' ? c : '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));

  // Makes an element: h('p', {class: 'soft'}, 'text', node). Attributes that start with "on" become listeners.
  function h(tag, attributes, ...children) {
    const e = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
      else e.setAttribute(key, value === true ? '' : value);
    }
    for (const child of children.flat(9)) if (child !== null && child !== undefined && child !== false) e.append(typeof child === 'string' ? visible(child) : child);
    return e;
  }

  const name = (text, extra) => h('span', {class: 'name ' + (extra || '')}, text);
  const tag = (text, kind) => h('span', {class: 'tag ' + (kind || '')}, text);
  const card = (title, aside, ...children) =>
    h('section', {class: 'card', 'aria-label': title}, h('h3', null, h('span', null, title), aside && h('span', {class: 'soft'}, aside)), children);
  const facts = pairs => h('dl', null, pairs.filter(p => p && p[1]).map(([key, value]) => [h('dt', null, key), h('dd', null, value)]));

  // A command with control characters is shown as one that prints them with printf, as in report/common/shell.c.
  const octal = byte => byte === 37 ? '%%' : /[-\w+./,:@ ]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : '\\' + byte.toString(8).padStart(3, '0');
  const pasted = text => !control.test(text) ? text : 'eval "$(printf \'' + [...new TextEncoder().encode(text)].map(octal).join('') + '\')"';

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

  const quoted = word => /^[\w.+/,:@%][-\w.+/,:@%]*$/.test(word) ? word : (word[0] === '-' ? "./'" : "'") + word.replace(/'/g, "'\\''") + "'";

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

  function groupCard(data, file, group, choose) {
    const example = data.files.find(f => f.id === group.example);
    const lead = file.detail && file.detail.findings.find(f => f.cause === null && f.rule === group.rule);
    const count = plural(group.files, 'file') + (group.also ? ', and ' + words(group.also) + ' besides another cause' : '');
    return card('Root cause', count,
      facts([
        group.rule && ['Rule', [h('code', null, group.rule), ' ', group.title]],
        group.path && ['Field', h('code', {class: 'name'}, group.path)],
        ['Damage', group.damage],
        ['Says', name(lead ? lead.message : group.message || '')],
        lead && lead.suspects[0] ? ['Likely cause', name(lead.suspects[0].message)] : null,
        group.why && ['Why it matters', group.why],
        group.writers.length ? ['Written by', group.writers.map(w => h('div', null, name(w.writer || 'unknown'),
          h('span', {class: 'soft'}, ' · ' + words(w.files) + ' of ' + plural(data.files.filter(f => f.writer === w.writer).length, 'such file'))))] : null,
        group.readers && group.readers.length ? ['Known readers', group.readers.map(r => h('div', null, h('b', null, r.name), ' ' + r.does + ': ' + r.what))] : null,
        group.example !== file.id && example ? ['Smallest', h('button', {class: 'plain', type: 'button', onclick: () => choose(example.id)}, name(example.path))] : null,
      ]),
      h('div', {style: 'margin-top:12px'}, h('b', null, 'Suggested fix'), repair(file, group, lead)));
  }

  // ---- findings ----

  const byteId = (stream, off) => 'byte-' + stream + '-' + off;

  // Shows the byte of a finding, if the page contains it.
  function toByte(stream, off) {
    const byte = document.getElementById(byteId(stream, off));
    if (!byte) return;
    for (const e of document.querySelectorAll('.lit')) e.classList.remove('lit');
    byte.classList.add('lit');
    byte.scrollIntoView({block: 'center'});
    byte.focus({preventScroll: true});
  }

  function toFinding(id) {
    const finding = document.getElementById('finding-' + id);
    if (!finding) return;
    for (const e of document.querySelectorAll('.lit')) e.classList.remove('lit');
    finding.classList.add('lit');
    finding.scrollIntoView({block: 'center'});
    finding.focus({preventScroll: true});
  }

  function place(p) {
    return [p.path && h('code', {class: 'name'}, p.path), p.path ? ' · ' : '', name(p.where), ' (' + plural(p.size, 'byte') + ')',
            p.bit !== undefined ? ' bit ' + p.bit : ''];
  }

  function findingCard(f) {
    const asked = f.expected ? [h('div', {class: 'where'}, 'expected ', name(f.expected), f.actual ? [', is ', name(f.actual)] : '')] : [];
    return [
      h('button', {id: 'finding-' + f.id, class: 'finding ' + f.severity + (f.cause !== null ? ' follows' : ''), type: 'button', title: f.title,
                   'data-stream': f.stream, 'data-off': f.off, onclick: () => toByte(f.stream, f.off)},
        h('div', {class: 'message'}, tag('#' + f.id + ' ' + f.severity, f.severity), ' ', h('code', null, f.rule), ' ', name(f.message),
          f.count > 1 ? h('span', {class: 'soft'}, ' × ' + words(f.count)) : ''),
        h('div', {class: 'where'}, place(f)), asked),
      f.suspects.map((s, i) => h('button', {class: 'finding suspect', type: 'button', onclick: () => toByte(s.stream, s.off)},
        h('div', {class: 'message'}, tag(i === 0 ? 'likely cause' : 'or', 'suspect'), ' ', name(s.message)), h('div', {class: 'where'}, place(s)))),
    ];
  }

  // Each cause, followed by the findings that it leads to.
  function findingsCard(d) {
    const shown = new Set(d.findings.map(f => f.id)), below = new Map();
    for (const f of d.findings) {
      const key = f.cause !== null && shown.has(f.cause) ? f.cause : -1;
      if (!below.has(key)) below.set(key, []);
      below.get(key).push(f);
    }
    const put = key => (below.get(key) || []).map(f => [findingCard(f), put(f.id)]);
    if (d.findings.length === 0) return null;
    return card('Findings', plural(d.findings.length + d.moreFindings, 'finding'), put(-1),
      d.moreFindings > 0 && h('p', {class: 'soft'}, 'and ' + words(d.moreFindings) + ' more: a3dlint check tells them'));
  }

  // ---- bytes ----

  // The worst mark of each byte. Only the beginning of a long finding is marked.
  function marksOf(d) {
    const rank = {note: 1, suspect: 2, warning: 3, error: 4}, marks = new Map();
    const mark = (p, kind, id) => {
      for (let i = 0; i < Math.max(1, Math.min(p.size, 1024)); i++) {
        const key = byteId(p.stream, p.off + i), old = marks.get(key);
        if (!old || rank[kind] > rank[old.kind]) marks.set(key, {kind, id});
      }
    };
    for (const f of d.findings) {
      mark(f, f.severity, f.id);
      for (const s of f.suspects) mark(s, 'suspect', f.id);
    }
    return marks;
  }

  function hexRow(d, stream, row, marks) {
    const [off, bytes, note] = row, at = off.toString(16).padStart(8, '0');
    if (typeof bytes === 'number')
      return h('div', {class: 'row folded'}, h('span', {class: 'off'}, at), h('span', null, '… ' + plural(bytes, 'byte') + ' folded'), h('span', {class: 'note'}, note));
    const cells = [];
    for (let i = 0; i < bytes.length / 2; i++) {
      const pair = bytes.slice(2 * i, 2 * i + 2), m = marks.get(byteId(stream.id, off + i));
      if (i > 0) cells.push(' ');
      cells.push(m ? h('button', {id: byteId(stream.id, off + i), class: 'byte ' + m.kind, type: 'button', 'data-off': off + i, 'data-finding': m.id,
                                  'aria-label': pair + ' at ' + hex(off + i) + ', finding ' + m.id, onclick: () => toFinding(m.id)}, pair) : pair);
    }
    const last = off + bytes.length / 2, ends = last === stream.size;
    const begins = f => f.stream === stream.id && ((f.off >= off && f.off < last) || (ends && f.off >= last));
    const jumps = d.findings.filter(begins).map(f => h('button', {
      id: ends && f.off >= last ? byteId(stream.id, f.off) : null, 'data-off': f.off, class: 'jump tag ' + f.severity, type: 'button',
      title: f.message, onclick: () => toFinding(f.id)}, '#' + f.id));
    return h('div', {class: 'row', tabindex: '-1', 'data-stream': stream.id, 'data-from': off, 'data-to': last}, h('span', {class: 'off'}, at), h('span', {class: 'bytes'}, cells),
      h('span', {class: 'note'}, name(note.split('\n').map(s => s.trim()).join('\n')), jumps));
  }

  function bytesCard(d) {
    const marks = marksOf(d);
    const streams = d.streams.map(s => {
      const rows = [];
      let next = 0;
      for (const row of s.rows) {
        if (row[0] > next) rows.push(h('div', {class: 'row folded'}, h('span', {class: 'off'}), h('span', null, '… ' + plural(row[0] - next, 'byte') + ' not shown')));
        rows.push(hexRow(d, s, row, marks));
        next = row[0] + (typeof row[1] === 'number' ? row[1] : row[1].length / 2);
      }
      if (next < s.size) rows.push(h('div', {class: 'row folded'}, h('span', {class: 'off'}), h('span', null, '… ' + plural(s.size - next, 'byte') + ' not shown')));
      return [h('p', {class: 'stream'}, h('b', {class: 'name'}, s.name), ' ', h('span', {class: 'soft'}, plural(s.size, 'byte') + (s.from ? ', from ' + s.from : ''))),
              h('div', {class: 'hex'}, rows)];
    });
    if (d.streams.length === 0) return null;
    return card('Bytes', 'around the findings; a marked byte leads to its finding', streams,
      d.moreRows > 0 && h('p', {class: 'soft'}, 'and ' + plural(d.moreRows, 'line') + ' more: a3dlint hex shows all'));
  }

  // ---- tree ----

  function treeNode(node) {
    if (typeof node === 'number') return h('li', {class: 'soft'}, h('span', {class: 'leaf'}, '… ' + plural(node, 'more')));
    const [key, value, stream, off, , findings, state, inside] = node;
    const label = [h('button', {class: 'key name', type: 'button', title: 'byte ' + off, onclick: event => { event.preventDefault(); toNearest(stream, off); }}, key),
                   value ? [': ', h('span', {class: 'value name'}, value)] : '',
                   findings.map(id => h('button', {class: 'jump tag', type: 'button', onclick: event => { event.preventDefault(); toFinding(id); }}, '#' + id))];
    const kind = ['', 'faulty', 'suspected', 'unread'][state];
    if (inside.length === 0) return h('li', null, h('span', {class: 'leaf ' + kind}, label));
    return h('li', null, h('details', {class: kind, open: holds(inside) || findings.length > 0}, h('summary', null, label), h('ul', null, inside.map(treeNode))));
  }

  const holds = nodes => nodes.some(n => typeof n !== 'number' && (n[5].length > 0 || n[6] > 0 || holds(n[7])));

  // Shows the marked byte of a field, or else its row.
  function toNearest(stream, off) {
    if (document.getElementById(byteId(stream, off))) { toByte(stream, off); return; }
    const row = [...document.querySelectorAll('.row[data-stream="' + stream + '"]')].find(r => off >= +r.dataset.from && off < +r.dataset.to);
    if (!row) return;
    row.scrollIntoView({block: 'center'});
    row.focus({preventScroll: true});
  }

  const treeCard = d => card('Tree', 'what was read; a name leads to its bytes', h('div', {class: 'tree'}, h('ul', null, d.tree.map(treeNode))));

  // ---- 3D ----

  let view = null; // the view that is currently drawn

  const bytesOf = text => Uint8Array.from(atob(text), c => c.charCodeAt(0)).buffer;
  const color = variable => getComputedStyle(document.documentElement).getPropertyValue(variable).trim();

  // Called when the element is in the page, since it has no size before.
  function startView(host, told, scenes, d) {
    const damaged = d.findings.filter(f => f.severity !== 'note').flatMap(f => [f.path, ...f.suspects.map(s => s.path)]).filter(Boolean);
    try {
      view = globalThis.a3dlint3d.open(host, bytesOf(d.view.glb), {damaged, reached: d.view.reached, scenes: names => {
        scenes.append(...names.map((n, i) => h('option', {value: i}, n)));
        scenes.hidden = names.length < 2;
      }, sound: color('--sound-part'), bad: color('--bad-part'), told: r => {
        told.textContent = r.error ? 'This cannot be drawn: ' + r.error
          : plural(r.parts, 'part') + (r.damaged ? ', ' + words(r.damaged) + ' damaged' : '; the findings lie in none of them');
        host.dataset.state = r.error ? 'failed' : 'drawn';
      }});
    } catch (e) {
      told.textContent = 'This browser draws no 3D here.';
      host.dataset.state = 'failed';
      host.hidden = true;
    }
  }

  function viewKeys(event) {
    const turns = {ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15]};
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return;
    if (turns[event.key]) view.turn(...turns[event.key]);
    else if (event.key === '+' || event.key === '=') view.zoom(0.85);
    else if (event.key === '-') view.zoom(1 / 0.85);
    else return;
    event.preventDefault();
  }

  function viewCard(data, file, d) {
    if (!d.view) return null;
    const lost = d.view.lost.length > 0 && h('details', {class: 'soft'}, h('summary', null, 'Not in the picture'), h('ul', null, d.view.lost.map(l => h('li', null, name(l)))));
    if (!d.view.glb)
      return card('3D', null, h('p', null, 'The picture has ' + words(d.view.size) + ' bytes, too many for this page. To look at it elsewhere:'),
        command('a3dlint dump --gltf ' + quoted(file.path) + ' -o model.glb'), lost);
    if (!data.view || !globalThis.a3dlint3d)
      return card('3D', null, h('p', null, 'This page was written without the 3D view, which `make page` builds. To look at the file elsewhere:'),
        command('a3dlint dump --gltf ' + quoted(file.path) + ' -o model.glb'), lost);
    const told = h('span', {role: 'status'});
    const host = h('div', {class: 'view', id: 'view', tabindex: '0', role: 'img', 'aria-label': 'What could be read, drawn in 3D. Arrows turn it, plus and minus zoom.', onkeydown: viewKeys});
    const scenes = h('select', {class: 'plain', hidden: true, 'aria-label': 'What is drawn', onchange: e => view && view.pick(+e.target.value)});
    requestAnimationFrame(() => { if (host.isConnected) startView(host, told, scenes, d); });
    return card('3D', 'drag or arrows turn, wheel or + and − zoom', host,
      h('div', {class: 'legend'}, told,
        h('span', null, h('span', {class: 'swatch', style: 'background:var(--sound-part)'}), 'read'),
        h('span', null, h('span', {class: 'swatch', style: 'background:var(--bad-part)'}), 'damaged, with white edges'),
        scenes,
        h('button', {class: 'plain', type: 'button', onclick: () => view && view.home()}, 'Reset'),
        h('button', {class: 'plain', type: 'button', 'aria-pressed': 'false', onclick: e => { if (view) e.target.setAttribute('aria-pressed', String(view.wires())); }}, 'Wires')),
      lost);
  }

  // ---- the whole file ----

  function show(data, file, choose, back) {
    if (view) view.close();
    view = null;
    const group = file.group !== null ? data.groups[file.group] : null, d = file.detail;
    const kinds = [tag(file.verdict, file.verdict === 'valid' ? '' : 'error'),
      file.format && tag([file.format, file.version, file.branch].filter(Boolean).join(' ')), tag(plural(file.size, 'byte')),
      file.errors > 0 && tag(plural(file.errors, 'error'), 'error'), file.warnings > 0 && tag(plural(file.warnings, 'warning'), 'warning')];
    return [
      h('button', {class: 'plain back', type: 'button', onclick: back}, '↑ Back to the list'),
      h('h2', {tabindex: '-1', id: 'file'}, name(file.path)),
      h('div', {class: 'tags'}, kinds),
      file.writer && h('p', {class: 'soft', style: 'margin:-6px 0 14px'}, 'Writer: ', name(file.writer)),
      group ? groupCard(data, file, group, choose) : h('p', null, 'Nothing is wrong with this file.'),
      file.also.length > 0 && card('Besides', null, file.also.map(id => h('p', null, h('code', null, data.groups[id].rule), ' ', h('span', {class: 'soft name'}, data.groups[id].path)))),
      d && [findingsCard(d), viewCard(data, file, d), bytesCard(d), treeCard(d)],
      group && !d && h('p', {class: 'soft'}, 'The page holds no bytes of this file; a3dlint hex shows them.'),
    ];
  }

  return {h, name, tag, plural, words, show, toFinding};
})();
