// bytes.js - the bytes of a file beside the fields that own them, with findings in place, an overview, and a search
'use strict';
const bytes = (() => {
  const {h, name, card, plural, hex, rove} = dom;
  const LINE = 20.625; // the height of a line, in page.css
  const byteId = (stream, off) => 'byte-' + stream + '-' + off;
  const sizeOf = row => typeof row[1] === 'number' ? row[1] : row[1].length / 2;

  // The worst mark of each byte. Only the beginning of a long finding is marked.
  function marksOf(detail) {
    const rank = {note: 1, suspect: 2, warning: 3, error: 4}, marks = new Map();
    const mark = (p, kind, id) => {
      for (let i = 0; i < Math.max(1, Math.min(p.size, 1024)); i++) {
        const key = byteId(p.stream, p.off + i), old = marks.get(key);
        if (!old || rank[kind] > rank[old.kind]) marks.set(key, {kind, id});
      }
    };
    for (const f of detail.findings) {
      mark(f, f.severity, f.id);
      for (const s of f.suspects) mark(s, 'suspect', f.id);
    }
    return marks;
  }

  // The path that the note of a line begins with, and the record that has the field.
  const pathOf = note => (/^\$?[A-Za-z_][\w$.[\]]*(?= |$)/.exec(note) || [''])[0].replace(/\[\d+\.\.\d+\]$/, '');
  const recordOf = path => path.replace(/\.?[^.[\]]+(\[\d+\])?$/, '');

  // Records of one kind have one colour, whatever their number.
  function colorOf(record) {
    let sum = 0;
    for (const c of record.replace(/\[\d+\]/g, '')) sum = (sum * 31 + c.charCodeAt(0)) % 997;
    return sum % 8;
  }

  // ---- lines ----

  function cells(stream, row, marks) {
    const [off, digits] = row, list = [];
    for (let i = 0; i < digits.length / 2; i++) {
      const pair = digits.slice(2 * i, 2 * i + 2), m = marks.get(byteId(stream.id, off + i));
      if (i > 0) list.push(' ');
      list.push(m ? h('button', {id: byteId(stream.id, off + i), class: 'byte ' + m.kind, type: 'button', tabindex: '-1', 'data-off': off + i, 'data-finding': m.id,
                                 'aria-label': pair + ' at ' + hex(off + i) + ', finding ' + m.id}, pair) : pair);
    }
    return list;
  }

  function line(detail, stream, row, marks) {
    const [off, digits, note] = row, at = off.toString(16).padStart(8, '0');
    if (typeof digits === 'number')
      return h('div', {class: 'row folded', 'data-stream': stream.id, 'data-from': off, 'data-to': off + digits}, h('span', {class: 'off'}, at),
        h('span', null, '… ' + plural(digits, 'byte') + ' folded'), h('span', {class: 'note'}, note));
    const last = off + sizeOf(row), ends = last === stream.size, path = pathOf(note);
    const begins = f => f.stream === stream.id && ((f.off >= off && f.off < last) || (ends && f.off >= last));
    const jumps = detail.findings.filter(begins).map(f => h('button', {
      id: ends && f.off >= last ? byteId(stream.id, f.off) : null, 'data-off': f.off, 'data-finding': f.id, class: 'jump tag ' + f.severity, type: 'button', tabindex: '-1',
      title: f.message}, '#' + f.id));
    const high = note.split('\n').length; // known before the line is drawn, so that places can be found
    return h('div', {class: 'row kind' + colorOf(recordOf(path)), style: high > 1 ? 'contain-intrinsic-height:auto ' + high * LINE + 'px' : null,
      'data-stream': stream.id, 'data-from': off, 'data-to': last, 'data-path': path || null},
      h('span', {class: 'off'}, at), h('span', {class: 'bytes'}, cells(stream, row, marks)),
      h('span', {class: 'note'}, name(note.split('\n').map(s => s.trim()).join('\n')), jumps));
  }

  const gap = (from, to) => to > from ? [h('div', {class: 'row folded'}, h('span', {class: 'off'}), h('span', null, '… ' + plural(to - from, 'byte') + ' not in the page'))] : [];

  function linesOf(detail, stream, marks) {
    const lines = [];
    let next = 0;
    for (const row of stream.rows) {
      lines.push(...gap(next, row[0]), line(detail, stream, row, marks));
      next = row[0] + sizeOf(row);
    }
    return lines.concat(gap(next, stream.size));
  }

  // ---- overview ----

  // A bar as long as the stream: what the page has of it, and where its findings are. A click goes there.
  function overview(detail, stream, go) {
    const share = n => (100 * n / Math.max(1, stream.size)) + '%', at = (from, size, kind) =>
      h('span', {class: kind, style: 'left:' + share(from) + ';width:max(2px,' + share(size) + ')'});
    const held = [], runs = stream.rows.filter(r => typeof r[1] !== 'number');
    for (const r of runs) {
      const last = held[held.length - 1];
      if (last && last[1] === r[0]) last[1] += sizeOf(r);
      else held.push([r[0], r[0] + sizeOf(r)]);
    }
    const here = detail.findings.flatMap(f => [[f, f.severity], ...f.suspects.map(s => [s, 'suspect'])]).filter(([p]) => p.stream === stream.id);
    return h('div', {class: 'overview', 'aria-hidden': 'true', title: 'The whole stream; a click goes there', onclick: event => {
      const box = event.currentTarget.getBoundingClientRect();
      go(stream.id, Math.floor((event.clientX - box.left) / Math.max(1, box.width) * stream.size));
    }}, held.map(([from, to]) => at(from, to - from, 'held')), here.map(([p, kind]) => at(Math.min(p.off, stream.size), Math.min(p.size, stream.size), kind)));
  }

  // ---- search ----

  // Where a query occurs in a line: bytes ("78 da"), a text in the bytes, or words of the note.
  function found(row, query) {
    if (typeof row[1] === 'number') return row[2].toLowerCase().includes(query.words);
    return (query.digits !== null && row[1].indexOf(query.digits) % 2 === 0) || row[1].includes(query.text) || row[2].toLowerCase().includes(query.words);
  }

  function queryOf(text) {
    const digits = text.toLowerCase().replace(/^0x|\s+/g, '');
    const coded = [...new TextEncoder().encode(text)].map(b => b.toString(16).padStart(2, '0')).join('');
    return {words: text.toLowerCase().trim(), text: coded, digits: /^([0-9a-f]{2})+$/.test(digits) ? digits : null};
  }

  function searchBox(detail, go) {
    let at = -1, last = '';
    const told = h('span', {class: 'soft', role: 'status'});
    const step = event => {
      event.preventDefault();
      const text = event.target.elements.query.value;
      if (!text.trim()) return;
      const query = queryOf(text), hits = detail.streams.flatMap(s => s.rows.filter(r => found(r, query)).map(r => [s.id, r[0]]));
      at = text === last && hits.length > 0 ? (at + 1) % hits.length : 0;
      last = text;
      told.textContent = hits.length === 0 ? 'not found in what the page has' : (at + 1) + ' of ' + plural(hits.length, 'line');
      if (hits.length > 0) go(...hits[at]);
    };
    return h('form', {class: 'find', role: 'search', onsubmit: step},
      h('input', {type: 'search', name: 'query', 'aria-label': 'Search bytes, text or values', placeholder: 'Search: 78 da, text, = 42 …'}),
      h('button', {class: 'plain', type: 'submit'}, 'Next'), told);
  }

  // ---- the card ----

  // Arrows move between marked bytes, so that they are one tab stop.
  function keys(event) {
    const all = [...event.currentTarget.querySelectorAll('button')], at = all.indexOf(document.activeElement);
    const to = {ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1}[event.key];
    if (to === undefined || at < 0 || !all[to]) return;
    event.preventDefault();
    rove(all, all[to]);
    all[to].focus();
  }

  function clicked(event) {
    const button = event.target.closest('button'), row = event.target.closest('.row[data-from]');
    if (!row) return;
    const place = {path: row.dataset.path, stream: +row.dataset.stream, off: button ? +button.dataset.off : +row.dataset.from, size: button ? 1 : row.dataset.to - row.dataset.from};
    selection.set(button ? {...place, finding: +button.dataset.finding} : place, 'bytes');
  }

  function view(detail) {
    if (!detail.streams) return {element: card('Bytes', null, h('p', {class: 'soft'}, 'This page was written without bytes (--no-bytes); a3dlint hex shows them.')), show() {}};
    if (detail.streams.length === 0) return null;
    const marks = marksOf(detail), box = h('div', {class: 'hexes', onkeydown: keys, onclick: clicked});
    const rowAt = (stream, off) => [...box.querySelectorAll('.row[data-stream="' + stream + '"]')].find(r => off >= +r.dataset.from && off < +r.dataset.to);
    const centre = e => { box.scrollTop += e.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3; };
    // Lines have their height once they were in view, so the place of one is known only after those around it are.
    const reveal = (e, again = 2) => { centre(e); if (again > 0) requestAnimationFrame(() => { if (e.isConnected) reveal(e, again - 1); }); };
    const go = (stream, off) => {
      const row = rowAt(stream, off);
      if (row) selection.set({path: row.dataset.path, stream, off: +row.dataset.from, size: row.dataset.to - row.dataset.from}, 'search');
    };
    for (const s of detail.streams)
      box.append(h('p', {class: 'stream'}, h('b', {class: 'name'}, s.name), ' ', h('span', {class: 'soft'}, plural(s.size, 'byte') + (s.from ? ', from ' + s.from : ''))),
        overview(detail, s, go), h('div', {class: 'hex'}, linesOf(detail, s, marks)));
    const first = box.querySelector('button');
    if (first) first.tabIndex = 0;
    return {
      element: card('Bytes', detail.whole ? 'all of the file; colours are kinds of records' : 'around the findings; colours are kinds of records', searchBox(detail, go), box,
        detail.moreRows > 0 && h('p', {class: 'soft'}, 'and ' + plural(detail.moreRows, 'line') + ' more: a3dlint hex shows all')),
      show(to, from) {
        for (const e of box.querySelectorAll('.lit')) e.classList.remove('lit');
        if (to.stream === undefined) return;
        const byte = box.querySelector('#' + byteId(to.stream, to.off)), row = rowAt(to.stream, to.off);
        for (const r of box.querySelectorAll('.row[data-stream="' + to.stream + '"]')) if (+r.dataset.from < to.off + Math.max(1, to.size) && +r.dataset.to > to.off) r.classList.add('lit');
        if (byte) byte.classList.add('lit');
        if (from === 'bytes' || !(byte || row)) return;
        reveal(byte || row);
        if (from !== 'findings') return;
        box.scrollIntoView({block: 'nearest'});
        if (byte) { rove([...box.querySelectorAll('button')], byte); byte.focus({preventScroll: true}); }
      },
    };
  }

  return {view, pathOf, recordOf, queryOf, found};
})();
if (typeof module === 'object') module.exports = bytes;
