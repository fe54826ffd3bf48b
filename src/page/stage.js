// stage.js - the card with the picture of a file; page-3d.mjs draws it
'use strict';
const stage = (() => {
  const {h, name, card, plural, words} = dom;
  const {quoted} = shell;
  const color = variable => getComputedStyle(document.documentElement).getPropertyValue(variable).trim();

  // Which fields have findings, with the severity of the worst.
  function damagedIn(detail) {
    const worst = new Map(), rank = {warning: 1, error: 2};
    for (const f of detail.findings)
      for (const p of [f, ...f.suspects])
        if (p.path && rank[f.severity] > (rank[(worst.get(p.path) || {}).severity] || 0)) worst.set(p.path, {path: p.path, severity: f.severity, stream: p.stream, off: p.off});
    return [...worst.values()];
  }

  // What the picture shows, in a sentence. The picture may lack what is damaged, and says so.
  function summary(r, after) {
    const n = r.errors + r.warnings;
    return plural(r.parts, 'part') + (n > 0 ? ', ' + [r.errors && words(r.errors) + ' with errors', r.warnings && words(r.warnings) + ' with warnings'].filter(Boolean).join(', ')
      : after ? '' : '; the findings are in none of these') + (r.away ? '. ' + plural(r.away, 'point') + (r.away === 1 ? ' is' : ' are') + ' NaN, infinite or far outside, marked at the edge' : '') +
      (r.dropped ? '. ' + plural(r.dropped, 'triangle') + ' with a corner that is no vertex ' + (r.dropped === 1 ? 'is' : 'are') + ' drawn as far as possible' : '');
  }

  function keys(view, event) {
    const turns = {ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15]};
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return;
    if (turns[event.key]) view.turn(...turns[event.key]);
    else if (event.key === '+' || event.key === '=') view.zoom(0.85);
    else if (event.key === '-') view.zoom(1 / 0.85);
    else return;
    event.preventDefault();
  }

  const switchOf = (text, pressed, toggle) => h('button', {class: 'plain', type: 'button', 'aria-pressed': String(pressed), onclick: e => {
    e.currentTarget.setAttribute('aria-pressed', String(toggle(e.currentTarget.getAttribute('aria-pressed') !== 'true')));
  }}, text);
  const swatch = (variable, text) => h('span', null, h('span', {class: 'swatch', style: 'background:var(' + variable + ')'}), text);

  // The 3D view is a script that runs only when there is something to draw.
  const hasView = () => !!globalThis.a3dlint3d || document.readyState === 'loading' || !!document.getElementById('view3d');
  function loadView() {
    const text = document.getElementById('view3d');
    if (!globalThis.a3dlint3d && text) { const run = h('script'); run.textContent = text.textContent; document.head.append(run); run.remove(); }
    return globalThis.a3dlint3d;
  }

  // What stands in place of a picture.
  function without(file, why, lost) {
    return {element: card('3D', null, h('p', null, why + ' To look at the file elsewhere:'),
      dom.command('a3dlint dump --gltf ' + quoted(file.path) + ' -o model.glb'), lost), show() {}, close() {}};
  }

  function view(data, file, detail) {
    const known = detail.view || (file.after ? {lost: [], reached: [], size: 0} : null), some = !!file.view, repaired = !!file.after;
    if (!known) return detail.tree.length > 0 && data.shows && data.shows.views ? {element: card('3D', null, h('p', {class: 'soft'}, 'Nothing in this file could be drawn.')), show() {}, close() {}} : null;
    const lost = known.lost.length > 0 && h('details', {class: 'soft'}, h('summary', null, 'Not in the picture'), h('ul', null, known.lost.map(l => h('li', null, name(l)))));
    if (!some && !repaired) return without(file, 'The picture has ' + words(known.size) + ' bytes, too many for this page.', lost);
    if (!data.view || !hasView()) return without(file, 'This page was written without the 3D view, which `make page` builds.', lost);

    let drawn = null, over = false, after = !some;
    const told = h('span', {role: 'status'});
    const host = h('div', {class: 'view', id: 'view', tabindex: '0', role: 'img', 'aria-label': 'What could be read, drawn in 3D. Arrows turn it, plus and minus zoom.', onkeydown: e => keys(drawn, e)});
    const scenes = h('select', {class: 'plain', hidden: true, 'aria-label': 'What is drawn', onchange: e => drawn && drawn.pick(+e.target.value)});
    const switches = h('span', {class: 'switches'});
    const which = !repaired ? null : !some ? h('b', null, 'After the repair') : switchOf('After the repair', false, to => { after = to; load(); return to; });
    const failed = why => { told.textContent = why; host.dataset.state = 'failed'; host.hidden = true; legend.replaceChildren(...[which, told].filter(Boolean)); };
    const swatches = [swatch('--sound-part', 'sound'), swatch('--warned-part', 'with a warning'), swatch('--bad-part', 'with an error')];
    const reset = h('button', {class: 'plain', type: 'button', onclick: () => drawn && drawn.home()}, 'Reset'), legend = h('div', {class: 'legend'});
    const start = glb => {
      try {
        if (drawn) drawn.close();
        drawn = loadView().open(host, glb, {
          damaged: after ? [] : damagedIn(detail), reached: after ? [] : known.reached,
          colors: {sound: color('--sound-part'), error: color('--bad-part'), warning: color('--warned-part'), chosen: color('--accent')},
          scenes: names => { scenes.replaceChildren(...names.map((n, i) => h('option', {value: i}, n))); scenes.hidden = names.length < 2; },
          picked: place => selection.set(place, 'stage'),
          told: r => {
            if (r.error) { failed('This cannot be drawn: ' + r.error); return; }
            if (r.parts === 0) { failed('Nothing in this file could be drawn.'); return; }
            told.textContent = (after ? 'The repaired file: ' : '') + summary(r, after);
            host.dataset.state = 'drawn';
            switches.replaceChildren(...r.switches.map(([id, text, on]) => switchOf(text, on, to => drawn.turnOn(id, to))));
            const now = selection.now();
            if (now && drawn) drawn.highlight(now);
          },
        });
      } catch (e) {
        failed('This browser draws no 3D here.');
      }
    };
    const load = () => {
      host.hidden = false;
      legend.replaceChildren(...[which, told, ...after ? [] : swatches, scenes, reset, switches].filter(Boolean));
      return (after ? unpack.after(file) : unpack.view(file)).then(glb => { if (!over) start(glb); });
    };
    requestAnimationFrame(() => { if (!over && host.isConnected) load(); });
    return {
      element: card('3D', 'drag or arrows turn, wheel or + and − zoom, a click chooses a part', host, legend, lost),
      show(to, from) { if (drawn && !after && from !== 'stage') drawn.highlight(to); },
      close() { over = true; if (drawn) drawn.close(); drawn = null; },
    };
  }

  return {view};
})();
