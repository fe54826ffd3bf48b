'use strict';
// stack.js - what a sanitizer printed, as kind, place and severity: two crashes of one kind and place are one fault.
const fs = require('fs');
const path = require('path');
const { top } = require('./run.js');

// Frames that announce a crash instead of making it.
const announcers = /^(fault|abort|raise|refuse|family_refuse|__assert_fail\w*|__GI_.*|gsignal|pthread_kill.*|__pthread_kill.*|main|_start|__libc_start.*|LLVMFuzzer.*|fuzzer::.*|replay\w*)$/;
// Sources of the system, the compiler and the fuzzers. A fault shows there but is not made there.
const foreign = /^\/(usr|opt|nix|lib\d*|rustc|build\/(glibc|gcc|llvm))\/|\/(include\/c\+\+|lib\/(gcc|clang|llvm)[\w.-]*|compiler-rt|libsanitizer|sanitizer_common|libfuzzer|glibc[\w.-]*|sysdeps)\/|^(\.\.?\/)*(csu|sysdeps|nptl|elf|debug|libio|stdio-common|stdlib|string|malloc)\//;

const below = (file, folder) => file === folder || file.startsWith(folder === '/' ? '/' : `${folder}/`);

// A path of a stack, as { file, inside }: the project's files by their paths below it.
function placeOf(named, project) {
  if (named.startsWith('/')) {
    const inside = below(named, project) && !(foreign.test(named) && !foreign.test(`${project}/`));
    return { file: inside ? path.relative(project, named) : named, inside };
  }
  const there = [project, process.cwd(), top].map((from) => path.resolve(from, named)).find((f) => fs.existsSync(f));
  if (there) return { file: below(there, project) ? path.relative(project, there) : there, inside: below(there, project) };
  return { file: named, inside: !foreign.test(named) }; // compiled in another folder
}

function frames(text, project) {
  const list = [];
  for (const m of text.matchAll(/^\s*#(\d+) 0x[0-9a-f]+ (?:in )?(\S.*?) (\/?[^\s()]+?\.(?:c|h|cc|cpp|cxx|hpp|hxx|rs|inc|inl|tcc|S)):(\d+)(?::\d+)?\s*$/gm)) {
    if (Number(m[1]) === 0 && list.length > 0) break; // the second stack tells where memory was taken or given back
    list.push({ name: m[2].replace(/\(.*\)$/, '').replace(/\.(constprop|isra|part)\.\d+/g, ''), line: Number(m[4]), ...placeOf(m[3], project) });
  }
  return list;
}

const plain = (text) => text.replace(/0x[0-9a-f]+/g, 'N').replace(/-?\b\d+(\.\d+)?\b/g, 'N').trim();

function kindOf(text, status) {
  let m;
  if (status.timeout) return 'hang';
  if ((m = /ERROR: AddressSanitizer: ([\w-]+)(?:[^\n]*\n(READ|WRITE) of size)?/.exec(text)) && m[1] !== 'ABRT') {
    const access = m[2] || (/The signal is caused by a (READ|WRITE)/.exec(text) || [])[1];
    return `${m[1]}${access ? ` (${access.toLowerCase()})` : ''}`;
  }
  if ((m = /runtime error: ([^\n]+)/.exec(text))) return `undefined: ${plain(m[1])}`;
  if (/LeakSanitizer: detected memory leaks/.test(text)) return 'leak';
  if ((m = /(MemorySanitizer|ThreadSanitizer): ([\w-]+)/.exec(text))) return m[2];
  if ((m = /libFuzzer: (\S+)/.exec(text))) return m[1];
  if (/AddressSanitizer: ABRT|SIGABRT/.test(text) || status.signal === 'SIGABRT') {
    const said = text.split('\n').find((l) => l.trim() && !/^[=\s#]|AddressSanitizer|Hint|: done$/.test(l));
    return `abort${said ? `: ${said.trim().slice(0, 160)}` : ''}`;
  }
  return status.signal ? `signal ${status.signal}` : `status ${status.code}`;
}

// What an attacker could make of a fault, the worst first, in the manner of CASR.
const severities = ['write', 'read', 'allocation', 'undefined', 'abort', 'hang', 'leak', 'other'];
function severityOf(kind) {
  if (/\(write\)|double-free|bad-free|attempting|param-overlap/.test(kind)) return 'write';
  if (/\(read\)|use-of-uninitialized|SEGV|BUS/.test(kind)) return 'read';
  if (/alloc|out-of-memory|malloc|oom/.test(kind)) return 'allocation';
  if (kind.startsWith('undefined')) return 'undefined';
  if (/^(abort|stack-overflow|deadly|signal|FPE|ILL)/.test(kind)) return 'abort';
  if (/^(hang|timeout)/.test(kind)) return 'hang';
  return kind === 'leak' ? 'leak' : 'other';
}

const isOwn = (f) => f.inside && !announcers.test(f.name);
// A recursion is one frame.
const distinctOf = (list) => list.filter((f, i) => i === 0 || f.name !== list[i - 1].name);

// { kind, severity, where, frames, key } of one run that failed.
function normalise(text, status, project = top) {
  const all = frames(text, project), own = all.filter(isOwn), kind = kindOf(text, status);
  if (own.length === 0) { // functions of the system still tell two faults apart
    const names = distinctOf(all.filter((f) => !announcers.test(f.name))).slice(0, 2).map((f) => f.name);
    const where = names.length ? `outside the project (${names[0]})` : 'no stack';
    return { kind, severity: severityOf(kind), where, frames: [], key: [plain(kind), where, ...names].join(' < ') };
  }
  const shown = distinctOf(own).slice(0, 3), [first] = shown;
  // A recursion ends wherever the stack does, a hang wherever it was stopped: their lines mean nothing.
  const line = /^(stack-overflow|hang)/.test(kind) ? '' : `:${first.line}`;
  const where = `${first.name} (${first.file}${line})`;
  return { kind, severity: severityOf(kind), where, frames: shown, key: [plain(kind), where, ...shown.slice(1).map((f) => f.name)].join(' < ') };
}

// A hang, from what several runs said that were stopped at different times: its place is the deepest frame of the
// project that all of them share.
function hang(texts, project = top) {
  const stacks = texts.map((t) => frames(t, project).filter(isOwn).reverse()).filter((s) => s.length > 0);
  if (stacks.length === 0) return { kind: 'hang', severity: 'hang', where: 'no stack', frames: [], key: 'hang < no stack' };
  let n = 0;
  while (stacks.every((s) => s[n] && s[n].name === stacks[0][n].name && s[n].file === stacks[0][n].file)) n++;
  const shared = distinctOf(stacks[0].slice(0, Math.max(n, 1)).reverse()).slice(0, 3);
  const where = `${shared[0].name} (${shared[0].file})`;
  return { kind: 'hang', severity: 'hang', where, frames: shared, key: `hang < ${where}` };
}

// Where every stop of a hang fell into one call, its place seems to be the function called. It belongs to the hang of
// the caller, where there is one.
function joinHangs(groups) {
  const callerOf = (g) => (g.kind === 'hang' && g.frames.length > 1 ? `${g.frames[1].name} (${g.frames[1].file})` : null);
  const hangs = new Map(groups.filter((g) => g.kind === 'hang').map((g) => [g.where, g]));
  const joined = new Set();
  for (const g of hangs.values()) {
    const caller = hangs.get(callerOf(g));
    if (!caller || caller === g || joined.has(caller)) continue;
    caller.files.push(...g.files);
    joined.add(g);
  }
  return groups.filter((g) => !joined.has(g));
}

module.exports = { normalise, hang, joinHangs, severities };
