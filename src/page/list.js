// list.js - the files by root cause, with filters
'use strict';
const list = (() => {
  const {h, plural, words: number, shortened} = dom;
  const FEW = 10;    // files of a group that have a line at first,
  const MORE = 200;  // and that get one when the reader asks for more
  const PARTS = 50;  // groups that are made at once; further ones when they come into view
  const distinct = values => [...new Set(values.filter(Boolean))].sort();

  // The folders that all paths have in common, with a slash at the end; they are left out in the list.
  function common(paths) {
    let to = paths.length > 0 ? paths[0].lastIndexOf('/') + 1 : 0;
    for (const path of paths) while (to > 0 && !path.startsWith(paths[0].slice(0, to))) to = paths[0].lastIndexOf('/', to - 2) + 1;
    return paths.length > 1 ? paths[0].slice(0, to) : '';
  }

  // ---- filters ----

  // The values of each filter; a filter with fewer than two cannot choose and is not shown.
  function choices(data) {
    const has = severity => data.files.some(f => (f.group !== null ? data.groups[f.group].severity : 'sound') === severity);
    return {
      severity: ['error', 'warning', 'sound'].filter(has),
      format: distinct(data.files.map(f => f.format)),
      damage: distinct(data.groups.map(g => g.damage)),
      writer: distinct(data.files.filter(f => f.group !== null).map(f => f.writer)),
      notes: data.files.length > 1 ? ['not seen', 'seen', 'accepted', 'assigned'] : [],
    };
  }

  // What the filters look at: of each file the words that may be searched, its groups, and its notes.
  function makeFilters(data, groupOf, changed) {
    const search = h('input', {type: 'search', id: 'search', placeholder: 'Filter: path, rule, field, words …', 'aria-label': 'Filter the list', oninput: changed});
    const select = (label, values) =>
      h('select', {'aria-label': label, id: 'by-' + label.toLowerCase(), hidden: values.length < 2, onchange: changed},
        h('option', {value: ''}, label + ': all'), values.map(v => h('option', {value: v}, v)));
    const by = {};
    for (const [name, values] of Object.entries(choices(data))) by[name] = select(name[0].toUpperCase() + name.slice(1), values);
    const groupsOf = file => [groupOf(file), ...file.also.map(id => data.groups[id])];
    const texts = new Map(); // made when they are searched first
    const textOf = file => {
      if (!texts.has(file)) texts.set(file, [file.path, file.format, file.version, file.branch, file.writer, file.message,
        ...groupsOf(file).flatMap(g => [g.rule, g.path, g.damage, g.message])].filter(Boolean).join('\n').toLowerCase());
      return texts.get(file);
    };
    const noted = {'not seen': m => !m.seen, seen: m => m.seen, accepted: m => m.accepted, assigned: m => m.assigned !== ''};

    // The test that a file must pass now; null when all do.
    function test() {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean), {severity, format, damage, writer, notes} = by;
      const all = [
        words.length > 0 && (f => words.every(w => textOf(f).includes(w))),
        severity.value && (f => groupOf(f).severity === severity.value),
        format.value && (f => f.format === format.value),
        damage.value && (f => groupsOf(f).some(g => g.damage === damage.value)),
        writer.value && (f => f.writer === writer.value),
        notes.value && (f => noted[notes.value](marks.of(f))),
      ].filter(Boolean);
      return all.length > 0 ? f => all.every(t => t(f)) : null;
    }
    return {search, by, test};
  }

  // ---- the list ----

  // Builds the list. `chosen` is called with a file, with null for the overview, or with undefined when nothing matches.
  function make(data, chosen) {
    const sound = {id: data.groups.length, rule: null, severity: 'sound', damage: 'nothing wrong', path: '', files: 0, also: 0};
    const groupOf = file => file.group !== null ? data.groups[file.group] : sound;
    const nameOf = group => group.rule || group.damage;
    const prefix = common(data.files.map(f => f.path)), fileBy = new Map(data.files.map(f => [f.id, f]));
    const filters = makeFilters(data, groupOf, draw);
    const told = h('div', {class: 'told', role: 'status', 'aria-live': 'polite'});
    let now, marked = null, asked = 0; // asked: groups that were made

    const box = h('div', {class: 'list', role: 'listbox', 'aria-label': 'Files by root cause', tabindex: '0', id: 'list', onkeydown: keys, onclick: event => {
      const e = event.target.closest('[role=option]');
      if (e) { take(e, true); box.focus({preventScroll: true}); }
    }});
    const overview = h('div', {role: 'option', id: 'overview', class: 'overview-line'}, 'Overview');
    const noteOf = (file, group) => group === sound ? '' : marks.of(file).accepted ? 'accepted' : marks.of(file).seen ? 'seen' : '';

    function lineOf(file, group) {
      return [h('span', {class: 'name', title: file.path}, shortened(file.path.slice(prefix.length), 40)), h('span', {class: 'soft noted'}, noteOf(file, group)),
        group.files > 1 && file.id === group.example && h('span', {class: 'soft'}, 'smallest')];
    }

    const fileOption = (file, group) => h('div', {role: 'option', id: 'file-' + file.id, 'data-file': file.id, class: 'file'}, lineOf(file, group));

    // A group has a line of its own, and one for each file; with one file both are one.
    function groupOption(file, group, files) {
      const head = h('div', {class: 'head'}, h('span', {class: 'dot ' + group.severity, title: group.severity}), h('span', {class: 'rule'}, nameOf(group)),
        h('span', {class: 'count'}, files.length > 1 ? plural(files.length, 'file') : group.rule ? group.damage : ''));
      if (files.length === 1)
        return h('div', {role: 'option', id: 'file-' + file.id, 'data-file': file.id, class: 'group file'}, head, h('div', {class: 'only'}, lineOf(file, group)));
      return h('div', {role: 'option', id: 'group-' + group.id, 'data-file': file.id, class: 'group'}, head,
        group.path && h('div', {class: 'at', title: group.path}, shortened(group.path, 46)), group.rule && h('div', {class: 'count'}, group.damage));
    }

    const by = new Map();
    for (const f of data.files) {
      const g = groupOf(f);
      if (!by.has(g)) by.set(g, []);
      by.get(g).push(f);
    }
    const all = [...by].sort(([a], [b]) => a.id - b.id).map(([group, files]) => ({group, files, shown: files, most: FEW, part: null, head: null, lines: new Map()}));

    // Makes the elements of a group; the lines of its files are made when they are shown first.
    function build(g) {
      g.files.sort((a, b) => (b.id === g.group.example) - (a.id === g.group.example) || (a.path < b.path ? -1 : 1));
      g.head = groupOption(g.files.find(f => f.id === g.group.example) || g.files[0], g.group, g.files);
      g.part = h('div', {role: 'group', 'aria-label': nameOf(g.group)}, g.head);
      if (g.files.length === 1) g.lines.set(g.files[0], g.head);
    }

    // Shows the lines of a group: those of the files that match, up to a number.
    function fill(g) {
      if (g.files.length === 1) return;
      const lines = g.shown.slice(0, g.most).map(f => {
        if (!g.lines.has(f)) g.lines.set(f, fileOption(f, g.group));
        return g.lines.get(f);
      });
      const rest = g.shown.length - lines.length;
      if (rest > 0) lines.push(h('div', {role: 'option', id: 'more-' + g.group.id, class: 'file rest', 'data-more': g.group.id}, '… ' + plural(rest, 'more file')));
      g.head.dataset.file = g.shown[0].id;
      g.head.querySelector('.head .count').textContent = plural(g.shown.length, 'file');
      g.part.replaceChildren(g.head, ...lines);
    }

    const end = h('div', {class: 'end'});
    let live = []; // groups with a file that matches
    const near = new IntersectionObserver(entries => { if (asked < live.length && entries.some(e => e.isIntersecting)) extend(asked + PARTS); }, {root: box, rootMargin: '600px'});

    function extend(to) {
      const parts = [];
      for (; asked < Math.min(to, live.length); asked++) {
        const g = live[asked];
        if (!g.part) build(g);
        fill(g);
        parts.push(g.part);
      }
      end.before(...parts);
      end.dataset.left = live.length - asked;
      near.unobserve(end); // an observer tells changes only, and the end may still be near
      near.observe(end);
    }

    function draw() {
      const test = filters.test();
      live = [];
      let files = 0, causes = 0;
      for (const g of all) {
        g.shown = test ? g.files.filter(test) : g.files;
        g.most = FEW;
        files += g.shown.length;
        causes += g.shown.length > 0 && g.group !== sound;
        if (g.shown.length > 0) live.push(g);
      }
      asked = 0;
      box.replaceChildren(...test ? [end] : [overview, end]);
      extend(PARTS);
      told.replaceChildren(h('span', null, plural(files, 'file') + ', ' + plural(causes, 'root cause') + (data.moreFiles ? '; ' + number(data.moreFiles) + ' more not in the page' : '')),
        h('span', null, h('kbd', null, '/'), ' filter ', h('kbd', null, 'j'), ' ', h('kbd', null, 'k'), ' move'));
      const file = now && live.some(g => g.shown.includes(now)) ? now : undefined;
      if (file) mark(reveal(file));
      else if (!test) { if (now === undefined) now = null; if (now === null) mark(overview); else choose(live[0].shown[0].id); }
      else if (live.length > 0) choose(live[0].shown[0].id, live[0].head);
      else { now = undefined; marked = null; chosen(undefined); }
    }

    // The line of a file, which is made if need be; null where it does not match.
    function reveal(file) {
      const i = live.findIndex(g => g.shown.includes(file)), g = live[i];
      if (!g) return null;
      if (asked <= i) extend(i + 1);
      const at = g.shown.indexOf(file);
      if (at >= g.most) { g.most = at + FEW; fill(g); }
      return g.lines.get(file);
    }

    // Shows what was noted of a file.
    function refresh(file) {
      const line = document.getElementById('file-' + file.id);
      if (line) line.querySelector('.noted').textContent = noteOf(file, groupOf(file));
      if (filters.by.notes.value) draw();
    }

    function mark(e) {
      if (marked) marked.setAttribute('aria-selected', 'false');
      marked = e;
      if (!e) return;
      e.setAttribute('aria-selected', 'true');
      box.setAttribute('aria-activedescendant', e.id);
      e.scrollIntoView({block: 'nearest'});
    }

    // `wanted`: by the reader, so that a narrow screen may scroll to the file. `e`: the line, where it is not that of the file.
    function choose(id, e, wanted) {
      const file = id === null ? null : fileBy.get(id);
      if (file === undefined) return;
      const at = e || (file === null ? overview : reveal(file));
      if (at) mark(at);
      const same = now === file;
      if (same && !wanted) return;
      now = file;
      chosen(file, wanted, same);
    }

    function take(e, wanted) {
      if (e.dataset.more !== undefined) {
        const g = live.find(x => x.group.id === +e.dataset.more), first = g.shown[g.most];
        g.most += MORE;
        fill(g);
        choose(first.id, g.lines.get(first), wanted);
      } else {
        choose(e === overview ? null : +e.dataset.file, e, wanted);
      }
    }

    function step(by) {
      let options = [...box.querySelectorAll('[role=option]')];
      const at = options.indexOf(marked);
      if (at + by >= options.length && asked < live.length) { extend(by > 1e6 ? live.length : asked + PARTS); options = [...box.querySelectorAll('[role=option]')]; }
      const to = options[Math.max(0, Math.min(options.length - 1, at + by))];
      if (to) take(to, false);
    }

    function keys(event) {
      const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1e9, End: 1e9};
      if (steps[event.key]) step(steps[event.key]);
      else if (event.key === 'Enter') { const title = document.getElementById('file'); title && title.focus(); title && title.scrollIntoView({block: 'nearest'}); }
      else return;
      event.preventDefault();
    }

    return {box, search: filters.search, told, filters: Object.values(filters.by), draw, choose, step, refresh, clear: () => { filters.search.value = ''; draw(); }};
  }

  return {make, common, choices};
})();
if (typeof module === 'object') module.exports = list;
