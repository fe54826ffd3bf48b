// repairs.js - what can be done with a file while the engine is there: explain, repair, look at the result, save it
'use strict';
const repairs = (() => {
  const {h, card, plural} = dom;

  function save(bytes, called) {
    const url = URL.createObjectURL(new Blob([bytes])), a = h('a', {href: url, download: called});
    a.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  const baseOf = path => path.replace(/^.*[/!]/, '');
  const fixedName = path => baseOf(path).replace(/(\.[^.]*)?$/, '.fixed$1');

  // The card of a file. `bytesOf` gives its bytes, or null if it is a member of an archive; `look` shows other data in
  // place of the file's own; `back` shows that again.
  function make(file, group, {bytesOf, look, back}) {
    const said = h('pre', {class: 'said', hidden: true}), after = h('div', {class: 'after'}), told = h('p', {class: 'soft', role: 'status'});
    const show = text => { said.textContent = dom.visible(text.trimEnd()); said.hidden = text.trim() === ''; };
    const run = async (args, wanted = []) => {
      told.textContent = 'Working …';
      const answer = await engine.run(args, [{path: baseOf(file.path), bytes: await bytesOf()}], wanted);
      told.textContent = '';
      return answer;
    };

    // Checks the result, and shows it beside the file that it was made of.
    async function result(bytes, called) {
      const kept = bytes.slice();
      const checked = await engine.run(['triage', '--format', 'data', '--include', 'valid', '.'], [{path: called, bytes}]);
      const data = JSON.parse(checked.out), now = data.files[0];
      const errors = now ? now.errors : 0;
      after.replaceChildren(
        h('p', null, 'The result is ', h('b', null, now ? now.verdict : 'no model'), errors > 0 ? ', with ' + plural(errors, 'error') : '', ', ' + plural(kept.length, 'byte') + '.'),
        h('div', {class: 'buttons'}, h('button', {class: 'plain', type: 'button', onclick: () => save(kept, called)}, 'Save ' + called),
          now && h('button', {class: 'plain', type: 'button', 'aria-pressed': 'false', onclick: e => {
            const shown = e.currentTarget.getAttribute('aria-pressed') !== 'true';
            e.currentTarget.setAttribute('aria-pressed', String(shown));
            e.currentTarget.textContent = shown ? 'Look at it before' : 'Look at it after';
            if (shown) look(data, now); else back();
          }}, 'Look at it after')));
    }

    const guarded = work => async () => {
      try { await work(); } catch (e) { told.textContent = 'This failed: ' + e.message; }
    };
    const change = (command, called) => guarded(async () => {
      after.replaceChildren();
      const answer = await run([...command, baseOf(file.path), '-o', called], [called]);
      show(answer.out + answer.err);
      if (answer.files.length > 0) await result(answer.files[0].bytes, called);
    });
    const toGlb = guarded(async () => {
      const called = baseOf(file.path).replace(/(\.[^.]*)?$/, '.glb');
      const answer = await run(['dump', '--gltf', baseOf(file.path), '-o', called], [called]);
      show(answer.out + answer.err);
      if (answer.files.length > 0) save(answer.files[0].bytes, called);
    });
    const explain = guarded(async () => {
      const answer = await engine.run(['explain', group.rule], []);
      show(answer.out + answer.err);
    });
    const button = (text, work) => h('button', {class: 'plain', type: 'button', onclick: work}, text);
    return card('Repair', 'the file itself stays as it is', h('div', {class: 'buttons'},
      group && group.rule && button('Explain the rule', explain),
      group && !file.member && button('Repair what is certain', change(['fix'], fixedName(file.path))),
      group && !file.member && button('Salvage what can be read', change(['fix', '--salvage'], fixedName(file.path))),
      !file.member && button('Save as GLB', toGlb)), told, said, after);
  }

  return {make, save};
})();
