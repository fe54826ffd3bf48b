// bytes.js - the bytes of a file beside the fields that own them, with findings in place, an overview, and a search
'use strict';
const bytes = (() => {
  const {h, name, card, plural, hex, rove} = dom;
  const LINE = 20.625; // the height of a line, in page.css
  const RANK = {note: 1, suspect: 2, warning: 3, error: 4};
  const BLOCK = 120; // lines that are made at once
  const byteId = (stream, off) => 'byte-' + stream + '-' + off;
  const sizeOf = row => typeof row[1] === 'number' ? row[1] : row[1].length / 2;

  // The worst mark of each byte. Only the beginning of a long finding is marked.
  function marksOf(detail) {
    const marks = new Map();
    const mark = (p, kind, id) => {
      for (let i = 0; i < Math.max(1, Math.min(p.size, 1024)); i++) {
        const key = byteId(p.stream, p.off + i), old = marks.get(key);
        if (!old || RANK[kind] > RANK[old.kind]) marks.set(key, {kind, id});
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

  // The lines of a stream in blocks. A block has its lines once it comes near the view; before that it is as high as they
  // will be, nearly. Returns {element, fill(from, to)}: fill() makes the lines of these bytes at once.
  function blocksOf(detail, stream, marks, watch) {
    const blocks = [];
    for (let i = 0; i < stream.rows.length || i === 0; i += BLOCK) {
      const rows = stream.rows.slice(i, i + BLOCK), high = rows.reduce((n, r) => n + r[2].split('\n').length, 0);
      const from = i === 0 ? 0 : stream.rows[i - 1][0] + sizeOf(stream.rows[i - 1]), last = i + BLOCK >= stream.rows.length;
      const block = {element: h('div', {class: 'block', style: 'min-height:' + high * LINE + 'px'}), from, to: last ? stream.size + 1 : rows[rows.length - 1][0] + sizeOf(rows[rows.length - 1]), made: false, fill() {
        if (block.made) return;
        block.made = true;
        let next = from;
        for (const row of rows) {
          block.element.append(...gap(next, row[0]), line(detail, stream, row, marks));
          next = row[0] + sizeOf(row);
        }
        if (last) block.element.append(...gap(next, stream.size));
        block.element.style.minHeight = '';
      }};
      blocks.push(block);
    }
    if (blocks.length <= 2) for (const b of blocks) b.fill();
    else watch(blocks);
    return {element: h('div', {class: 'hex', 'data-stream': stream.id}, blocks.map(b => b.element)), fill: (from, to) => { for (const b of blocks) if (b.from < to && b.to > from) b.fill(); }, all: () => { for (const b of blocks) b.fill(); }};
  }

  // ---- values at a byte ----

  // What the bytes from an offset on are as numbers, in both orders where that matters.
  function valuesAt(stream, off) {
    const held = [];
    for (let i = off; held.length < 8; i++) {
      const row = stream.rows.find(r => typeof r[1] === 'string' && i >= r[0] && i < r[0] + sizeOf(r));
      if (!row) break;
      held.push(parseInt(row[1].substr(2 * (i - row[0]), 2), 16));
    }
    if (held.length === 0) return '';
    const view = new DataView(Uint8Array.from(held).buffer), short = n => Number(n.toPrecision(7)).toString();
    const parts = [hex(off) + ':', 'u8 ' + view.getUint8(0), view.getUint8(0) > 127 && 'i8 ' + view.getInt8(0)];
    for (const [order, little] of [['little', true], ['big', false]]) {
      if (held.length > 1) parts.push('· ' + order + ': u16 ' + view.getUint16(0, little));
      if (held.length > 3) parts.push('u32 ' + view.getUint32(0, little), 'f32 ' + short(view.getFloat32(0, little)));
      if (held.length > 7) parts.push('f64 ' + short(view.getFloat64(0, little)));
    }
    return parts.filter(Boolean).join(' ');
  }

  // The byte under the pointer: each takes three characters of its line. -1: none.
  function pointed(event) {
    const cell = event.target.closest('.row .bytes'), row = cell && cell.closest('.row');
    if (!cell) return null;
    const size = row.dataset.to - row.dataset.from, box = cell.getBoundingClientRect(), range = document.createRange();
    range.selectNodeContents(cell);
    const i = Math.floor((event.clientX - box.left) / (range.getBoundingClientRect().width / (3 * size - 1)) / 3);
    return i >= 0 && i < size ? {stream: +row.dataset.stream, off: +row.dataset.from + i} : null;
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
    const here = detail.findings.flatMap(f => [[f, f.severity], ...f.suspects.map(s => [s, 'suspect'])]).filter(([p]) => p.stream === stream.id)
      .sort((a, b) => RANK[a[1]] - RANK[b[1]]); // the gravest are drawn over the others
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

  // How much of the file the page has.
  function shareOf(detail) {
    const all = detail.streams.reduce((n, s) => n + s.size, 0), held = detail.streams.reduce((n, s) => n + s.rows.reduce((m, r) => m + (typeof r[1] === 'string' ? sizeOf(r) : 0), 0), 0);
    return held >= all ? 'all of the file' : dom.words(held) + ' of ' + plural(all, 'byte') + (detail.streams.length > 1 ? ', unpacked ones counted' : '') + ': those around the findings';
  }

  function view(detail) {
    if (!detail.streams) return {element: card('Bytes', null, h('p', {class: 'soft'}, 'This page was written without bytes (--no-bytes); a3dlint hex shows them.')), show() {}};
    if (detail.streams.length === 0) return null;
    const values = h('p', {class: 'values soft'}, 'Point at a byte to read the numbers that begin there.');
    const hover = event => {
      const at = pointed(event), stream = at && detail.streams.find(s => s.id === at.stream);
      if (stream) values.textContent = valuesAt(stream, at.off);
    };
    const marks = marksOf(detail), box = h('div', {class: 'hexes', onkeydown: keys, onclick: clicked, onmousemove: hover});
    const parts = new Map(); // by stream
    const near = new IntersectionObserver(entries => { for (const e of entries) if (e.isIntersecting) { waiting.get(e.target).fill(); near.unobserve(e.target); } }, {root: box, rootMargin: '900px'});
    const waiting = new Map(), watch = blocks => { for (const b of blocks) { waiting.set(b.element, b); near.observe(b.element); } };
    const fillAt = (stream, off, size) => { const part = parts.get(stream); if (part) part.fill(off, off + Math.max(1, size)); };
    const rowAt = (stream, off) => [...box.querySelectorAll('.row[data-stream="' + stream + '"]')].find(r => off >= +r.dataset.from && off < +r.dataset.to);
    const centre = e => { box.scrollTop += e.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3; };
    // Lines have their height once they were in view, so the place of one is known only after those around it are.
    const reveal = (e, again = 2) => { centre(e); if (again > 0) requestAnimationFrame(() => { if (e.isConnected) reveal(e, again - 1); }); };
    const go = (stream, off) => {
      fillAt(stream, off, 1);
      const row = rowAt(stream, off);
      if (row) selection.set({path: row.dataset.path, stream, off: +row.dataset.from, size: row.dataset.to - row.dataset.from}, 'search');
    };
    for (const s of detail.streams) {
      parts.set(s.id, blocksOf(detail, s, marks, watch));
      box.append(h('p', {class: 'stream'}, h('b', {class: 'name'}, s.name), ' ', h('span', {class: 'soft'}, plural(s.size, 'byte') + (s.from ? ', from ' + s.from : ''))),
        overview(detail, s, go), parts.get(s.id).element);
    }
    const print = () => { if (box.isConnected) for (const p of parts.values()) p.all(); else removeEventListener('beforeprint', print); };
    addEventListener('beforeprint', print); // paper has all lines
    const first = box.querySelector('button');
    if (first) first.tabIndex = 0;
    return {
      element: card('Bytes', shareOf(detail) + '; colours are kinds of records', searchBox(detail, go), box, values,
        detail.moreRows > 0 && h('p', {class: 'soft'}, 'and ' + plural(detail.moreRows, 'line') + ' more: a3dlint hex shows all')),
      show(to, from) {
        for (const e of box.querySelectorAll('.lit')) e.classList.remove('lit');
        if (to.stream === undefined) return;
        fillAt(to.stream, to.off, Math.min(to.size, 4096));
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

  return {view, pathOf, recordOf, queryOf, found, valuesAt, shareOf};
})();
if (typeof module === 'object') module.exports = bytes;
