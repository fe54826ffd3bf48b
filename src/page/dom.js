// dom.js - makes the elements of the page; texts from files are inserted as text, never as markup
'use strict';
const dom = (() => {
  const words = n => n.toLocaleString('en');
  const plural = (n, what) => words(n) + ' ' + what + (n === 1 ? '' : 's');
  const hex = n => '0x' + n.toString(16);

  // Control characters, and those that end a line or turn the direction of text, so that a name looks like another one.
  const control = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
  const visible = text => text.replace(new RegExp(control, 'gu'), c => c === '\n' ? c : '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));

  // Makes an element: h('p', {class: 'soft'}, 'text', node). Attributes that start with "on" become listeners.
  function h(tag, attributes, ...children) {
    const e = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
      else e.setAttribute(key, value === true ? '' : value);
    }
    for (const child of children.flat(Infinity)) if (child !== null && child !== undefined && child !== false) e.append(typeof child === 'string' ? visible(child) : child);
    return e;
  }

  const name = (text, extra) => h('span', {class: 'name ' + (extra || '')}, text);
  const tag = (text, kind) => h('span', {class: 'tag ' + (kind || '')}, text);
  const card = (title, aside, ...children) =>
    h('section', {class: 'card', 'aria-label': title}, h('h3', null, h('span', null, title), aside && h('span', {class: 'soft'}, aside)), children);
  const facts = pairs => h('dl', null, pairs.filter(p => p && p[1]).map(([key, value]) => [h('dt', null, key), h('dd', null, value)]));

  // A long name keeps its beginning and its end, which tell files apart.
  function shortened(text, most = 64) {
    if (text.length <= most) return text;
    const end = Math.ceil((most - 1) * 0.6);
    return text.slice(0, most - 1 - end) + '…' + text.slice(-end);
  }

  // A command, and a button that copies it.
  function command(text) {
    const told = h('code', {class: 'name'}, shell.pasted(text));
    const copy = h('button', {class: 'plain', type: 'button', onclick: () => {
      const range = document.createRange();
      range.selectNodeContents(told);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      let done = false;
      try { done = document.execCommand('copy'); } catch (e) { done = false; }
      copy.textContent = done ? 'Copied' : 'Selected';
      setTimeout(() => { copy.textContent = 'Copy'; }, 1500);
    }}, 'Copy');
    return h('div', {class: 'command'}, told, copy);
  }

  // Moves within one tab stop: of these elements only the current one can be reached by Tab.
  function rove(elements, to) {
    for (const e of elements) e.tabIndex = e === to ? 0 : -1;
  }

  return {h, name, tag, card, facts, command, plural, words, hex, control, visible, shortened, rove};
})();
if (typeof module === 'object') module.exports = dom;
