'use strict';
// node validate.js AJV SCHEMA REPORT...
// Holds reports against the schema, and against what a schema cannot say: sums, ids and causes. The schema itself
// must describe every member, demand every member but `bit`, and forbid all others.
const fs = require('fs');
const [ajvPath, schemaPath, ...reports] = process.argv.slice(2);
const Ajv = require(ajvPath);
const schema = JSON.parse(fs.readFileSync(schemaPath, 'utf8'));
let faults = 0;

function fault(where, what) {
    if (++faults <= 20) console.error(`${where}: ${what}`);
}

function strict(node, where) {
    if (node === null || typeof node !== 'object') return;
    if (node.additionalProperties !== undefined || (node.required && node.properties)) {
        if (node.additionalProperties !== false) fault(where, 'other members are not forbidden');
        for (const [name, member] of Object.entries(node.properties)) {
            if (!member.description) fault(`${where}/${name}`, 'not described');
            if (name !== 'bit' && !node.required.includes(name)) fault(`${where}/${name}`, 'not demanded');
        }
    }
    for (const [name, inner] of Object.entries(node)) strict(inner, `${where}/${name}`);
}

function sums(report, where) {
    let suppressed = 0;
    const verdicts = { valid: 0, invalid: 0, unreadable: 0, limited: 0 };
    for (const file of report.files) {
        verdicts[file.verdict]++;
        const counts = { error: 0, warning: 0, note: 0 };
        file.findings.forEach((f, i) => {
            const at = `${where}: ${file.path}: finding ${i}`;
            counts[f.severity]++;
            if (f.suppressed) suppressed++;
            if (f.suppressed && f.baseline !== 'unchanged' && f.baseline !== 'new') fault(at, `suppressed and ${f.baseline}`);
            if (f.id !== i) fault(at, `its id is ${f.id}`);
            if (f.cause !== null && f.cause >= f.id) fault(at, `its cause is ${f.cause}`);
            if (f.places[0] !== f.path) fault(at, 'the first of its places is another');
            if (f.count < f.places.length) fault(at, 'more places than it counts');
            const own = f.rule.startsWith('file/') || (file.format && f.rule.startsWith(`${file.format}/`));
            if (!own) fault(at, `${f.rule} in a file of ${file.format}`);
            for (const place of f.location.slice(0, -1)) if ('bit' in place) fault(at, 'a bit before the last place');
            if (f.location[0].stream !== 'file') fault(at, 'the way does not begin in the file');
        });
        if (file.truncated !== Object.values(file.notKept).some(n => n > 0)) fault(`${where}: ${file.path}`, 'truncated, or not');
        for (const [severity, n] of Object.entries(counts))
            if (n !== file.counts[severity])
                fault(`${where}: ${file.path}`, `${n} findings are ${severity}, counted ${file.counts[severity]}`);
        if (file.verdict === 'valid' && file.counts.error > 0) fault(`${where}: ${file.path}`, 'valid with errors');
        if (file.verdict === 'invalid' && file.counts.error + file.notKept.error === 0) fault(`${where}: ${file.path}`, 'invalid without errors');
    }
    if (report.summary.suppressed !== suppressed) fault(where, `${suppressed} findings are suppressed, counted ${report.summary.suppressed}`);
    if (report.summary.files !== report.files.length) fault(where, 'the number of files is another');
    for (const [verdict, n] of Object.entries(verdicts))
        if (report.summary[verdict] !== n) fault(where, `${n} files are ${verdict}, counted ${report.summary[verdict]}`);
}

strict(schema, 'schema');
const validate = new Ajv({ allErrors: true, allowUnionTypes: true, strict: true, strictTypes: false }).compile(schema);
let files = 0, findings = 0;
for (const path of reports) {
    const text = fs.readFileSync(path, 'utf8');
    if (text.includes('\ufffd') && !path.includes('bytes')) fault(path, 'not UTF-8');
    const report = JSON.parse(text);
    if (!validate(report)) {
        for (const e of validate.errors) fault(path, `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`);
        continue;
    }
    sums(report, path);
    files += report.files.length;
    for (const file of report.files) findings += file.findings.length;
}

// What the schema must refuse, made from a report that it accepts.
const spoiled = [
    r => { r.extra = 1; },
    r => { delete r.summary; },
    r => { r.summary.valid = -1; },
    r => { r.files[0].verdict = 'fine'; },
    r => { r.files[0].message = 'x'; },
    r => { r.files[0].size = '1'; },
    r => { r.files[0].findings[0].location = []; },
    r => { r.files[0].findings[0].rule = 'x/y'; },
    r => { r.files[0].findings[0].expected = {}; },
    r => { delete r.files[0].findings[0].cause; },
    r => { r.files[0].findings[0].suppressed = {}; },
    r => { r.files[0].findings[0].fingerprint = 'x'; },
];
const base = reports.map(p => JSON.parse(fs.readFileSync(p, 'utf8')))
    .map(r => ({ ...r, files: r.files.filter(f => f.verdict === 'invalid') })).find(r => r.files.length > 0);
if (!base) fault('schema', 'no report with a finding to spoil');
else spoiled.forEach((spoil, i) => {
    const copy = JSON.parse(JSON.stringify(base));
    if (!validate(copy)) return fault('schema', 'a report of invalid files alone is refused');
    spoil(copy);
    if (validate(copy)) fault('schema', `accepts spoiled report ${i}`);
});

if (faults > 20) console.error(`and ${faults - 20} more`);
console.log(`schema: ${reports.length} reports, ${files} files, ${findings} findings`);
process.exit(faults > 0 ? 1 : 0);
