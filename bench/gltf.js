'use strict';
// node gltf.js VALIDATOR PATH
// Validates the GLB, or all GLBs of a folder, once for each line of standard input, and prints the processor time in
// seconds on a line; twice before the first, so that all is compiled. A GLB with errors ends it. Images beside the GLB are not
// looked for: the models name files that are not at hand.
const fs = require('fs');
const path = require('path');
const [library, given] = process.argv.slice(2);
const folder = fs.statSync(given).isDirectory();
const inFolder = () => fs.readdirSync(given).filter(name => name.endsWith('.glb')).map(name => path.join(given, name));
const paths = folder ? inFolder() : [given];
const validator = require(path.resolve(library));
const files = paths.map(file => new Uint8Array(fs.readFileSync(file)));

async function validate() {
    const before = process.cpuUsage();
    const reports = [];
    for (const bytes of files)
        reports.push(await validator.validateBytes(bytes, {writeTimestamp: false, ignoredIssues: ['IO_ERROR']}));
    const used = process.cpuUsage(before);
    const bad = reports.findIndex(report => report.issues.numErrors > 0);
    if (bad >= 0) {
        const error = reports[bad].issues.messages.find(message => message.severity === 0);
        console.error(`bench: the validator says of ${paths[bad]}: ${error.message}`);
        process.exit(1);
    }
    return (used.user + used.system) * 1e-6;
}

async function main() {
    await validate();
    await validate();
    while (fs.readSync(0, Buffer.alloc(1)) === 1)
        fs.writeSync(1, `${await validate()}\n`);
}
main();
