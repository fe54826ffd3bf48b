// start.js - the first card: what was found in how many files, what has the same cause, and what to do first
'use strict';
const start = (() => {
  const {h, card, plural, words} = dom;
  const LINES = 5; // root causes that are shown at first

  // What can be done about a group: its files are repaired, perhaps, got again, or somebody has to look at them.
  function todoOf(group) {
    if (group.fixable && group.left === 0) return 'repair';
    return {'no repair': 'again', 'not known': 'unread', 'not tried': 'try'}[group.safe] || 'look';
  }

  // How many files there are of each kind, and their groups: {repair, try, again, unread, look}, each [files, groups].
  function sums(data) {
    const all = {repair: [0, 0], try: [0, 0], again: [0, 0], unread: [0, 0], look: [0, 0]};
    for (const g of data.groups.filter(x => x.files > 0)) {
      const sum = all[todoOf(g)];
      sum[0] += g.files;
      sum[1]++;
    }
    return all;
  }

  const are = n => n === 1 ? ' is' : ' are';
  const wholly = (n, all, what) => n === all && n > 1 ? 'all ' + plural(n, what) : plural(n, what);

  // The sentences of the card, as texts.
  function sentences(data) {
    const s = data.summary, led = data.groups.filter(g => g.files > 0), wrong = led.reduce((n, g) => n + g.files, 0);
    if (s.files === 0) return ['There were no files to check.'];
    if (wrong === 0) return ['Nothing is wrong with ' + (s.files === 1 ? 'this file' : 'these ' + words(s.files) + ' files') + '.'];
    const which = wholly(wrong, s.files, 'file') + (wrong < s.files ? ' of ' + words(s.files) : '');
    const mild = led.every(g => g.severity === 'warning'), first = mild ? 'No file has an error, but ' + which + (wrong === 1 ? ' has' : ' have') + ' warnings.' : 'Something is wrong with ' + which + '.';
    const big = led.slice().sort((a, b) => b.files - a.files)[0];
    const shared = led.filter(g => g.files > 1), alone = led.length - shared.length;
    const causes = led.length === 1 ? 'All have the same cause.'
      : plural(led.length, 'root cause') + (shared.length === 0 ? ': each file has its own.'
        : '; the most frequent explains ' + plural(big.files, 'file') + (alone > 0 ? ', and ' + words(alone) + (alone === 1 ? ' has one file.' : ' have one file each.') : '.'));
    const {repair, try: untried, again, unread, look} = sums(data), one = n => n === 1 ? ' it' : ' them';
    if (wrong === 1)
      return [first, repair[0] > 0 ? 'It can be repaired: a repair was tried on a copy.'
        : untried[0] > 0 ? 'No repair was tried: see what fix --dry-run says.' : again[0] > 0 ? 'It cannot be repaired: get it again.'
        : unread[0] > 0 ? 'It could not be read: the message says why.' : 'Somebody has to decide what is right.'];
    const parts = [
      repair[0] > 0 && words(repair[0]) + ' can be repaired: a repair worked for the smallest file of each cause',
      untried[0] > 0 && words(untried[0]) + ' may be repairable: see what fix --dry-run says',
      again[0] > 0 && words(again[0]) + ' cannot be repaired: get' + one(again[0]) + ' again',
      unread[0] > 0 && words(unread[0]) + ' could not be read: the message says why',
      look[0] > 0 && words(look[0]) + ' need' + (look[0] === 1 ? 's' : '') + ' somebody to decide',
    ].filter(Boolean);
    return [first, causes, parts.length > 0 ? 'Of these, ' + parts.join('; ') + '.' : ''].filter(Boolean);
  }

  // The cause of the first step among all of them: one that can be repaired need not be the one with the most files.
  const whichCause = (led, best) => led.every(g => g.files <= best.files) ? 'the cause with the most files'
    : 'the most frequent cause that can be repaired';

  // What to do first: repair what can be repaired for sure, since that costs nothing; else the cause with the most files.
  function firstStep(data, choose) {
    const led = data.groups.filter(g => g.files > 0), {repair} = sums(data);
    if (led.length === 0) return null;
    const best = led.slice().sort((a, b) => (todoOf(b) === 'repair') - (todoOf(a) === 'repair') || b.files - a.files)[0], example = data.files.find(f => f.id === best.example);
    const folder = list.common(data.files.map(f => f.path)) || '.';
    const safe = repair[0] > 1 && !data.files.some(f => f.member);
    return [safe && h('p', null, 'First see what fix would repair; it writes nothing with --dry-run:'), safe && dom.command('a3dlint fix --dry-run ' + shell.quoted(folder)),
      example && h('p', null, safe ? 'Then look at ' : 'Begin with ', h('button', {class: 'plain', type: 'button', onclick: () => choose(example.id)}, dom.name(dom.shortened(example.path))),
        best.files > 1 ? ', the smallest file of ' + whichCause(led, best) + '.' : '.')];
  }

  function line(data, group, choose) {
    const words = {repair: 'can be repaired', try: 'try fix', again: 'get it again', unread: 'see why', look: 'decide'}[todoOf(group)];
    const kind = {repair: 'good', try: 'ask', again: 'bad', unread: 'ask', look: 'ask'}[todoOf(group)];
    return h('tr', null, h('td', {class: 'count'}, plural(group.files, 'file')),
      h('td', null, h('b', null, group.damage), group.files > 1 ? ', for example: ' : ': ', h('button', {class: 'link', type: 'button', onclick: () => choose(group.example)},
        dom.name(group.cause && group.proven ? group.cause : group.message || group.path || 'look at it')), h('span', {class: 'soft'}, ' ' + (group.rule || ''))), h('td', null, dom.tag(words, kind)));
  }

  function view(data, choose) {
    const led = data.groups.filter(g => g.files > 0).sort((a, b) => b.files - a.files), rows = led.map(g => line(data, g, choose));
    const table = part => h('table', {class: 'causes'}, h('tbody', null, part));
    return h('div', {class: 'start'}, h('h2', {tabindex: '-1', id: 'file'}, 'Overview'),
      card('What was found', null, sentences(data).map(text => h('p', null, text)), led.length > 0 && h('h4', null, 'What to do first'), firstStep(data, choose)),
      led.length > 0 && card('Causes', 'those with the most files first', table(rows.slice(0, LINES)),
        rows.length > LINES && h('details', {class: 'more'}, h('summary', null, plural(rows.length - LINES, 'more cause')), table(rows.slice(LINES, 100)),
          rows.length > 100 && h('p', {class: 'soft'}, 'The list has the others.'))));
  }

  return {view, sentences, todoOf, whichCause};
})();
if (typeof module === 'object') module.exports = start;
