// selection.js - one selection over findings, bytes, tree and picture
//
// A selection is {finding, path, stream, off, size}; what is unknown is left out. Each view of a file has a method
// show(selection, from): `from` is the view where it was made, which need not move.
'use strict';
const selection = (() => {
  let views = [], now = null;
  return {
    begin(list) { views = list.filter(Boolean); now = null; },
    set(to, from) {
      now = to;
      for (const view of views) view.show(to, from);
    },
    now: () => now,
  };
})();
if (typeof module === 'object') module.exports = selection;
