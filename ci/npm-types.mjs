// ci/npm-types.mjs TOOLS OUT: types of TypeScript from docs/report.schema.json and docs/fix.schema.json, by
// json-schema-to-typescript in TOOLS/node_modules.
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const [tools, out] = process.argv.slice(2);
const { compile } = createRequire(resolve(tools, 'x.js'))('json-schema-to-typescript');
const NAMES = { file: 'FileReport', one: 'FixReport', many: 'FixReports' };

// Drops what types cannot express: conditions, numbers of items, and the patterns by which a member may be missing. A
// number or string that has a name is put where it is used, with the description from there.
function simplified(value, definitions) {
    if (Array.isArray(value)) return value.map((part) => simplified(part, definitions));
    if (value === null || typeof value !== 'object') return value;
    const { allOf, patternProperties, minItems, maxItems, $ref, ...rest } = value;
    const target = $ref?.startsWith('#/definitions/') ? definitions[$ref.slice(14)] : undefined;
    if (target !== undefined && !('properties' in target || 'items' in target)) return simplified({ ...target, ...rest }, definitions);
    if ($ref !== undefined) return { $ref };
    const result = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, simplified(part, definitions)]));
    for (const [pattern, schema] of Object.entries(patternProperties ?? {}))
        result.properties = { ...result.properties, [pattern.replace(/[\^$]/g, '')]: simplified(schema, definitions) };
    return result;
}

for (const [name, title] of [['report', 'Report'], ['fix', 'FixDocument']]) {
    const given = JSON.parse(readFileSync(`docs/${name}.schema.json`, 'utf8'));
    const schema = simplified(given, given.definitions);
    delete schema.$id;
    schema.title = title;
    for (const [key, definition] of Object.entries(schema.definitions))
        if ('properties' in definition || 'items' in definition) definition.title = NAMES[key] ?? key[0].toUpperCase() + key.slice(1);
    if (name === 'fix') schema.definitions.file.title = 'FixedFile';
    const text = await compile(schema, title, {
        additionalProperties: false, bannerComment: `/* From docs/${name}.schema.json. */`, style: { printWidth: 120 } });
    writeFileSync(`${out}/${name}.d.ts`, text);
}
