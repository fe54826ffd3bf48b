'use strict';
// targets.js - the fuzz targets of this tree: which there are, and what they start from.
const fs = require('fs');
const path = require('path');
const { formats, top, sha1, fail, filesBelow, make } = require('./run.js');

// The names of all targets; one source makes those of the formats.
function targets() {
  const sources = fs.readdirSync(path.join(top, 'harnesses')).filter((f) => /^fuzz_\w+\.c$/.test(f) && f !== 'fuzz_format.c');
  return [...sources.map((f) => f.slice(0, -2)), ...formats().map((f) => `fuzz_${f}`)].sort();
}

// The format in the name of a target, or null.
const formatOf = (target) => formats().find((f) => `_${target}_`.includes(`_${f}_`)) || null;

// Of our own targets those whose input is a file; the mutator helps these alone. Of other people's it is all.
function takesFiles(target) {
  return !fs.existsSync(path.join(top, 'harnesses', `${target}.c`)) || /^fuzz_(a3dlint|commands|mutate)$/.test(target);
}

// The dictionary of a target, or null.
function dictionaryOf(target) {
  const file = path.join(top, 'dictionaries', `${formatOf(target) || target.replace(/^fuzz_/, '')}.dict`);
  return fs.existsSync(file) ? file : null;
}

// A target that takes files of all formats starts from some of each; one that takes no files has seeds of its own.
// A few seeds of its own are no start for a target that takes files: those of the formats are made if they are not there.
function defaultSeeds(target, format) {
  const own = path.join(top, 'harnesses/seeds', target.replace(/^fuzz_/, ''));
  const of = (name) => [`build/seeds/${name}`, `build/corpus/${name}`].map((p) => path.join(top, p)).find((p) => fs.existsSync(p));
  const all = format ? [format] : takesFiles(target) ? formats() : [];
  if (all.some((name) => !of(name))) {
    console.error('making seeds');
    make('seeds');
  }
  const places = [...(fs.existsSync(own) ? [own] : []), ...all.map(of).filter(Boolean)];
  if (places.length === 0) fail(`no seeds for ${target}: run make seeds, or give --seeds DIR`);
  return places;
}

// All seeds once, under their names, in a folder that nobody writes to afterwards.
function gatherSeeds(places, work) {
  const folder = path.join(work, 'seeds'), seen = new Set();
  if (fs.existsSync(folder)) return fs.readdirSync(folder).length;
  const files = places.flatMap(filesBelow).filter((f) => fs.statSync(f).size > 0 && fs.statSync(f).size <= 1 << 20);
  if (files.length === 0) fail(`no seeds in ${places.join(' ')}: fuzzing from nothing takes ages; give --seeds DIR`);
  fs.mkdirSync(`${folder}.new`, { recursive: true });
  for (const file of files) {
    const data = fs.readFileSync(file), id = sha1(data);
    if (!seen.has(id)) fs.writeFileSync(path.join(`${folder}.new`, `${id.slice(0, 8)}-${path.basename(file)}`), data);
    seen.add(id);
  }
  fs.renameSync(`${folder}.new`, folder);
  return seen.size;
}

module.exports = { targets, formatOf, takesFiles, dictionaryOf, defaultSeeds, gatherSeeds };
