// web.js - the page that takes files: drop them, and they are checked here, by the program as WebAssembly
'use strict';
(() => {
  const {h, plural} = dom;
  const sources = new Map(); // path -> Blob, to read a file again
  const parts = [];
  let busy = false;

  const bytesOf = async blob => new Uint8Array(await blob.arrayBuffer());
  const told = h('p', {role: 'status', class: 'told'}), bar = h('progress', {max: 1, value: 0, hidden: true});

  // ---- checking ----

  // Shows how far it is, at most ten times a second.
  function progress(total) {
    let done = 0, last = 0;
    bar.hidden = false;
    return n => {
      done += n;
      if (performance.now() - last < 100 && done < total) return;
      last = performance.now();
      bar.value = total > 0 ? done / total : 1;
      told.textContent = done.toLocaleString('en') + ' of ' + plural(total, 'file') + ' checked';
    };
  }

  async function checkShard(shard) {
    const unread = [];
    const read = async () => {
      const files = [];
      for (const {path, file} of shard) {
        try { files.push({path, bytes: await bytesOf(file)}); } catch (e) { unread.push(path); }
      }
      return files;
    };
    const answer = await engine.run(['triage', '--format', 'data', '--include', 'valid', '--untrusted', '.'], read);
    return {data: answer.out ? JSON.parse(answer.out) : null, err: answer.err, unread};
  }

  async function check(list) {
    const fresh = intake.distinct([...[...sources].map(([path, file]) => ({path, file, old: true})), ...list]).filter(f => !f.old);
    const shards = intake.shards(fresh), step = progress(fresh.length), failed = [];
    for (const {path, file} of fresh) sources.set(path, file);
    const results = await Promise.all(shards.map(async shard => {
      try {
        const {data, err, unread} = await checkShard(shard);
        failed.push(...unread.map(path => path + ' cannot be read'));
        if (data === null) failed.push(plural(shard.length, 'file') + ': ' + err.trim());
        return data;
      } catch (e) {
        failed.push(plural(shard.length, 'file') + ' could not be checked: ' + e.message);
        return null;
      } finally {
        step(shard.length);
      }
    }));
    parts.push(...results.filter(Boolean));
    return failed;
  }

  // A list that is longer than memory allows would end as an error of the browser; files are read shard by shard instead.
  async function take(list) {
    if (busy) return;
    if (list.length === 0) { told.textContent = 'There are no files in it.'; return; }
    busy = true;
    document.body.classList.add('busy');
    try {
      const failed = await check(list);
      if (parts.length > 0) present(failed);
      else told.textContent = failed.length > 0 ? failed.join('; ') : 'None of these files is a model that a3dlint knows.';
    } finally {
      busy = false;
      bar.hidden = true;
      document.body.classList.remove('busy');
    }
  }

  // ---- the result ----

  let data = null; // of all files so far

  function actions(file, group, pane) {
    const blob = sources.get(file.path);
    return repairs.make(file, group, {
      bytesOf: async () => {
        if (!blob) throw new Error('the file is in an archive');
        return bytesOf(blob);
      },
      look: (other, now) => fileView.views(pane, other, now),
      back: () => fileView.views(pane, data, file),
    });
  }

  async function report() {
    const files = [];
    for (const [path, blob] of sources) files.push({path, bytes: await bytesOf(blob)});
    for (const [name, text] of Object.entries(globalThis.a3dlintParts)) files.push({path: '.share/' + name, bytes: new TextEncoder().encode(text)});
    const answer = await engine.run(['triage', '--untrusted', '-o', 'a3dlint-triage.html', ...sources.keys()], files, ['a3dlint-triage.html']);
    if (answer.files.length === 0) throw new Error(answer.err.trim());
    repairs.save(answer.files[0].bytes, 'a3dlint-triage.html');
  }

  function present(failed) {
    data = merge.all(parts);
    const none = data.files.length === 0;
    told.textContent = none ? 'None of these files is a model that a3dlint knows.' : failed.join('; ');
    document.getElementById('start').classList.toggle('small', !none);
    if (none) return;
    page.show(data, {actions, about: 'The files were checked in this browser. Nothing was sent anywhere: the policy of this page forbids it to connect.',
      buttons: [['Save the report as a page', report]]});
  }

  // ---- the start ----

  function start() {
    const choose = (text, attributes) => {
      const input = h('input', {type: 'file', multiple: true, class: 'hidden', 'aria-hidden': 'true', tabindex: '-1', onchange: () => { take(intake.chosen(input.files)); input.value = ''; }, ...attributes});
      return [h('button', {class: 'plain', type: 'button', onclick: () => input.click()}, text), input];
    };
    const area = h('textarea', {rows: '3', 'aria-label': 'Base64 of a model', placeholder: 'Base64 of a model, or a data: address'});
    const paste = h('details', {class: 'paste'}, h('summary', null, 'Paste base64'), area, h('button', {class: 'plain', type: 'button', onclick: () => {
      const one = intake.pasted(area.value);
      if (one) take([one]); else told.textContent = 'This is no base64.';
    }}, 'Check'));
    document.body.prepend(h('section', {id: 'start', 'aria-label': 'Files to check'},
      h('h1', null, 'a3dlint'), h('p', {class: 'what'}, 'Checks 3D models: Alternativa3D and Tanki Online (.a3d), ODOL of Arma and DayZ (.p3d), M3G (.m3g). You see what is wrong with each file and what it shows in 3D. You can repair it, and save it as glTF (GLB).'),
      h('div', {class: 'drop'}, h('p', null, 'Drop models, folders or archives here'), h('div', {class: 'buttons'}, choose('Choose files', {}), choose('Choose a folder', {webkitdirectory: true}))),
      paste, bar, told,
      h('p', {class: 'soft'}, 'Your files stay on this computer. They are checked in this browser, and the policy of this page forbids it to connect to anything. Once loaded, it works without a network.')));
    addEventListener('dragover', e => { e.preventDefault(); document.body.classList.add('over'); });
    addEventListener('dragleave', e => { if (!e.relatedTarget) document.body.classList.remove('over'); });
    addEventListener('drop', async e => {
      e.preventDefault();
      document.body.classList.remove('over');
      try { await take(await intake.dropped(e.dataTransfer)); } catch (error) { told.textContent = 'This cannot be read: ' + error.message; }
    });
    engine.start().then(() => { document.body.dataset.ready = '1'; }, e => { told.textContent = 'This browser cannot run the engine: ' + e.message; });
    if ('serviceWorker' in navigator && location.protocol !== 'file:') navigator.serviceWorker.register('offline.js').catch(() => {});
    globalThis.a3dlintTake = take; // for tests and for pages that embed this one
  }

  start();
})();
