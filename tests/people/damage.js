// damage.js - what people, programs and disks do to files, as functions from bytes to bytes
'use strict';
const {execFileSync} = require('node:child_process');
const {gzipSync} = require('node:zlib');
const fs = require('node:fs');

const LF = 10, CR = 13;

// Transfers that take the file for text.
function lfToCrlf(b) {
  const to = [];
  for (const c of b) { if (c === LF) to.push(CR); to.push(c); }
  return Buffer.from(to);
}
function crlfToLf(b) {
  const to = [];
  for (let i = 0; i < b.length; i++) if (!(b[i] === CR && b[i + 1] === LF)) to.push(b[i]);
  return Buffer.from(to);
}
const latin1AsUtf8 = b => Buffer.from(b.toString('latin1'), 'utf8');
const latin1AsUtf16 = b => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(b.toString('latin1'), 'utf16le')]);
const readAsUtf8 = b => Buffer.from(b.toString('utf8'), 'utf8'); // what is no UTF-8 becomes U+FFFD
const sevenBits = b => Buffer.from(b.map(c => c & 127));
const base64 = b => Buffer.from(b.toString('base64').replace(/.{76}/g, '$&\n') + '\n');
const hexText = b => Buffer.from(b.toString('hex').replace(/.{60}/g, '$&\n') + '\n');
const gzip = b => gzipSync(b, {level: 9});

// Disks, downloads, and tools that copy.
const cut = share => b => b.subarray(0, Math.floor(b.length * share));
const without = n => b => b.subarray(0, b.length - n);
const from = n => b => b.subarray(n);
const zeroed = (off, size) => b => Buffer.from(b).fill(0, off, Math.min(b.length, off + size));
const zeroedFrom = share => b => Buffer.from(b).fill(0, Math.floor(b.length * share / 512) * 512);
const padded = block => b => Buffer.concat([b, Buffer.alloc((block - b.length % block) % block)]);
const swapped = b => { const to = Buffer.from(b); to.subarray(0, to.length & ~1).swap16(); return to; }; // as dd conv=swab
const after = head => b => Buffer.concat([Buffer.from(head), b]);
const twice = b => Buffer.concat([b, b]);

// A hex editor.
const flip = (off, bit) => b => { const to = Buffer.from(b); to[off] ^= 1 << bit; return to; };
const put = (off, ...values) => b => { const to = Buffer.from(b); to.set(values, off); return to; };
function replace(old, now) {
  return b => {
    const at = b.indexOf(old);
    if (at < 0) throw new Error('no ' + old + ' in the file');
    return Buffer.concat([b.subarray(0, at), Buffer.from(now), b.subarray(at + old.length)]);
  };
}

// Programs that write wrong values: edits of a3dlint, which write what surrounds the value anew where the edit says so.
const edit = (...edits) => (b, {lint, room}) => {
  const [input, output] = [room + '/edit-in', room + '/edit-out'];
  fs.writeFileSync(input, b);
  execFileSync(lint, ['edit', input, ...edits, '-o', output], {stdio: ['ignore', 'ignore', 'pipe']});
  return fs.readFileSync(output);
};

module.exports = {lfToCrlf, crlfToLf, latin1AsUtf8, latin1AsUtf16, readAsUtf8, sevenBits, base64, hexText, gzip, cut, without, from, zeroed, zeroedFrom, padded, swapped,
  after, twice, flip, put, replace, edit};
