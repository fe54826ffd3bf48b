// make.js - makes the damaged files of cases.js
'use strict';
const {execFileSync} = require('node:child_process');
const fs = require('node:fs'), path = require('node:path');
const {SOURCES, CASES} = require('./cases.js');

// The sound file of a source, or null where there is only a real one and it is not there.
function sound(name, {lint, room, assets}) {
  const [real, format, seed] = SOURCES[name], made = path.join(room, 'sound-' + name);
  if (assets) return fs.readFileSync(path.join(assets, real));
  if (!format) return null;
  if (!fs.existsSync(made)) execFileSync(lint, ['generate', '--as', format, '--seed', String(seed), '--size', '8Ki', '-o', made]);
  return fs.readFileSync(made);
}

// Makes the files below `out`. `room` is a folder for what is made on the way; without `assets` only those that need no real
// file. Returns the cases that were made, as [case, sound bytes].
function make({lint, room, out, assets}) {
  const made = [];
  for (const one of CASES) {
    const [name, source, , damage, rule] = one, bytes = sound(source, {lint, room, assets});
    if (!assets && !rule.startsWith('file/')) continue;
    fs.mkdirSync(path.join(out, path.dirname(name)), {recursive: true});
    fs.writeFileSync(path.join(out, name), damage(bytes, {lint, room, sound: other => sound(other, {lint, room, assets})}));
    made.push([one, bytes]);
  }
  return made;
}

module.exports = {make};
