'use strict';
// one_round.js - some minutes of one target under one engine, from what the rounds before it left.
const fs = require('fs');
const path = require('path');
const { Engine, Afl, usableCores } = require('./engines.js');
const { top, sleep, filesBelow, run, has } = require('./run.js');

// Generous limits: at the lowest priority a sound input may wait long for its turn.
const patience = 120;

// Engines run only when nothing else does; builds would then never end on a busy machine.
const idle = () => (has('chrt') ? ['chrt', '-i', '0'] : []);

// A single process of libFuzzer, which ends at the first crash, leak or hang.
class OneLibFuzzer extends Engine {
  constructor(o) {
    super(path.join(o.work, 'libfuzzer.log'));
    Object.assign(this, o);
    this.corpus = path.join(o.work, 'libfuzzer', 'corpus');
    this.crashes = path.join(o.work, 'libfuzzer', 'found');
    for (const folder of [this.corpus, this.crashes]) fs.mkdirSync(folder, { recursive: true });
    fs.rmSync(this.log, { force: true });
  }

  start() {
    const queue = path.join(this.work, 'afl', 'main', 'queue');
    const args = [`-max_total_time=${this.seconds}`, `-timeout=${patience}`, '-rss_limit_mb=4096', '-malloc_limit_mb=4096', '-report_slow_units=100000',
      '-entropic=0', '-reload=0', '-print_final_stats=1', `-artifact_prefix=${this.crashes}/`, ...(this.dict ? [`-dict=${this.dict}`] : [])];
    const env = { ASAN_OPTIONS: 'detect_leaks=1:allocator_may_return_null=1', UBSAN_OPTIONS: 'print_stacktrace=1:halt_on_error=1' };
    this.launch(this.bin, [...args, this.corpus, path.join(this.work, 'seeds'), ...(fs.existsSync(queue) ? [queue] : [])], env);
  }

  // Runs and edges, as the log has them at the end.
  result() {
    const log = fs.readFileSync(this.log, 'latin1');
    const status = [...log.matchAll(/^#(\d+)\s.*?\bcov: (\d+)/gm)].pop(), final = /^stat::number_of_executed_units:\s*(\d+)/m.exec(log);
    return { runs: Number(final?.[1] || status?.[1] || 0), edges: Number(status?.[2] || 0), files: filesBelow(this.corpus).length };
  }

  findings() { return filesBelow(this.crashes); }
}

// One process of AFL++, which goes on from its own queue and takes over what libFuzzer kept.
class OneAfl extends Afl {
  constructor(o) {
    const env = {
      AFL_NO_UI: '1', AFL_AUTORESUME: '1', AFL_SKIP_CPUFREQ: '1', AFL_NO_AFFINITY: '1', AFL_FAST_CAL: '1', AFL_SYNC_TIME: '1',
      AFL_HANG_TMOUT: String(patience * 1000 / 4), AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES: '1', ...(o.limits ? { A3D_LIMITS: '1' } : {}),
    };
    super({ ...o, name: 'main', main: true, schedule: 'explore', timeout: '20000+', foreign: path.join(o.work, 'libfuzzer', 'corpus'), env, core: usableCores().pop() });
    fs.mkdirSync(this.foreign, { recursive: true });
    fs.rmSync(this.log, { force: true });
    this.before = this.stats().execs;
  }

  result() {
    const now = this.stats(), execs = Number(this.lastLine('fuzzer_stats').execs_done || 0);
    return { runs: execs >= this.before ? execs - this.before : execs, edges: now.edges, files: now.corpus };
  }
}

// Groups what was found. An input that was taken for a hang and ends alone is only slow; a crash that does not happen
// again is found all the same. Returns { found, slow }, and leaves the report in `out`.
function explain(files, replay, out) {
  if (files.length === 0) return { found: [], slow: 0 };
  const triage = path.join(__dirname, '..', 'triage');
  run(triage, ['--target', replay, '--out', out, '--timeout', String(patience / 2), '--minimize-time', '20', ...files], { stdio: ['ignore', 'ignore', 'inherit'] });
  const file = path.join(out, 'triage.json'), sorted = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : { groups: [], fine: files };
  const waited = (f) => /\/hangs\/|\/(timeout|slow-unit)-/.test(f);
  const again = sorted.fine.filter((f) => !waited(f));
  return {
    found: [...sorted.groups.map((g) => ({ severity: g.severity, kind: g.kind, where: g.where, file: path.join(out, g.file) })),
      ...again.map((f) => ({ severity: 'other', kind: 'failed once, and not again', where: 'unknown', file: f }))],
    slow: sorted.fine.length - again.length,
  };
}

// Moves what was found out of the engine's folders: it is no finding of the next round.
function keep(files, folder) {
  return files.map((file) => {
    const kind = path.basename(path.dirname(file)), to = path.join(folder, kind === 'hangs' ? 'hangs' : '.', path.basename(file));
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.renameSync(file, to);
    return to;
  });
}

// Runs one round. `stopped()` says whether it should end early. Returns what the ledger has of it, or { broken } with
// the last words of an engine that did not run.
async function oneRound({ target, engine, bins, work, seconds, dict, mutator, limits, stopped }) {
  const o = { work, seconds, dict, mutator, limits, prefix: idle(), bin: bins[engine], cmplog: bins.cmplog };
  const one = engine === 'afl' ? new OneAfl(o) : new OneLibFuzzer(o);
  const begun = new Date(), since = () => (Date.now() - begun) / 1000;
  one.start();
  const crashed = () => one.findings().some((f) => f.includes('/crashes/')); // libFuzzer ends then by itself
  const goesOn = (most) => one.running && !stopped() && !crashed() && since() < most;
  // AFL++ counts its time from the end of its calibration; the round is over when its time is.
  while (goesOn(seconds + (engine === 'afl' ? 0 : patience / 4))) await sleep(200);
  // On a busy machine it may still run the files of its queue once, which it counts at the end. Stopped before, it would
  // begin with them again in the next round.
  while (engine === 'afl' && goesOn(10 * seconds) && one.result().runs === 0) await sleep(1000);
  const byItself = !one.running;
  await one.stop();
  const result = one.result(), took = Math.round(since());
  const files = one.findings();
  if (files.length === 0 && (result.runs === 0 || (byItself && took < seconds / 2)) && !stopped()) return { broken: one.lastWords() };
  const name = `${target}-${engine}-${begun.toISOString().replace(/[:.]/g, '')}`, folder = path.join(path.dirname(work), 'found', name);
  const { found, slow } = explain(keep(files, folder), bins.replay, path.join(folder, 'triage'));
  return { round: { target, engine, begun: begun.toISOString(), seconds: took, ...result, found: found.map((f) => ({ ...f, file: path.relative(top, f.file) })), slow } };
}

module.exports = { oneRound };
