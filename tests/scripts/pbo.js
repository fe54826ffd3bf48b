// pbo.js OUT [--old] [--tail HEX] NAME=FILE[:METHOD]... - writes a packed bank: METHOD is stored (default), cprs
// (LZSS of literals only), encr, or a number. --old leaves out the entry Vers and the checksum.
'use strict';
const fs = require('fs');
const crypto = require('crypto');

function pack(data) {
    const out = [];
    let sum = 0;
    for (let i = 0; i < data.length; i += 8) {
        out.push(0xff, ...data.subarray(i, i + 8));
    }
    for (const byte of data) {
        sum = (sum + byte) >>> 0;
    }
    const end = Buffer.alloc(4);
    end.writeUInt32LE(sum);
    return Buffer.concat([Buffer.from(out), end]);
}

function entry(name, method, unpacked, size) {
    const words = Buffer.alloc(20);
    words.writeUInt32LE(method, 0);
    words.writeUInt32LE(unpacked, 4);
    words.writeUInt32LE(size, 16);
    return Buffer.concat([Buffer.from(name + '\0'), words]);
}

const methods = { stored: 0, cprs: 0x43707273, encr: 0x456e6372 };
const [out, ...rest] = process.argv.slice(2);
const header = [], body = [];
let old = false, tail = '';
while (rest.length > 0 && rest[0].startsWith('--')) {
    if (rest.shift() === '--old') {
        old = true;
    } else {
        tail = rest.shift();
    }
}
if (!old) {
    header.push(entry('', 0x56657273, 0, 0), Buffer.from('prefix\0models\\test\0\0'));
}
for (const word of rest) {
    const [, name, file, , method] = /^([^=]*)=([^:]*)(:(.*))?$/.exec(word);
    const plain = fs.readFileSync(file);
    const data = method === 'cprs' ? pack(plain) : plain;
    const number = method in methods ? methods[method] : Number(method || 0);
    header.push(entry(name, number, method === 'cprs' ? plain.length : 0, data.length));
    body.push(data);
}
header.push(entry('', 0, 0, 0));
const bank = Buffer.concat([...header, ...body]);
const sum = Buffer.concat([Buffer.from([0]), crypto.createHash('sha1').update(bank).digest()]);
fs.writeFileSync(out, Buffer.concat([bank, ...(old ? [] : [sum]), Buffer.from(tail, 'hex')]));
