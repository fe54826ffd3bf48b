'use strict';
// engines.js - one AFL++ process or a group of libFuzzer processes: started, asked how far it is, stopped.
const fs = require('fs');
const path = require('path');
const { spawn } = require('child_process');
const { filesBelow, sleep } = require('./run.js');

const asan = 'abort_on_error=1:symbolize=0:detect_leaks=0:allocator_may_return_null=1:handle_abort=1';
const readable = 'allocator_may_return_null=1:detect_leaks=1';

// What AFL++ asks of the kernel, settled here or explained; never a puzzle.
function kernelSettings(processes, cores) {
  const env = { AFL_NO_UI: '1', AFL_AUTORESUME: '1', AFL_SYNC_TIME: '1', AFL_SKIP_CPUFREQ: '1', AFL_HANG_TMOUT: '5000' };
  const notes = [];
  const read = (file) => { try { return fs.readFileSync(file, 'utf8').trim(); } catch { return ''; } };
  const core = read('/proc/sys/kernel/core_pattern');
  if (core.startsWith('|')) {
    env.AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES = '1';
    notes.push(`The kernel hands each crash to a program first (${core.split(' ')[0]}), which takes time: a crash may be seen as a hang. ` +
      'To change it until the next start: echo core | sudo tee /proc/sys/kernel/core_pattern');
  }
  const governor = read('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor');
  if (governor && governor !== 'performance') {
    notes.push(`The processor saves power (${governor}): some executions a second are lost, nothing else. ` +
      'To change it: echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor');
  }
  if (processes > cores.length) {
    env.AFL_NO_AFFINITY = '1'; // it would want a core of its own for each; Afl.start gives them cores to share
    notes.push(`${processes} fuzzers share ${cores.length} cores, so each is slower than alone.`);
  }
  return { env, notes };
}

// The numbers of the cores that this process may use.
function usableCores() {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1];
  return list.split(',').flatMap((part) => {
    const [first, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

// All processes below one, as /proc knows them: a fork server leads a session of its own, and outlives a kill of the group.
function descendants(pid) {
  const children = new Map();
  for (const name of fs.readdirSync('/proc').filter((n) => /^\d+$/.test(n))) {
    let stat;
    try { stat = fs.readFileSync(`/proc/${name}/stat`, 'latin1'); } catch { continue; }
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) || []), Number(name)]);
  }
  const below = (p) => (children.get(p) || []).flatMap((c) => [c, ...below(c)]);
  return below(pid);
}

class Engine {
  constructor(log) { this.log = log; this.process = null; this.restarts = 0; this.stopping = false; }

  launch(command, args, env) {
    const out = fs.openSync(this.log, 'a'), [first, ...rest] = [...(this.prefix || []), command, ...args];
    this.process = spawn(first, rest, { stdio: ['ignore', out, out], detached: true, env: { ...process.env, ...env } });
    this.process.on('error', (e) => fs.appendFileSync(this.log, `${command}: ${e.message}\n`));
    this.process.on('exit', () => { this.process = null; });
    fs.closeSync(out);
  }

  get running() { return this.process !== null; }

  async stop() {
    this.stopping = true;
    if (!this.running) return;
    const group = this.process.pid, all = descendants(group);
    this.process.kill('SIGINT'); // it ends its children itself, and writes what it knows
    for (let i = 0; i < 30 && this.running; i++) await sleep(100);
    for (const pid of this.running ? [-group, ...all] : [-group]) try { process.kill(pid, 'SIGKILL'); } catch { /* it has ended */ }
    for (let i = 0; i < 50 && this.running; i++) await sleep(100);
  }

  lastWords(lines = 8) {
    const text = fs.existsSync(this.log) ? fs.readFileSync(this.log, 'utf8') : '';
    return text.replace(/\x1b\[[0-9;]*m/g, '').trimEnd().split('\n').slice(-lines).join('\n');
  }
}

class Afl extends Engine {
  constructor(o) {
    super(path.join(o.work, `afl-${o.name}.log`));
    Object.assign(this, o);
    this.folder = path.join(o.work, 'afl', o.name);
    this.base = 0;
    this.seen = 0;
  }

  start() {
    const args = ['-i', path.join(this.work, 'seeds'), '-o', path.join(this.work, 'afl'), '-m', 'none', '-t', this.timeout || '1000'];
    if (this.seconds) args.push('-V', String(this.seconds)); // a limit of its own, should nobody stop it
    if (this.main) args.push('-M', this.name, ...(this.foreign ? ['-F', this.foreign] : []));
    else args.push('-S', this.name);
    if (this.schedule) args.push('-p', this.schedule);
    if (this.cmplog) args.push('-c', this.cmplog);
    if (this.dict) args.push('-x', this.dict);
    const env = { ...this.env, ASAN_OPTIONS: asan, UBSAN_OPTIONS: 'halt_on_error=1:abort_on_error=1:symbolize=0' };
    if (this.mutator) env.AFL_CUSTOM_MUTATOR_LIBRARY = this.mutator;
    if (this.mutator && this.mutatorOnly) env.AFL_CUSTOM_MUTATOR_ONLY = '1';
    // An engine and its target take turns; between two cores each turn takes several times as long.
    const bound = env.AFL_NO_AFFINITY ? ['taskset', '-c', String(this.core)] : [];
    const [command, ...rest] = [...bound, 'afl-fuzz', ...args, '--', this.bin];
    this.launch(command, rest, env);
  }

  // fuzzer_stats is written once a minute and at the end, plot_data every few seconds after the first minute; the queue
  // has each file at once.
  stats() {
    const at = this.lastLine('fuzzer_stats'), now = this.lastLine('plot_data');
    const most = (...values) => Math.max(0, ...values.map(Number).filter(Number.isFinite));
    const execs = most(at.execs_done, now.total_execs);
    if (execs < this.seen) this.base += this.seen;
    this.seen = execs;
    const stability = parseFloat(at.stability), queue = path.join(this.folder, 'queue');
    const files = fs.existsSync(queue) ? fs.readdirSync(queue).filter((f) => f.startsWith('id:')).length : 0;
    return {
      name: this.name, execs: this.base + execs, speed: most(now.execs_per_sec), edges: most(at.edges_found, now.edges_found),
      map: most(at.total_edges), corpus: most(at.corpus_count, now.corpus_count, files), stability: Number.isFinite(stability) ? stability : null,
    };
  }

  // The values of a file of AFL++'s by their names: 'name : value' lines, or columns of which the last line counts.
  lastLine(name) {
    const file = path.join(this.folder, name);
    const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : [''];
    if (!lines[0].startsWith('#')) return Object.fromEntries(lines.filter((l) => l.includes(':')).map((l) => l.split(/\s*:\s*/, 2)));
    const names = lines[0].slice(1).split(',').map((n) => n.trim()), values = lines[lines.length - 1].split(',').map((v) => v.trim());
    return lines.length > 1 ? Object.fromEntries(names.map((n, i) => [n, values[i]])) : {};
  }

  findings() {
    return ['crashes', 'hangs'].flatMap((kind) => filesBelow(path.join(this.folder, kind)).filter((f) => !f.endsWith('README.txt')));
  }
}

// libFuzzer does not look at what others find while it runs: it runs in rounds, and each round reads all queues.
class LibFuzzer extends Engine {
  constructor(o) {
    super(path.join(o.work, 'libfuzzer.log'));
    Object.assign(this, { round: 30, base: 0, name: 'libfuzzer' }, o);
    this.folder = path.join(o.work, 'libfuzzer', 'corpus');
    this.crashes = path.join(o.work, 'libfuzzer', 'crashes');
    this.last = { execs: 0, edges: 0, corpus: 0, speed: 0 };
    fs.mkdirSync(this.folder, { recursive: true });
    fs.mkdirSync(this.crashes, { recursive: true });
  }

  start() {
    const args = [`-fork=${this.jobs}`, '-ignore_crashes=1', '-ignore_timeouts=1', '-ignore_ooms=1', '-timeout=10', '-rss_limit_mb=2048',
      `-max_total_time=${this.round}`, `-artifact_prefix=${this.crashes}/`, ...(this.dict ? [`-dict=${this.dict}`] : [])];
    const folders = [this.folder, path.join(this.work, 'seeds'), ...this.others.map((f) => path.join(f, 'queue')).filter((f) => fs.existsSync(f))];
    this.base += this.last.execs;
    this.last.execs = 0;
    this.offset = fs.existsSync(this.log) ? fs.statSync(this.log).size : 0;
    this.round = Math.min(this.round * 2, 300);
    this.launch(this.bin, [...args, ...folders], { ASAN_OPTIONS: readable });
  }

  stats() {
    const size = fs.existsSync(this.log) ? fs.statSync(this.log).size : 0;
    if (size > this.offset) {
      const file = fs.openSync(this.log, 'r'), tail = Buffer.alloc(Math.min(size - this.offset, 1 << 16));
      fs.readSync(file, tail, 0, tail.length, size - tail.length);
      fs.closeSync(file);
      const line = [...tail.toString('latin1').matchAll(/^#(\d+): cov: (\d+) ft: \d+ corp: (\d+) exec\/s:? (\d+)/gm)].pop();
      if (line) this.last = { execs: Number(line[1]), edges: Math.max(this.last.edges, Number(line[2])), corpus: Number(line[3]), speed: Number(line[4]) };
    }
    return { name: this.name, ...this.last, execs: this.base + this.last.execs, stability: null };
  }

  findings() { return filesBelow(this.crashes); }
}

module.exports = { Engine, Afl, LibFuzzer, kernelSettings, usableCores };
