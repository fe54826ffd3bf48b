// list.js - the files by root cause, with filters
'use strict';
const list = (() => {
  const {h, name, plural, words: number, shortened} = dom;
  const distinct = values => [...new Set(values.filter(Boolean))].sort();

  // The folders that all paths have in common, with a slash at the end; they are left out in the list.
  function common(paths) {
    let to = paths.length > 0 ? paths[0].lastIndexOf('/') + 1 : 0;
    for (const path of paths) while (to > 0 && !path.startsWith(paths[0].slice(0, to))) to = paths[0].lastIndexOf('/', to - 2) + 1;
    return paths.length > 1 ? paths[0].slice(0, to) : '';
  }

  // Builds the list. `chosen` is called with a file when the reader chooses one.
  function make(data, chosen) {
    const sound = {id: data.groups.length, rule: null, severity: 'sound', damage: 'nothing wrong', path: '', files: 0, also: 0};
    const groupOf = file => file.group !== null ? data.groups[file.group] : sound;
    const nameOf = group => group.rule || group.damage;
    const prefix = common(data.files.map(f => f.path));
    let options = [], now = null;

    // ---- filters ----

    const search = h('input', {type: 'search', id: 'search', placeholder: 'Filter: path, rule, field, words …', 'aria-label': 'Filter the list', oninput: draw});
    const select = (label, values) =>
      h('select', {'aria-label': label, id: 'by-' + label.toLowerCase(), onchange: draw}, h('option', {value: ''}, label + ': all'), values.map(v => h('option', {value: v}, v)));
    const filters = {
      severity: select('Severity', ['error', 'warning', 'sound']),
      format: select('Format', distinct(data.files.map(f => f.format))),
      damage: select('Damage', distinct(data.groups.map(g => g.damage))),
      writer: select('Writer', distinct(data.files.filter(f => f.group !== null).map(f => f.writer))),
      notes: select('Notes', ['not seen', 'seen', 'accepted', 'assigned']),
    };
    const told = h('div', {class: 'told', role: 'status', 'aria-live': 'polite'});

    // The words of the filter are looked up in these texts.
    const groupsOf = file => [groupOf(file), ...file.also.map(id => data.groups[id])];
    const texts = new Map(data.files.map(file => [file, [file.path, file.format, file.version, file.branch, file.writer, file.message,
      ...groupsOf(file).flatMap(g => [g.rule, g.path, g.damage, g.message])].filter(Boolean).join('\n').toLowerCase()]));
    const noted = {'not seen': m => !m.seen, seen: m => m.seen, accepted: m => m.accepted, assigned: m => m.assigned !== ''};

    function matches(file, words) {
      return words.every(w => texts.get(file).includes(w)) &&
        (!filters.severity.value || groupOf(file).severity === filters.severity.value) &&
        (!filters.format.value || file.format === filters.format.value) &&
        (!filters.damage.value || groupsOf(file).some(g => g.damage === filters.damage.value)) &&
        (!filters.writer.value || file.writer === filters.writer.value) &&
        (!filters.notes.value || noted[filters.notes.value](marks.of(file)));
    }

    // ---- the list ----

    const box = h('div', {class: 'list', role: 'listbox', 'aria-label': 'Files by root cause', tabindex: '0', id: 'list', onkeydown: keys, onclick: event => {
      const e = event.target.closest('[role=option]');
      if (e) { choose(+e.dataset.file, e, true); box.focus({preventScroll: true}); }
    }});

    // A group has a line of its own, and one for each file; with one file both are one. The lines are made once; a filter
    // hides them.
    const noteOf = (file, group) => group === sound ? '' : marks.of(file).accepted ? 'accepted' : marks.of(file).seen ? 'seen' : '';

    function lineOf(file, group) {
      const path = h('span', {class: 'name', title: file.path}, shortened(file.path.slice(prefix.length)));
      return [path, h('span', {class: 'soft noted'}, noteOf(file, group)), group.files > 1 && file.id === group.example && h('span', {class: 'soft'}, 'smallest')];
    }

    function fileOption(file, group) {
      return h('div', {role: 'option', id: 'file-' + file.id, 'data-file': file.id, class: 'file'}, lineOf(file, group));
    }

    function groupOption(file, group, files) {
      const head = h('div', {class: 'head'}, h('span', {class: 'dot ' + group.severity, title: group.severity}), h('span', {class: 'rule'}, nameOf(group)),
        h('span', {class: 'count'}, files.length > 1 ? plural(files.length, 'file') : group.rule ? group.damage : ''));
      if (files.length === 1)
        return h('div', {role: 'option', id: 'file-' + file.id, 'data-file': file.id, class: 'group file'}, head, h('div', {class: 'only'}, lineOf(file, group)));
      return h('div', {role: 'option', id: 'group-' + group.id, 'data-file': file.id, class: 'group'}, head,
        group.path && h('div', {class: 'at'}, group.path), group.rule && h('div', {class: 'count'}, group.damage));
    }

    // A group with what is needed to filter it: {group, files, part, head, lines: Map(file -> element)}.
    function makeGroup(group, files) {
      const example = files.find(f => f.id === group.example) || files[0];
      const head = groupOption(example, group, files), part = h('div', {role: 'group', 'aria-label': nameOf(group)}, head);
      files.sort((a, b) => (b.id === group.example) - (a.id === group.example) || (a.path < b.path ? -1 : 1));
      const lines = new Map(files.map(f => [f, files.length === 1 ? head : fileOption(f, group)]));
      if (files.length > 1) part.append(...lines.values());
      return {group, files, part, head, lines};
    }

    const made = new Map();
    for (const f of data.files) {
      const g = groupOf(f);
      if (!made.has(g)) made.set(g, []);
      made.get(g).push(f);
    }
    const all = [...made].sort(([a], [b]) => a.id - b.id).map(([group, files]) => makeGroup(group, files));
    box.append(...all.map(g => g.part));

    function filterGroup(g, words) {
      let n = 0, first = null;
      for (const [file, line] of g.lines) {
        const shown = matches(file, words);
        line.hidden = !shown;
        n += shown;
        first = first || (shown ? file : null);
      }
      g.part.hidden = n === 0;
      if (n > 0 && g.files.length > 1) {
        g.head.dataset.file = first.id;
        g.head.querySelector('.head .count').textContent = plural(n, 'file');
      }
      return n;
    }

    function draw() {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      let files = 0, causes = 0;
      options = [];
      for (const g of all) {
        const n = filterGroup(g, words);
        files += n;
        causes += n > 0 && g.group !== sound;
        if (n > 0 && g.files.length > 1) options.push(g.head);
        if (n > 0) for (const line of g.lines.values()) if (!line.hidden) options.push(line);
      }
      told.replaceChildren(h('span', null, plural(files, 'file') + ', ' + plural(causes, 'root cause') + (data.moreFiles ? '; ' + number(data.moreFiles) + ' more not in the page' : '')),
        h('span', null, h('kbd', null, '/'), ' filter ', h('kbd', null, 'j'), ' ', h('kbd', null, 'k'), ' move'));
      const same = options.find(o => o.classList.contains('file') && +o.dataset.file === now);
      if (same) mark(same);
      else if (options.length > 0) choose(+options[0].dataset.file, options[0], false);
      else { now = null; chosen(null); }
    }

    // Shows what was noted of a file.
    function refresh(file) {
      const line = document.getElementById('file-' + file.id);
      if (line) line.querySelector('.noted').textContent = noteOf(file, groupOf(file));
      if (filters.notes.value) draw();
    }

    let marked = null;
    function mark(e) {
      if (marked) marked.setAttribute('aria-selected', 'false');
      marked = e;
      e.setAttribute('aria-selected', 'true');
      box.setAttribute('aria-activedescendant', e.id);
      e.scrollIntoView({block: 'nearest'});
    }

    // `asked`: by the reader, so that a narrow screen may scroll to the file.
    function choose(id, e, asked) {
      const file = data.files.find(f => f.id === id);
      if (!file) return;
      const at = e || document.getElementById('file-' + id);
      if (at) mark(at);
      if (now === id) { if (asked) chosen(file, asked, true); return; }
      now = id;
      chosen(file, asked, false);
    }

    function step(by) {
      const at = options.findIndex(o => o === marked);
      const to = options[Math.max(0, Math.min(options.length - 1, at + by))];
      if (to) choose(+to.dataset.file, to, false);
    }

    function keys(event) {
      const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1e9, End: 1e9};
      if (steps[event.key]) step(steps[event.key]);
      else if (event.key === 'Enter') { const title = document.getElementById('file'); title && title.focus(); title && title.scrollIntoView({block: 'nearest'}); }
      else return;
      event.preventDefault();
    }

    return {box, search, told, filters: Object.values(filters), draw, choose, step, refresh, clear: () => { search.value = ''; draw(); }};
  }

  return {make, common};
})();
if (typeof module === 'object') module.exports = list;
