// Each example of README.md runs as printed, and prints what README.md says.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generate } from 'a3dlint';

const readme = readFileSync(new URL('README.md', import.meta.resolve('a3dlint')), 'utf8');
const examples = [...readme.matchAll(/^## (.*)\n(?:(?!^## )[^])*?```js\n([^]*?)```\n(?:\n```text\n([^]*?)```)?/gm)];
const dir = mkdtempSync(join(fileURLToPath(new URL('.', import.meta.url)), 'example-'));

test('there are examples', () => assert.ok(examples.length >= 5, `${examples.length}`));

for (const [, title, source, output] of examples) {
    test(title, async () => {
        writeFileSync(join(dir, 'door.a3d'), await generate({ breaks: 'tanki/block-length' }));
        writeFileSync(join(dir, 'example.mjs'), source);
        const printed = execFileSync(process.execPath, ['example.mjs'], { cwd: dir, encoding: 'utf8' });
        if (output !== undefined) assert.equal(printed, output);
        else assert.ok(printed.length > 0);
    });
}
