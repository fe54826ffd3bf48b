// story.js - what happened to a file, what to do about it, whether that is safe, and what it changes
'use strict';
const story = (() => {
  const {h, name, tag, card, facts, plural, words, hex, command} = dom;
  const {quoted} = shell;
  const FEW = 12; // changes that are open at first

  // The finding that leads the file, and what it comes from if that is more than possible.
  const leadOf = (detail, group) => detail && detail.findings.find(f => f.cause === null && f.rule === group.rule);
  const causeOf = lead => lead && lead.suspects.length > 0 && lead.suspects[0].proven ? lead.suspects[0] : null;

  // ---- what happened ----

  // What was tried, with no error left, is no longer probable only.
  const surely = (remedy, text) => remedy && remedy.works && /^safe$/.test(remedy.safe) ? text.replace('should probably be', 'should be') : text;
  const where = p => p.path ? ['Where', [h('code', {class: 'name'}, p.path), ' · ', p.where]] : null;

  function headline(file, group, detail) {
    const lead = leadOf(detail, group);
    const cause = causeOf(lead), said = lead ? lead.message : group.example === file.id ? group.message : file.message;
    const done = detail && detail.remedy && detail.remedy.story; // what several findings come from
    if (done) return {head: done, lines: [where(lead), ['It shows as', lead.message]].filter(Boolean)};
    if (cause) return {head: surely(detail.remedy, cause.message), lines: [where(cause), ['It shows as', [lead.message, lead.path ? ' (' + lead.path + ')' : '']]].filter(Boolean)};
    const possible = lead ? lead.suspects.map(s => s.message) : [], there = lead ? detail.findings.filter(f => f !== lead && (f.cause === null || f.cause === lead.id) && lead.suspects.some(s => s.path === f.path)) : [];
    // What is wrong at the place of a possible cause is rather the cause itself.
    return {head: there.length > 0 ? there[0].message : said || group.title || group.damage, lines: [
      lead && where(there[0] || lead),
      there.length > 0 && ['It shows as', [lead.message, lead.path ? ' (' + lead.path + ')' : '']],
      possible.length > 0 && ['Possible cause', possible.join(', or ')],
    ].filter(Boolean)};
  }

  function reference(data, file, group, lead, choose) {
    const example = data.files.find(f => f.id === group.example);
    return h('details', {class: 'more'}, h('summary', null, 'Rule, readers, and files with the same cause'), facts([
      group.rule && ['Rule', [group.help ? h('a', {href: group.help}, h('code', null, group.rule)) : h('code', null, group.rule), ' ', group.title]],
      group.rule && !group.help && ['More', command('a3dlint explain ' + group.rule)],
      group.path && ['Field', h('code', {class: 'name'}, group.path)],
      group.writers.length ? ['Written by', group.writers.map(w => h('div', null, name(w.writer || 'unknown'),
        h('span', {class: 'soft'}, ' · ' + words(w.files) + ' of ' + plural(data.files.filter(f => f.writer === w.writer).length, 'such file'))))] : null,
      group.readers && group.readers.length ? ['Known readers', group.readers.map(r => h('div', null, h('b', null, r.name), ' ' + r.does + ': ' + r.what))] : null,
      group.example !== file.id && example ? ['Smallest', h('button', {class: 'plain', type: 'button', onclick: () => choose(example.id)}, name(example.path))] : null,
    ]));
  }

  // ---- what to do ----

  const fixedName = path => path.replace(/^.*\//, '').replace(/(\.[^.]*)?$/, '.fixed$1');
  const sentence = text => text.replace(/^[a-z]+(?= )/, w => w[0].toUpperCase() + w.slice(1)) + '.'; // names of fields stay as they are

  const leftOf = n => n > 0 ? plural(n, 'error') + (n > 1 ? ' remain.' : ' remains.') : 'no error remains.';

  function todo(file, group, detail, lead) {
    const remedy = detail && detail.remedy, fixed = fixedName(file.path);
    if (file.member) return [h('p', null, 'Take the file out of its archive first. ' + sentence(group.advice))];
    if (remedy ? remedy.works : group.command && group.example === file.id) {
      const left = remedy ? remedy.left : group.left;
      const several = /^safe for the first/.test(remedy ? remedy.safe : group.safe || ''); // first save what would be lost
      return [several && h('p', null, 'First save all models that are in the file:'), several && command('a3dlint find --extract saved ' + quoted(file.path)),
              h('p', null, (several ? 'Then run this.' : 'Run this.') + ' It was tried on a copy: ' + leftOf(left)),
              command(group.example === file.id && group.command || 'a3dlint fix ' + quoted(file.path) + ' -o ' + quoted(fixed))];
    }
    const suspect = lead && lead.suspects[0], edit = remedy && remedy.edits ? remedy.edits.split(' ') : suspect ? [suspect.edit] : null;
    const edited = edit && command('a3dlint edit ' + quoted(file.path) + ' ' + edit.map(quoted).join(' ') + ' -o ' + quoted(fixed));
    const tried = remedy && remedy.edits ? ' It was tried on a copy: ' + leftOf(remedy.left) : '';
    if (edit && remedy && remedy.story) return [h('p', null, 'Run this.' + tried), edited];
    if (!remedy && group.fixable) return [h('p', null, 'This repaired the smallest file of the group:'), command('a3dlint fix ' + quoted(file.path) + ' -o ' + quoted(fixed))];
    const which = suspect && lead.suspects.length > 1 ? 'If the first possible cause is right, this repairs it.' : 'If the possible cause is right, this repairs it.';
    return [h('p', null, sentence(group.advice)), edit && h('p', null, which + tried), edited];
  }

  function safety(group, remedy) {
    const answer = remedy ? remedy.safe : group.safe, why = remedy ? remedy.why : group.safeWhy;
    if (!answer) return null;
    const kind = /^safe$/.test(answer) ? 'good' : /^no /.test(answer) ? 'bad' : 'ask';
    return h('p', {class: 'safety'}, tag(answer[0].toUpperCase() + answer.slice(1), kind), ' ', sentence(why));
  }

  // ---- what it changes ----

  const spaced = digits => digits.replace(/..(?=.)/g, '$& ');
  const change = line => typeof line === 'number' ? h('li', {class: 'soft'}, '… ' + plural(line, 'more line')) : h('li', {class: line[0] === '-' ? 'was' : line[0] === '+' ? 'now' : null}, line);

  function byteChange(run) {
    if (typeof run === 'number') return h('tr', null, h('td', {colspan: '3', class: 'soft'}, '… ' + plural(run, 'more place')));
    const [off, size, was, now] = run, more = digits => spaced(digits) + (size > digits.length / 2 && digits.length > 0 ? ' …' : '');
    return h('tr', null, h('td', null, h('button', {class: 'jump', type: 'button', onclick: () => selection.set({stream: 0, off, size: Math.max(1, size)}, 'story')}, hex(off))),
      h('td', {class: 'was'}, more(was) || '–'), h('td', {class: 'now'}, more(now) || '–'));
  }

  function changes(file, remedy) {
    if (!remedy || remedy.size === undefined) return null;
    const sizes = remedy.size === file.size ? null : h('p', null, (remedy.fields.length > 0 ? 'The content is packed anew: the' : 'The') + ' repaired file has ' + plural(remedy.size, 'byte') + ' instead of ' + words(file.size) + '.');
    const folded = (list, text, inside, closed) => list.length > 0 && h('details', {class: 'more', open: list.length <= FEW && !closed}, h('summary', null, text), inside);
    const table = h('table', {class: 'diff'}, h('thead', null, h('tr', null, ['Offset', 'Before', 'After'].map(t => h('th', null, t)))), h('tbody', null, remedy.bytes.map(byteChange)));
    return [h('h4', null, 'What it changes'), sizes, folded(remedy.bytes, sizes ? 'The first bytes that differ' : 'Bytes', table, sizes && remedy.fields.length > 0),
      folded(remedy.fields, 'Fields, before (−) and after (+)', h('ul', {class: 'diff'}, remedy.fields.map(change)))];
  }

  // ---- the card ----

  // `detail` is null as long as it is not unpacked, or when the page holds none.
  function view(data, file, group, detail, choose) {
    const lead = leadOf(detail, group), {head, lines} = headline(file, group, detail), remedy = detail && detail.remedy;
    const same = group.files > 1 ? 'the same kind of damage in ' + plural(group.files - 1, 'other file') : 'in this file only';
    const also = group.also ? ', and in ' + words(group.also) + ' besides another cause' : '';
    return card('What happened', same + also,
      h('p', {class: 'headline ' + group.severity}, tag(group.damage, group.severity), ' ', name(sentence(head))),
      facts([...lines.map(([key, text]) => [key, h('span', {class: 'name'}, text)]), group.why && ['Why it matters', sentence(group.why)]]),
      h('div', {class: 'repair'}, h('h4', null, 'What to do'), todo(file, group, detail, lead), h('h4', null, 'Is that safe?'), safety(group, remedy), changes(file, remedy)),
      reference(data, file, group, lead, choose));
  }

  return {view, headline, safety};
})();
if (typeof module === 'object') module.exports = story;
