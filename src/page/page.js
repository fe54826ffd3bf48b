// page.js - puts the page together: header, list, the chosen file, keys, and links to files
'use strict';
const page = (() => {
  const {h, plural, words: number} = dom;

  // What the page contains, so that people know what they send to others.
  function contents(data) {
    const shows = data.shows, parts = ['names, values of fields', shows.bytes && 'bytes', shows.views && 'geometry'].filter(Boolean).join(', ');
    return 'This page contains ' + parts + ' of the files with findings' + (shows.valid ? ' and of those without' : '; of the others only their names') +
      '. Small files are in it as a whole. Nothing leaves this computer.';
  }

  // `about` stands in place of what the page contains, `buttons` are [text, work].
  function header(data, save, {about, buttons}) {
    const s = data.summary, wrong = data.files.filter(f => f.group !== null).length, told = h('span', {id: 'saved', class: 'soft', role: 'status'});
    const guarded = work => async () => { try { await work(); } catch (e) { told.textContent = 'This failed: ' + e.message; } };
    return h('header', {class: 'top'}, h('h1', null, 'a3dlint triage'),
      h('p', null, h('b', null, plural(s.files, 'file')), ' · ', h('b', null, number(wrong)), ' with something wrong · ', h('b', null, plural(data.groups.filter(g => g.files > 0).length, 'root cause')),
        s.skipped ? ' · ' + number(s.skipped) + ' skipped' : '', s.interrupted ? ' · interrupted: not all files' : ''),
      h('details', {class: 'about'}, h('summary', null, 'About this page'), h('p', null, about || contents(data)),
        h('p', null, 'Accept files in their notes, then save them as a baseline: a3dlint check --baseline FILE no longer reports them. Save it in the folder in which a3dlint was run.'),
        h('button', {class: 'plain', type: 'button', onclick: guarded(() => save(data, told))}, 'Save the accepted files as a baseline'),
        (buttons || []).map(([text, work]) => [' ', h('button', {class: 'plain', type: 'button', onclick: guarded(work)}, text)]), ' ', told));
  }

  function download(text, called) {
    const url = URL.createObjectURL(new Blob([text], {type: 'application/json'})), a = h('a', {href: url, download: called});
    a.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  // The files that were accepted, as a baseline. A file whose findings are not all in the page cannot be in it.
  async function save(data, told) {
    const files = [], left = [];
    for (const file of data.files.filter(f => f.group !== null && marks.of(f).accepted)) {
      const detail = await unpack.detail(file);
      if (detail && detail.moreFindings === 0) files.push([file, detail]);
      else left.push(file.path);
    }
    if (files.length > 0) download(marks.baseline(files), 'a3dlint-baseline.json');
    told.textContent = files.length === 0 && left.length === 0 ? 'No file is accepted yet.'
      : plural(files.length, 'file') + ' saved.' + (left.length > 0 ? ' Not saved, since the page lacks some of their findings: ' + left.join(', ') + '.' : '');
  }

  // A link to a file names the digest of its content, which stays when the page is written anew.
  const linkOf = file => '#file=' + file.key;
  const linked = (data, hash) => { const m = /^#file=([0-9a-f]{16})$/.exec(hash); return m && data.files.find(f => f.key === m[1]); };

  let now = null; // what is shown: {data, files}

  document.addEventListener('keydown', event => {
    if (!now || event.ctrlKey || event.metaKey || event.altKey) return;
    const files = now.files, typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === 'Escape' && event.target === files.search) { files.clear(); files.box.focus(); }
    else if (event.key === 'Enter' && event.target === files.search) files.box.focus();
    else if (typing) return;
    else if (event.key === '/') { files.search.focus(); files.search.select(); }
    else if (event.key === 'j') files.step(1);
    else if (event.key === 'k') files.step(-1);
    else if (event.key === 'Escape') files.box.focus();
    else return;
    event.preventDefault();
  });
  addEventListener('hashchange', () => {
    const file = now && linked(now.data, location.hash);
    if (file) now.files.choose(file.id, null, true);
    else if (now && location.hash === '') now.files.choose(null, null, true);
  });
  addEventListener('beforeprint', () => { for (const e of document.querySelectorAll('main details.more')) e.open = true; });

  // Shows data, in place of what was shown before. Options, all of them optional: `actions` as for fileView.show; `about` and
  // `buttons` as for header().
  function show(data, options = {}) {
    const pane = h('main', {id: 'detail', tabindex: '-1', 'aria-label': 'The chosen file'});
    const toList = () => { files.box.focus(); files.box.scrollIntoView(); };
    const narrow = () => matchMedia('(max-width: 820px)').matches;
    const files = list.make(data, (file, asked, same) => {
      if (!file) {
        fileView.close();
        pane.replaceChildren(file === null ? start.view(data, id => files.choose(id, null, true)) : h('p', {class: 'soft'}, 'No file matches.'));
        delete pane.dataset.shown;
        if (file === null && location.hash) history.replaceState(null, '', location.pathname + location.search);
      } else if (!same) {
        const handlers = {choose: id => files.choose(id, null, true), back: toList, changed: files.refresh, actions: options.actions};
        fileView.show(pane, data, file, handlers).then(all => { if (all) pane.dataset.shown = file.id; });
        pane.scrollTop = 0;
        history.replaceState(null, '', linkOf(file));
      }
      if (asked && narrow()) pane.scrollIntoView({block: 'start'});
    });
    const wanted = linked(data, location.hash);
    for (const old of document.querySelectorAll('body > .skip, body > header, body > .layout')) old.remove();
    document.body.append(h('a', {class: 'skip', href: '#detail'}, 'To the chosen file'), header(data, save, options),
      h('div', {class: 'layout'}, h('nav', {'aria-label': 'Files'}, h('div', {class: 'filters'}, files.search, files.filters, files.told), files.box), pane));
    now = {data, files};
    files.draw();
    const broken = data.files.filter(f => f.group !== null);
    const first = wanted || (broken.length === 1 ? broken[0] : null); // one broken file needs no overview
    if (first) files.choose(first.id, null, false);
    else if (!pane.firstChild) pane.append(start.view(data, id => files.choose(id, null, true)));
  }

  return {show};
})();
if (document.getElementById('data')) page.show(JSON.parse(document.getElementById('data').textContent));
