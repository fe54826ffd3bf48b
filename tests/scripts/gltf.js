'use strict';
// node gltf.js VALIDATOR PINS LIST
// Holds GLBs against Khronos' validator and against what is known of the files that they were made of. A line of LIST
// is KIND, a tab, the GLB, a tab, its source: `real` files show something or place other models, with their outsides
// outside; of `corpus`, `random` and `damaged` files nothing but validity is known, which includes that there are no
// warnings. PINS says exactly what some real files become. Beside a random or damaged file is a file .words with the words
// that generated it.
const fs = require('fs');
const path = require('path');
const [library, pins, list] = process.argv.slice(2);
const validator = require(path.resolve(library));
const lines = p => fs.readFileSync(p, 'utf8').split('\n').filter(line => line !== '' && !line.startsWith('#'));
let faults = 0;
function fault(where, what) {
    if (++faults <= 20) console.error(`${where}: ${what}`);
}

function read(bytes) {
    const size = bytes.readUInt32LE(12), json = JSON.parse(bytes.subarray(20, 20 + size).toString());
    return {json, data: bytes.subarray(28 + size)};
}
function numbers(glb, index) {
    const a = glb.json.accessors[index], at = glb.json.bufferViews[a.bufferView].byteOffset || 0;
    const n = a.count * {SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16}[a.type];
    const width = a.componentType === 5123 ? 2 : 4, out = new Array(n);
    for (let i = 0; i < n; i++)
        out[i] = a.componentType === 5126 ? glb.data.readFloatLE(at + 4 * i) : glb.data.readUIntLE(at + width * i, width);
    return out;
}

// Triangles whose corners run counter-clockwise around their normals, and those that do not.
function facing(glb, part, sums) {
    if (part.attributes.NORMAL === undefined) return;
    const p = numbers(glb, part.attributes.POSITION), n = numbers(glb, part.attributes.NORMAL), at = numbers(glb, part.indices);
    for (let t = 0; t < at.length; t += 3) {
        const [a, b, c] = [3 * at[t], 3 * at[t + 1], 3 * at[t + 2]];
        const u = [0, 1, 2].map(k => p[b + k] - p[a + k]), w = [0, 1, 2].map(k => p[c + k] - p[a + k]);
        let along = 0;
        for (let k = 0; k < 3; k++) {
            const i = (k + 1) % 3, j = (k + 2) % 3;
            along += (u[i] * w[j] - u[j] * w[i]) * (n[a + k] + n[b + k] + n[c + k]);
        }
        if (along > 0) sums.out++;
        if (along < 0) sums.in++;
    }
}

function measure(glb) {
    const sums = {meshes: 0, vertices: 0, triangles: 0, out: 0, in: 0, low: [], high: []}, seen = new Set();
    for (const mesh of glb.json.meshes || []) {
        sums.meshes++;
        for (const part of mesh.primitives) {
            const position = part.attributes.POSITION, a = glb.json.accessors[position];
            sums.vertices += seen.has(position) ? 0 : a.count;
            seen.add(position);
            sums.triangles += glb.json.accessors[part.indices].count / 3;
            for (let k = 0; k < 3; k++) {
                sums.low[k] = Math.min(a.min[k], sums.low[k] ?? Infinity);
                sums.high[k] = Math.max(a.max[k], sums.high[k] ?? -Infinity);
            }
            facing(glb, part, sums);
        }
    }
    return sums;
}

// A pin: FILE|MESHES|VERTICES|TRIANGLES|LOW|HIGH|NAMES, numbers of the box rounded to three digits; or FILE|0.
const known = new Map(lines(pins).map(line => [line.split('|')[0], line.split('|')]));
const met = new Set();
function hold(pin, name, glb, sums) {
    met.add(name);
    const box = side => side.map(x => +x.toFixed(3)).join(' ');
    const names = (glb.json.nodes || []).map(n => n.name || '-').join(' ');
    const found = pin.length === 2 ? [name, String(sums.meshes)]
        : [name, sums.meshes, sums.vertices, sums.triangles, box(sums.low), box(sums.high), names].map(String);
    if (found.join('|') !== pin.join('|')) fault(name, `is ${found.join('|')}`);
}

// What the files beside a GLB are: a picture of one pixel.
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const beside = uri => /^[^/:\\][^:\\]*$/.test(uri) ? Promise.resolve(new Uint8Array(pixel)) : Promise.reject(new Error(uri));

async function main() {
    const all = {files: 0, meshes: 0, triangles: 0, out: 0, in: 0};
    for (const line of lines(list)) {
        const [kind, file, source] = line.split('\t'), bytes = fs.readFileSync(file);
        const report = await validator.validateBytes(new Uint8Array(bytes), {maxIssues: 100, externalResourceFunction: beside});
        for (const m of report.issues.messages)
            if (m.severity <= 1) fault(kind === 'random' || kind === 'damaged' ? kind + ' ' + fs.readFileSync(source + '.words', 'utf8').trim() : source, `${m.code} ${m.pointer || ''} ${m.message}`);
        const glb = read(bytes), sums = measure(glb), name = path.basename(source), pin = known.get(name);
        all.files++;
        for (const key of ['meshes', 'triangles', 'out', 'in']) all[key] += sums[key];
        if (kind !== 'real') continue;
        if (pin !== undefined) hold(pin, name, glb, sums);
        else if (sums.meshes === 0 && !(glb.json.nodes || []).some(n => n.extras.role === 'proxy')) fault(source, 'shows nothing');
        if (sums.out + sums.in > 200 && sums.out < 2 * sums.in) fault(source, `${sums.in} of ${sums.out + sums.in} triangles face inwards`);
    }
    if (lines(list).some(line => line.startsWith('real\t')))
        for (const name of known.keys())
            if (!met.has(name)) fault(name, 'is pinned and was not met');
    if (all.files === 0 || all.triangles === 0) fault('gltf', 'nothing was seen');
    console.log(`gltf: ${all.files} files, ${all.meshes} meshes, ${all.triangles} triangles; ${faults} faults`);
    process.exit(faults > 0 ? 1 : 0);
}
main();
