// bombs.js DIR SMALL.m3g - fills a folder with files that cost much more memory than they have bytes: M3G sections of
// zeros and of a million groups, sparse tails, a packed bank, and a folder `zip` of files to be zipped.
'use strict';
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');

const [folder, sample] = process.argv.slice(2);
const small = fs.readFileSync(sample);
const write = (name, data) => fs.writeFileSync(path.join(folder, name), data);
const MI = 1 << 20;

// ---- M3G ----

function adler32(data) {
    let a = 1, b = 0;
    for (let at = 0; at < data.length;) {
        const end = Math.min(at + 5552, data.length);
        for (; at < end; at++) {
            a += data[at];
            b += a;
        }
        a %= 65521;
        b %= 65521;
    }
    return ((b << 16) | a) >>> 0;
}

function section(objects, packed) {
    const body = packed ? zlib.deflateSync(objects) : objects;
    const head = Buffer.alloc(9), sum = Buffer.alloc(4);
    head.writeUInt8(packed ? 1 : 0, 0);
    head.writeUInt32LE(body.length + 13, 1);
    head.writeUInt32LE(objects.length, 5);
    const all = Buffer.concat([head, body]);
    sum.writeUInt32LE(adler32(all));
    return Buffer.concat([all, sum]);
}

function m3g(objects, packed) {
    const magic = Buffer.from('ab4a5352313834bb0d0a1a0a', 'hex');
    const header = Buffer.from('000c000000' + '010000' + '0000000000000000' + '00', 'hex');
    const content = section(objects, packed);
    const total = magic.length + section(header, false).length + content.length;
    header.writeUInt32LE(total, 8);
    header.writeUInt32LE(total, 12);
    return Buffer.concat([magic, section(header, false), content]);
}

function group(children) {
    const object = Buffer.alloc(31 + 4 * children);
    object.writeUInt8(9, 0);
    object.writeUInt32LE(object.length - 5, 1);
    object.writeUInt8(1, 19); // enableRendering, enablePicking, alphaFactor, scope
    object.writeUInt8(1, 20);
    object.writeUInt8(255, 21);
    object.writeInt32LE(-1, 22);
    object.writeUInt32LE(children, 27);
    for (let i = 0; i < children; i++) {
        object.writeUInt32LE(2 + i, 31 + 4 * i);
    }
    return object;
}

// A group of n groups.
function groups(n) {
    const leaf = group(0);
    return Buffer.concat([Buffer.alloc(n * leaf.length, leaf), group(n)]);
}

const many = groups(1000000);
const zeros = m3g(Buffer.alloc(200 * MI), true);
write('groups-plain.m3g', m3g(many, false));
write('groups-packed.m3g', m3g(many, true));
for (let i = 0; i < 8; i++) {
    write(`zeros-${i}.m3g`, zeros);
}

// ---- sparse tails ----

for (let i = 0; i < 8; i++) {
    write(`sparse-${i}.m3g`, small);
    fs.truncateSync(path.join(folder, `sparse-${i}.m3g`), i < 4 ? 2048 * MI : 100 * MI + i);
}

// ---- a packed bank: each member is a small model, and repeats of its last byte ----

function lzss(head, size) {
    const parts = [];
    let made = 0, sum = 0;
    for (; made < head.length; made += 8) {
        parts.push(Buffer.from([0xff]), head.subarray(made, made + 8));
    }
    const runs = Math.floor((size - head.length) / (8 * 18));
    parts.push(Buffer.alloc(17 * runs, Buffer.from('00' + '010f'.repeat(8), 'hex')));
    for (const byte of head) {
        sum = (sum + byte) >>> 0;
    }
    const end = Buffer.alloc(4);
    end.writeUInt32LE((sum + head[head.length - 1] * runs * 144) >>> 0);
    return { data: Buffer.concat([...parts, end]), size: head.length + runs * 144 };
}

function entry(name, method, unpacked, size) {
    const words = Buffer.alloc(20);
    words.writeUInt32LE(method, 0);
    words.writeUInt32LE(unpacked, 4);
    words.writeUInt32LE(size, 16);
    return Buffer.concat([Buffer.from(name + '\0'), words]);
}

const padded = Buffer.concat([small, Buffer.alloc(8 - small.length % 8)]);
const member = lzss(padded, 60 * MI);
const header = [entry('', 0x56657273, 0, 0), Buffer.from('\0')], body = [];
for (let i = 0; i < 4; i++) {
    header.push(entry(`${i}.m3g`, 0x43707273, member.size, member.data.length));
    body.push(member.data);
}
header.push(entry('', 0, 0, 0));
const bank = Buffer.concat([...header, ...body]);
write('bank.pbo', Buffer.concat([bank, Buffer.alloc(21)]));

// ---- what goes into the zip ----

fs.mkdirSync(path.join(folder, 'zip'));
write('zip/groups.m3g', m3g(many, false));
write('zip/nested.m3g', zeros);
write('zip/small.m3g', small);
write('zip/tail.m3g', Buffer.concat([small, Buffer.alloc(200 * MI)]));
