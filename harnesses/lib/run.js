'use strict';
// run.js - files, programs and options, as campaign, triage and bench-fuzz need them.
const fs = require('fs');
const os = require('os');
const path = require('path');
const crypto = require('crypto');
const { spawnSync } = require('child_process');

const top = path.resolve(__dirname, '../..');
// The names of the formats.
const formats = () => [...fs.readFileSync(path.join(top, 'src/formats/formats.def'), 'utf8').matchAll(/^A3D_FORMAT\((\w+)\)$/gm)].map((m) => m[1]);
const sha1 = (data) => crypto.createHash('sha1').update(data).digest('hex');
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

function fail(message) {
  console.error(message);
  process.exit(2);
}

// Options as a table: { time: ['SECONDS', 600, 'text of help'] }. A list's default is []; a flag's value name is ''.
function options(argv, table, usage) {
  const values = {}, rest = [];
  for (const [name, [, otherwise]] of Object.entries(table)) values[name] = Array.isArray(otherwise) ? [...otherwise] : otherwise;
  const help = () => {
    console.log(usage);
    for (const [name, [value, otherwise, text]] of Object.entries(table)) {
      const shown = otherwise === null || otherwise === false || Array.isArray(otherwise) ? '' : ` (${otherwise})`;
      console.log(`  ${`--${name}${value ? ` ${value}` : ''}`.padEnd(24)} ${text.replace(/\n/g, `\n${' '.repeat(27)}`)}${shown}`);
    }
    process.exit(0);
  };
  for (let i = 0; i < argv.length; i++) {
    const [, name, , given] = /^--([a-z-]+)(=(.*))?$/s.exec(argv[i]) || [];
    if (name === 'help' || argv[i] === '-h') help();
    if (argv[i] === '--') { rest.push(...argv.slice(i + 1)); break; }
    if (!name) {
      if (argv[i].startsWith('-') && argv[i] !== '-') fail(`${argv[i]} is no option; --help tells which there are`);
      rest.push(argv[i]);
      continue;
    }
    if (!(name in table)) fail(`--${name} is no option; --help tells which there are`);
    const [value, otherwise] = table[name];
    if (!value) { values[name] = true; continue; }
    const text = given !== undefined ? given : argv[++i];
    if (text === undefined) fail(`--${name} needs ${value}`);
    if (typeof otherwise === 'number' && !(Number(text) >= 0)) fail(`--${name} takes a number, not ${text}`);
    if (Array.isArray(otherwise)) values[name].push(text);
    else values[name] = typeof otherwise === 'number' ? Number(text) : text;
  }
  return { values, rest, help };
}

// All plain files below a folder, or the file itself; sorted, so that every run sees the same order.
function filesBelow(place) {
  const stat = fs.statSync(place, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [place];
  return fs.readdirSync(place).sort().flatMap((name) => filesBelow(path.join(place, name)));
}

// Written beside the old one and put in its place.
function write(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const next = `${file}.new-${process.pid}`;
  fs.writeFileSync(next, text);
  fs.renameSync(next, file);
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

function run(command, args, more = {}) {
  return spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...more });
}

// Runs make in the top folder; the whole output is shown when it fails.
function make(...args) {
  const env = { ...process.env };
  for (const name of ['MAKEFLAGS', 'MFLAGS', 'MAKELEVEL', 'GNUMAKEFLAGS']) delete env[name];
  const jobs = args.some((a) => a.startsWith('-j')) ? [] : [`-j${os.cpus().length}`];
  const result = run('make', ['-s', '--no-print-directory', ...jobs, ...args], { cwd: top, env });
  if (result.status !== 0) fail(`make ${args.join(' ')} failed:\n${result.stdout || ''}${result.stderr || result.error}`);
}

const has = (command) => run('sh', ['-c', `command -v "$1"`, 'sh', command]).status === 0;

module.exports = { formats, top, sha1, sleep, fail, options, filesBelow, write, json, run, make, has };
