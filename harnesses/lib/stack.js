'use strict';
// stack.js - what a sanitizer printed, as kind and place: two crashes with the same of both are one fault.
const path = require('path');
const { top } = require('./run.js');

// Frames that announce a crash instead of making it.
const announcers = /^(fault|abort|raise|refuse|__assert_fail|__GI_.*|gsignal|pthread_kill.*|__pthread_kill.*|main|_start|__libc_start.*|LLVMFuzzer.*|fuzzer::.*|replay\w*)$/;

function frames(text, project) {
  const list = [];
  for (const m of text.matchAll(/^\s*#(\d+) 0x[0-9a-f]+ (?:in )?(\S.*?) (\/?[^\s()]+?\.(?:c|h|cc|cpp|cxx|hpp|rs|inc|S)):(\d+)(?::\d+)?\s*$/gm)) {
    if (Number(m[1]) === 0 && list.length > 0) break; // the second stack tells where memory was taken or given back
    const file = path.resolve(top, m[3]);
    const inside = file.startsWith(`${project}/`) || (!m[3].startsWith('/') && !m[3].startsWith('.'));
    list.push({ name: m[2].replace(/\(.*\)$/, '').replace(/\.(constprop|isra|part)\.\d+/g, ''), file: inside ? path.relative(project, file) : m[3], line: Number(m[4]), inside });
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

// { kind, where, frames, key } of one run that failed.
function normalise(text, status, project = top) {
  const all = frames(text, project), own = all.filter((f) => f.inside && !announcers.test(f.name));
  const shown = own.length ? own : all.filter((f) => !announcers.test(f.name));
  const distinct = shown.filter((f, i) => i === 0 || f.name !== shown[i - 1].name).slice(0, 3); // recursion is one frame
  const kind = kindOf(text, status);
  const first = distinct[0];
  // A recursion ends wherever the stack does, a hang wherever it was stopped: their lines mean nothing.
  const line = first && !/^(stack-overflow|hang)/.test(kind) ? `:${first.line}` : '';
  const where = first ? `${first.name} (${first.file}${line})` : 'no stack';
  return { kind, where, frames: distinct, key: [plain(kind), where, ...distinct.slice(1).map((f) => f.name)].join(' < ') };
}

module.exports = { normalise };
