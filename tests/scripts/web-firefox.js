// node web-firefox.js WEB FOLDER: what tests/scripts/web-firefox.sh says.
'use strict';
const assert = require('assert');
const fs = require('fs');
const {start} = require('./firefox.js');
const {serve, listed, expected, button} = require('./web-common.js');
const [web, folder] = process.argv.slice(2);
let checks = 0;
const is = (actual, wanted, what) => { checks++; assert.deepStrictEqual(actual, wanted, what); };

(async () => {
  const server = await serve(web), page = await start('firefox-esr', folder + '/profile');
  try {
    await page.go('http://127.0.0.1:' + server.address().port + '/');
    await page.until('document.body.dataset.ready', 'the engine');
    is(await page.run('fetch("index.html").then(() => "connected", () => "refused")'), 'refused', 'the policy holds');
    await page.choose('#start input[type=file]', fs.readdirSync(folder + '/in').map(name => folder + '/in/' + name));
    await page.until('document.querySelector(".list [role=group]") && !document.body.classList.contains("busy")', 'the list');
    is(await page.run(listed), expected(folder + '/native.json'), 'the list is that of the native program');
    await page.run('[...document.querySelectorAll("[role=option].file")].find(o => o.textContent.includes("plane-mask-bit")).click()');
    await page.until('document.querySelectorAll(".finding").length > 0 && document.querySelector("main h2").textContent === "plane-mask-bit.a3d"', 'the file');
    await page.run('document.querySelector("#finding-0").click()');
    is(await page.run('document.querySelectorAll(".row.lit").length > 0 && document.querySelectorAll(".tree .lit").length'), 1, 'a finding leads to its bytes and its field');
    await page.run(button('Repair what is certain') + '.click()');
    await page.until('document.querySelector(".after b")', 'the result');
    is(await page.run('document.querySelector(".after b").textContent'), 'valid', 'the result is valid');
    await page.size(390, 844);
    is(await page.run('document.documentElement.scrollWidth <= innerWidth'), true, 'nothing sticks out of a narrow window');
    console.log('web in Firefox: ' + checks + ' checks');
  } finally {
    await page.close();
    server.close();
  }
})().catch(e => { console.error(e.message); process.exit(1); });
