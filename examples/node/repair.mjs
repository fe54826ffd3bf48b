// Repairs the models of a folder as far as that is certain, and writes those that are valid then to another folder.
//
//     npm install a3dlint
//     node repair.mjs models/ repaired/
//
// The exit status is 0 if every model is valid in the end, else 1.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fix } from 'a3dlint';

const [from, to] = process.argv.slice(2);
if (to === undefined) {
    console.error('usage: node repair.mjs FOLDER TARGET');
    process.exit(2);
}

let broken = 0;
const names = (await readdir(from, { recursive: true })).sort();
for (const name of names) {
    if (!['.a3d', '.m3g', '.p3d'].includes(extname(name).toLowerCase())) continue;
    const { data, report } = await fix(await readFile(join(from, name)), { name });
    const done = report.fixed.map((repair) => repair.rule);
    console.log(`${name}: ${report.after.verdict}${done.length > 0 ? `, repaired: ${[...new Set(done)].join(', ')}` : ''}`);
    if (report.after.verdict !== 'valid') {
        broken++;
        continue;
    }
    const target = join(to, name);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, data);
}
process.exitCode = broken > 0 ? 1 : 0;
