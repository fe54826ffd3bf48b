// shell.js - commands that can be pasted into a POSIX shell, whatever a file is called
'use strict';
const shell = (() => {
  const control = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

  // A word as a shell reads it. A name that begins like an option becomes one that does not.
  const quoted = word => /^[\w.+/,:@%][-\w.+/,:@%]*$/.test(word) ? word : (word[0] === '-' ? "./'" : "'") + word.replace(/'/g, "'\\''") + "'";

  // A command with control characters becomes one that prints them with printf, as in report/common/shell.c.
  const octal = byte => byte === 37 ? '%%' : /[-\w+./,:@ ]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : '\\' + byte.toString(8).padStart(3, '0');
  const pasted = text => !control.test(text) ? text : 'eval "$(printf \'' + [...new TextEncoder().encode(text)].map(octal).join('') + '\')"';

  return {quoted, pasted};
})();
if (typeof module === 'object') module.exports = shell;
