// file.js - everything that the page shows of one file
'use strict';
const fileView = (() => {
  const {h, name, tag, card, plural} = dom;
  let stageNow = null, latest = 0;

  function tags(file) {
    return h('div', {class: 'tags'}, [tag(file.verdict, file.verdict === 'valid' ? '' : 'error'),
      file.format && tag([file.format, file.version, file.branch].filter(Boolean).join(' ')), tag(plural(file.size, 'byte')),
      file.errors > 0 && tag(plural(file.errors, 'error'), 'error'), file.warnings > 0 && tag(plural(file.warnings, 'warning'), 'warning')]);
  }

  // Notes of the reader, which stay in the browser.
  function notes(file, changed) {
    const mark = marks.of(file), told = h('span', {class: 'soft', role: 'status'});
    const put = change => { told.textContent = marks.set(file, change) ? '' : 'This browser keeps nothing beyond this visit.'; changed(file); };
    const box = (key, text) => h('label', null, h('input', {type: 'checkbox', checked: mark[key], onchange: e => put({[key]: e.target.checked})}), ' ' + text);
    const line = (key, text) => h('label', {class: 'line'}, text, h('input', {type: 'text', value: mark[key], onchange: e => put({[key]: e.target.value})}));
    return h('details', {class: 'card notes', open: mark.accepted || !!mark.note || !!mark.assigned}, h('summary', null, 'Your notes'),
      h('div', {class: 'marks'}, box('seen', 'seen'), box('accepted', 'accepted: goes into the baseline'), line('assigned', 'Assigned to'), line('note', 'Note or reason'), told));
  }

  function close() {
    if (stageNow) stageNow.close();
    stageNow = null;
  }

  // Shows findings, picture, bytes and tree of a file in `pane`, in place of those of another. Returns its details, null when
  // the page holds none, or undefined when a later call took over.
  async function views(pane, data, file) {
    const turn = ++latest, place = pane.querySelector('.views');
    close();
    let detail = null, failed = false;
    try { detail = await unpack.detail(file); } catch (e) { failed = true; }
    if (turn !== latest) return undefined;
    if (!detail) {
      const none = failed ? 'This browser cannot unpack what the page holds of the file; a newer one can.' : file.group !== null ? 'The page holds no more of this file; a3dlint hex shows its bytes.'
        : 'The page holds no more of files without findings, unless it is written with --include valid.';
      selection.begin([]);
      place.replaceChildren(h('p', {class: 'soft'}, none));
      return null;
    }
    stageNow = stage.view(data, file, detail);
    const parts = [findings.view(detail), stageNow, bytes.view(detail), tree.view(detail)];
    selection.begin(parts);
    place.replaceChildren(...[parts[0] && parts[0].element, h('div', {class: 'instruments'}, parts.slice(1).filter(Boolean).map(v => v.element))].filter(Boolean));
    return detail;
  }

  // Fills `pane` with a file. Resolves when its details are there; a later call ends an earlier one. `actions` makes the card
  // of what can be done with the file, where the engine is there.
  async function show(pane, data, file, {choose, back, changed, actions}) {
    const group = file.group !== null ? data.groups[file.group] : null;
    const whyAt = h('div', null, group ? story.view(data, file, group, null, choose) : h('p', null, 'Nothing is wrong with this file.'));
    pane.replaceChildren(...[
      h('button', {class: 'plain back', type: 'button', onclick: back}, '↑ Back to the list'),
      h('h2', {tabindex: '-1', id: 'file'}, name(file.path)), tags(file),
      file.writer && h('p', {class: 'soft writer'}, 'Writer: ', name(file.writer)),
      whyAt,
      file.also.length > 0 && card('Other causes in this file', null, file.also.map(id => h('p', null, h('code', null, data.groups[id].rule), ' ', h('span', {class: 'name'}, data.groups[id].title || ''), ' ', h('span', {class: 'soft name'}, data.groups[id].path)))),
      actions && actions(file, group, pane),
      h('div', {class: 'views'}),
      group && notes(file, changed),
    ].filter(Boolean));
    const detail = await views(pane, data, file);
    if (detail && group) whyAt.replaceChildren(story.view(data, file, group, detail, choose));
    return detail !== undefined;
  }

  return {show, views, close};
})();
