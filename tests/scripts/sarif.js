'use strict';
// node sarif.js MODULES SCHEMA... -- LOG...
// Holds SARIF logs against schemas, and against what a schema cannot say.
// node sarif.js verdict LOG N
// Reads what sarif-multitool says of N logs: it may blame nothing but wrong.sarif.
const fs = require('fs');
const path = require('path');
const args = process.argv.slice(2);
const home = require('child_process').execFileSync(path.join(__dirname, '../../ci/home'), { encoding: 'utf8' }).trim();
const read = p => JSON.parse(fs.readFileSync(p, 'utf8').replace(/^\ufeff/, ''));
let faults = 0;
function fault(where, what) {
    if (++faults <= 20) console.error(`${where}: ${what}`);
}
function end(said) {
    if (faults > 20) console.error(`and ${faults - 20} more`);
    console.log(said);
    process.exit(faults > 0 ? 1 : 0);
}

// What is no longer there has no region.
function isAbsent(uri, message) {
    const index = /results\[(\d+)\]/.exec(message.arguments[0])[1];
    return read(new URL(uri)).runs[0].results[index].baselineState === 'absent';
}

function verdict(log, expected) {
    const run = read(log).runs[0], seen = new Set((run.artifacts || []).map(a => a.location.uri));
    let wrong = 0;
    for (const r of run.results) {
        const where = r.locations[0].physicalLocation, uri = where.artifactLocation.uri || run.artifacts[where.artifactLocation.index].location.uri;
        if (path.basename(uri) === 'wrong.sarif') wrong++;
        else if (r.ruleId === 'SARIF2005' && !home) continue; // a project without a site has no address to give
        else if (!(r.ruleId === 'SARIF2017' && isAbsent(uri, r.message))) fault(uri, `${r.ruleId} ${JSON.stringify(r.message)}`);
    }
    for (const n of run.invocations[0].toolExecutionNotifications || [])
        if (n.level === 'error') fault('sarif-multitool', JSON.stringify(n.message));
    if (wrong === 0) fault('sarif-multitool', 'does not see what is wrong with wrong.sarif');
    if (seen.size > 0 && seen.size < expected) fault('sarif-multitool', `looked at ${seen.size} logs of ${expected}`);
    end(`sarif-multitool: ${expected} logs`);
}
if (args[0] === 'verdict') verdict(args[1], Number(args[2]));

const modules = args[0], split = args.indexOf('--');
const load = name => { const m = require(path.join(modules, name)); return m.default || m; };
const makers = { 4: load('ajv-draft-04'), 2020: load('ajv/dist/2020') }, formats = load('ajv-formats');
const validators = args.slice(1, split).map(p => {
    const schema = read(p), ajv = new makers[schema.$schema.includes('draft-04') ? 4 : 2020]({ allErrors: true, strict: false });
    formats(ajv);
    return ajv.compile(schema);
});
const valid = log => validators.every(v => v(log));

function held(log, where) {
    const run = log.runs[0], rules = run.tool.driver.rules, github = where.endsWith('github');
    if (log.runs.length !== 1) fault(where, `${log.runs.length} runs`);
    const prints = new Map();
    for (const [i, r] of run.results.entries()) {
        const at = `${where}: result ${i}`, region = r.locations[0].physicalLocation.region;
        if (rules[r.ruleIndex].id !== r.ruleId) fault(at, `rule ${r.ruleIndex} is ${rules[r.ruleIndex].id}, not ${r.ruleId}`);
        if (r.baselineState === 'absent' ? region !== undefined : github !== (region.startLine === 1)) fault(at, `its line is ${region && region.startLine}`);
        if (!/^[0-9a-f]{16}$/.test(r.partialFingerprints['a3dlint/v1'])) fault(at, 'no fingerprint');
        if (!r.message.text.endsWith('.')) fault(at, 'the message is no sentence');
        if (github) {
            const key = `${r.locations[0].physicalLocation.artifactLocation.uri} ${r.ruleId} ${r.partialFingerprints.primaryLocationLineHash}`;
            if (prints.has(key)) fault(at, `the same fingerprint as result ${prints.get(key)}`);
            prints.set(key, i);
        }
    }
    for (const rule of rules) {
        const page = home ? `${home}docs/rules/${rule.id}.html` : undefined;
        if (rule.helpUri !== page) fault(where, `${rule.id}: its page is ${rule.helpUri}, not ${page}`);
        if (!rule.help.text.includes(rule.id) || !rule.help.markdown.includes('**Why.**')) fault(where, `${rule.id}: no help`);
        if (!run.results.some(r => r.ruleId === rule.id)) fault(where, `${rule.id} is listed and has no result`);
    }
    const invocation = run.invocations[0];
    if (invocation.executionSuccessful !== invocation.exitCode < 2) fault(where, `exit code ${invocation.exitCode}`);
    for (const n of [...invocation.toolExecutionNotifications, ...invocation.toolConfigurationNotifications])
        if (run.tool.driver.notifications[n.descriptor.index].id !== n.descriptor.id) fault(where, `notification ${n.descriptor.id}`);
}

// What must stand in the logs of a few inputs.
const states = (run, state) => run.results.filter(r => r.baselineState === state);
const expected = {
    known: (run, github) => github ? run.results.length === 1 && run.results[0].ruleId === 'm3g/boolean' && !run.results[0].suppressions
        : states(run, 'unchanged').every(r => r.suppressions.length === 1 && r.suppressions[0].kind === 'external')
        && states(run, 'unchanged').length === 1 && states(run, 'new').length === 1 && states(run, 'absent').length === 9
        && states(run, 'new')[0].suppressions.length === 0 && states(run, 'absent').every(r => r.kind === 'pass' && r.level === 'none'),
    two: run => run.results.length === 2 && run.results[1].locations[0].physicalLocation.region.byteOffset === 0x52
        && run.results[0].locations[0].logicalLocations[0].fullyQualifiedName === 'sections[1].objects[0].enablePicking',
    cut: run => run.results.some(r => r.relatedLocations && r.relatedLocations[0].message.text.startsWith('It follows from m3g/cut-short')),
    packed: run => run.results.some(r => (r.locations[0].properties || {}).stream === 'package'),
    limited: run => run.invocations[0].exitCode === 4 && run.invocations[0].toolExecutionNotifications.length === 2,
    unreadable: run => run.invocations[0].toolExecutionNotifications.map(n => n.descriptor.id).join() === 'file-unreadable,file-unreadable',
    mistaken: run => run.results.length === 2 && run.invocations[0].exitCode === 2 && run.invocations[0].toolExecutionNotifications.length === 0
        && run.invocations[0].toolConfigurationNotifications.map(n => n.descriptor.id).join() === 'configuration-wrong,configuration-wrong',
    few: run => run.invocations[0].toolExecutionNotifications.every(n => n.descriptor.id === 'findings-not-kept' && n.level === 'warning'),
    tree: run => run.results.some(r => r.locations[0].physicalLocation.artifactLocation.uri === 'a%20b%25c%3Ad%FF%1B%22.m3g'
        || r.locations[0].physicalLocation.artifactLocation.uri === 'a%20b%25c%3Ad%FF%1B%5C%22.m3g'),
};
let results = 0;
for (const p of args.slice(split + 1)) {
    const log = read(p), name = path.basename(p).split('.')[0];
    for (const v of validators)
        if (!v(log)) for (const e of v.errors) fault(p, `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`);
    held(log, p);
    if (expected[name] && !expected[name](log.runs[0], p.endsWith('github'))) fault(p, 'what must stand there does not');
    results += log.runs[0].results.length;
}

// What the schemas must refuse.
const base = read(args[split + 1].replace(/[^/]*$/, 'two.sarif'));
const spoiled = [l => { delete l.runs[0].tool; }, l => { delete l.runs[0].results[0].message; }, l => { l.runs[0].results[0].level = 'fatal'; },
    l => { l.runs[0].results[0].baselineState = 'old'; }, l => { l.runs[0].results[0].locations[0].physicalLocation.region.byteLength = '4'; }];
if (!valid(base)) fault('two.sarif', 'refused');
spoiled.forEach((spoil, i) => {
    const copy = JSON.parse(JSON.stringify(base));
    spoil(copy);
    for (const v of validators) if (v(copy)) fault('schema', `accepts spoiled log ${i}`);
});
end(`sarif: ${args.length - split - 1} logs, ${results} results, ${validators.length} schemas`);
