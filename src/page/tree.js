// tree.js - what was read of a file, as a tree that keys walk through
'use strict';
const tree = (() => {
  const {h, card, words, plural, rove} = dom;
  const KINDS = ['', 'faulty', 'suspected', 'unread'];
  const holds = nodes => nodes.some(n => typeof n !== 'number' && (n[5].length > 0 || n[6] > 0 || holds(n[7])));

  // A node is [name, value, stream, offset, size, [findings], state, [nodes]], and true if paths do not have its name; a number
  // stands for nodes that were left out.
  function item(node, above, places) {
    if (typeof node === 'number') return h('li', {role: 'treeitem', tabindex: '-1', class: 'soft'}, h('span', {class: 'label'}, '… ' + words(node) + ' more'));
    const [key, value, stream, off, size, ids, state, inside, nameless] = node;
    const path = nameless ? above : above + (key[0] === '[' || !above ? '' : '.') + key, some = inside.length > 0;
    const open = some && (holds(inside) || ids.length > 0);
    const e = h('li', {role: 'treeitem', tabindex: '-1', class: KINDS[state], 'aria-expanded': some ? String(open) : null, 'data-path': path},
      h('span', {class: 'label'}, h('span', {class: 'key name'}, key), value ? [': ', h('span', {class: 'value name'}, value)] : '', ids.map(id => h('span', {class: 'tag'}, '#' + id))),
      some && h('ul', {role: 'group'}, inside.map(n => item(n, path, places))));
    places.push({e, path, stream, off, size, finding: ids[0]});
    return e;
  }

  const visible = root => [...root.querySelectorAll('[role=treeitem]')].filter(e => !e.parentElement.closest('[aria-expanded=false]'));

  function toggle(e, open) {
    if (e.hasAttribute('aria-expanded')) e.setAttribute('aria-expanded', String(open));
  }

  function keys(event, root, choose) {
    const e = document.activeElement.closest('[role=treeitem]'), shown = visible(root), at = shown.indexOf(e);
    if (!e || event.ctrlKey || event.metaKey || event.altKey) return;
    const open = e.getAttribute('aria-expanded');
    let to = {ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1}[event.key];
    if (event.key === 'ArrowRight') { if (open === 'false') toggle(e, true); else if (open === 'true') to = at + 1; }
    else if (event.key === 'ArrowLeft') { if (open === 'true') toggle(e, false); else to = shown.indexOf(e.parentElement.closest('[role=treeitem]')); }
    else if (event.key === 'Enter' || event.key === ' ') choose(e);
    else if (to === undefined) return;
    event.preventDefault();
    if (shown[to]) { rove(shown, shown[to]); shown[to].focus(); }
  }

  function view(detail) {
    const places = [], root = h('ul', {role: 'tree', 'aria-label': 'Fields of the file'}, detail.tree.map(n => item(n, '', places)));
    const by = new Map(places.map(p => [p.e, p])), box = h('div', {class: 'tree'}, root);
    const choose = e => {
      const p = by.get(e);
      if (p) selection.set({path: p.path, stream: p.stream, off: p.off, size: p.size, finding: p.finding}, 'tree');
    };
    const first = root.querySelector('[role=treeitem]');
    if (first) first.tabIndex = 0;
    root.addEventListener('keydown', event => keys(event, root, choose));
    root.addEventListener('click', event => {
      const e = event.target.closest('[role=treeitem]');
      if (!e) return;
      rove(visible(root), e);
      e.focus({preventScroll: true});
      if (event.target.closest('.label') && !event.target.closest('.key')) toggle(e, e.getAttribute('aria-expanded') === 'false');
      choose(e);
    });
    // The field of this path, else the smallest that has the byte.
    const find = to => places.filter(p => p.path === to.path && to.path).pop() ||
      places.filter(p => p.stream === to.stream && p.off <= to.off && p.off + p.size > to.off).sort((a, b) => a.size - b.size || b.path.length - a.path.length)[0];
    return {element: card('Tree', 'what was read; arrows walk, Enter shows the bytes', box), show(to, from) {
      for (const e of box.querySelectorAll('.lit')) e.classList.remove('lit');
      const p = find(to);
      if (!p) return;
      p.e.classList.add('lit');
      if (from === 'tree') return;
      for (let e = p.e.parentElement.closest('[role=treeitem]'); e; e = e.parentElement.closest('[role=treeitem]')) toggle(e, true);
      rove(visible(root), p.e);
      box.scrollTop += p.e.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
    }};
  }

  return {view};
})();
