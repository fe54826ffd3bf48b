// page.js - the triage page: the list with its filters, and the keys; page-detail.js shows a single file
'use strict';
(() => {
  const {h, name, plural, words: number, show} = detail;
  const data = JSON.parse(document.getElementById('data').textContent);
  const sound = {id: data.groups.length, rule: null, severity: 'sound', damage: 'nothing wrong', path: '', files: 0, also: 0};
  const groupOf = file => file.group !== null ? data.groups[file.group] : sound;
  const nameOf = group => group.rule || group.damage;
  let chosen = null, options = [];

  // ---- filters ----

  const search = h('input', {type: 'search', id: 'search', placeholder: 'Filter: path, rule, field, words …', 'aria-label': 'Filter the list', oninput: draw});
  const select = (label, values) =>
    h('select', {'aria-label': label, id: 'by-' + label.toLowerCase(), onchange: draw}, h('option', {value: ''}, label + ': all'), values.map(v => h('option', {value: v}, v)));
  const distinct = values => [...new Set(values.filter(Boolean))].sort();
  const filters = {
    severity: select('Severity', ['error', 'warning', 'sound']),
    format: select('Format', distinct(data.files.map(f => f.format))),
    damage: select('Damage', distinct(data.groups.map(g => g.damage))),
    writer: select('Writer', distinct(data.files.filter(f => f.group !== null).map(f => f.writer))),
  };
  const told = h('div', {class: 'told', role: 'status', 'aria-live': 'polite'});

  // The words of the filter are looked up in these texts.
  const groupsOf = file => [groupOf(file), ...file.also.map(id => data.groups[id])];
  const texts = new Map(data.files.map(file => [file, [file.path, file.format, file.version, file.branch, file.writer, file.message,
    ...groupsOf(file).flatMap(g => [g.rule, g.path, g.damage, g.message])].filter(Boolean).join('\n').toLowerCase()]));

  function matches(file, words) {
    return words.every(w => texts.get(file).includes(w)) &&
      (!filters.severity.value || groupOf(file).severity === filters.severity.value) &&
      (!filters.format.value || file.format === filters.format.value) &&
      (!filters.damage.value || groupsOf(file).some(g => g.damage === filters.damage.value)) &&
      (!filters.writer.value || file.writer === filters.writer.value);
  }

  // ---- the list ----

  const list = h('div', {class: 'list', role: 'listbox', 'aria-label': 'Files by root cause', tabindex: '0', id: 'list', onkeydown: listKeys});
  const pane = h('main', {id: 'detail', tabindex: '-1', 'aria-label': 'The chosen file'});

  function option(file, group, head) {
    const e = h('div', {role: 'option', id: (head ? 'group-' + group.id : 'file-' + file.id), 'data-file': file.id, class: head ? 'group' : 'file',
                        onclick: () => { choose(file.id, e); list.focus({preventScroll: true}); }},
      head ? [h('div', {class: 'head'}, h('span', {class: 'dot ' + group.severity, title: group.severity}), h('span', {class: 'rule'}, nameOf(group)),
                h('span', {class: 'count'}, head)),
              group.path && h('div', {class: 'at'}, group.path), group.rule && h('div', {class: 'count'}, group.damage)]
           : [name(file.path), h('span', {class: 'soft'}, file.id === group.example ? 'smallest' : '')]);
    return e;
  }

  function drawGroup(group, files) {
    const part = h('div', {role: 'group', 'aria-label': nameOf(group)});
    const example = files.find(f => f.id === group.example) || files[0];
    const few = files.slice().sort((a, b) => (b.id === group.example) - (a.id === group.example) || a.path.localeCompare(b.path, 'en'));
    part.append(option(example, group, plural(files.length, 'file')), ...few.map(f => option(f, group, null)));
    return part;
  }

  function draw() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean), files = data.files.filter(f => matches(f, words)), by = new Map();
    for (const f of files) {
      const g = groupOf(f);
      if (!by.has(g)) by.set(g, []);
      by.get(g).push(f);
    }
    const groups = [...by.keys()].sort((a, b) => a.id - b.id);
    list.replaceChildren(...groups.map(g => drawGroup(g, by.get(g))));
    options = [...list.querySelectorAll('[role=option]')];
    told.replaceChildren(h('span', null, plural(files.length, 'file') + ' in ' + plural(groups.length, 'group') + (data.moreFiles ? ', ' + number(data.moreFiles) + ' more not in the page' : '')),
      h('span', null, h('kbd', null, '/'), ' filter ', h('kbd', null, 'j'), ' ', h('kbd', null, 'k'), ' move'));
    const same = options.find(o => o.classList.contains('file') && +o.dataset.file === chosen);
    if (same) mark(same);
    else if (options.length > 0) choose(+options[0].dataset.file, options[0]);
    else { chosen = null; pane.replaceChildren(h('p', {class: 'soft'}, 'No file matches.')); }
  }

  function mark(e) {
    for (const o of options) o.setAttribute('aria-selected', String(o === e));
    list.setAttribute('aria-activedescendant', e.id);
    e.scrollIntoView({block: 'nearest'});
  }

  function choose(id, e) {
    const file = data.files.find(f => f.id === id);
    if (!file) return;
    mark(e || options.find(o => o.classList.contains('file') && +o.dataset.file === id) || options[0]);
    if (chosen === id) return;
    chosen = id;
    pane.replaceChildren(...show(data, file, other => choose(other), toList).flat(9).filter(Boolean));
    pane.scrollTop = 0;
    history.replaceState(null, '', '#f' + id);
  }

  const toList = () => { list.focus(); list.scrollIntoView(); };

  // ---- keys ----

  function step(by) {
    const at = options.findIndex(o => o.getAttribute('aria-selected') === 'true');
    const to = options[Math.max(0, Math.min(options.length - 1, at + by))];
    if (to) choose(+to.dataset.file, to);
  }

  function listKeys(event) {
    const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1e9, End: 1e9};
    if (steps[event.key]) step(steps[event.key]);
    else if (event.key === 'Enter') { const title = document.getElementById('file'); title && title.focus(); title && title.scrollIntoView({block: 'nearest'}); }
    else return;
    event.preventDefault();
  }

  document.addEventListener('keydown', event => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && event.target === search) { search.value = ''; draw(); list.focus(); }
    else if (event.key === 'Enter' && event.target === search) list.focus();
    else if (typing) return;
    else if (event.key === '/') { search.focus(); search.select(); }
    else if (event.key === 'j') step(1);
    else if (event.key === 'k') step(-1);
    else if (event.key === 'Escape') list.focus();
    else return;
    event.preventDefault();
  });

  // ---- start ----

  const s = data.summary, wrong = data.files.filter(f => f.group !== null).length;
  document.body.append(
    h('a', {class: 'skip', href: '#detail'}, 'To the chosen file'),
    h('header', {class: 'top'}, h('h1', null, 'a3dlint triage'),
      h('p', null, h('b', null, plural(s.files, 'file')), ' · ', h('b', null, number(wrong)), ' with something wrong · ', h('b', null, plural(data.groups.filter(g => g.files > 0).length, 'root cause')),
        s.skipped ? ' · ' + number(s.skipped) + ' skipped' : '', s.interrupted ? ' · interrupted: not all files' : '')),
    h('div', {class: 'layout'}, h('nav', {'aria-label': 'Files'}, h('div', {class: 'filters'}, search, Object.values(filters), told), list), pane));
  const wanted = /^#f(\d+)$/.exec(location.hash);
  draw();
  if (wanted) choose(+wanted[1]);
})();
