'use strict';
// node gltf.js VALIDATOR GLB
// Validates the GLB once for each line of standard input, and tells the processor time in seconds on a line; twice before
// the first, so that all is compiled. A GLB with errors ends it.
const fs = require('fs');
const path = require('path');
const [library, glb] = process.argv.slice(2);
const validator = require(path.resolve(library));
const bytes = new Uint8Array(fs.readFileSync(glb));

async function validate() {
    const before = process.cpuUsage();
    const report = await validator.validateBytes(bytes, {writeTimestamp: false});
    const used = process.cpuUsage(before);
    if (report.issues.numErrors > 0) {
        console.error(`bench: the validator says ${report.issues.messages[0].message}`);
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
