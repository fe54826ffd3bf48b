// What the tests of the page that checks files share.
'use strict';
const fs = require('fs');
const http = require('http');
const path = require('path');

const types = {'.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml'};

// A web server for a folder, on a port of its own.
function serve(folder) {
  const server = http.createServer((request, response) => {
    const name = new URL(request.url, 'http://x').pathname, file = path.join(folder, name === '/' ? 'index.html' : name);
    if (!fs.existsSync(file)) { response.writeHead(404); response.end(); return; }
    response.writeHead(200, {'content-type': types[path.extname(file)] || 'application/octet-stream'});
    response.end(fs.readFileSync(file));
  });
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)));
}

// What the list of the page says, a promise: rule or damage of each group, and its files. The list makes its lines as it
// is read and says how many groups are left, so it is scrolled until none is, however slow the browser is.
const listed = `(async () => {
  const box = document.getElementById('list'), wait = () => new Promise(resolve => setTimeout(resolve, 50));
  const left = () => Number(box.querySelector('.end').dataset.left) + box.querySelectorAll('.rest').length;
  for (const end = Date.now() + 300000; left() > 0; await wait()) {
    if (Date.now() > end) throw new Error('the list still has ' + left() + ' groups or rests to show');
    for (const more of box.querySelectorAll('.rest')) more.click();
    box.scrollTop = box.scrollHeight;
  }
  return [...box.querySelectorAll('[role=group]')].map(g => [g.getAttribute('aria-label'), [...g.querySelectorAll('.file .name')].map(n => n.title).sort()]);
})()`;

// The same of the native program's data.
function expected(file) {
  const data = JSON.parse(fs.readFileSync(file, 'utf8'));
  const groups = data.groups.filter(g => g.files > 0).map(g => [g.rule || g.damage, data.files.filter(f => f.group === g.id).map(f => f.path).sort()]);
  const sound = data.files.filter(f => f.group === null).map(f => f.path).sort();
  return sound.length > 0 ? [...groups, ['nothing wrong', sound]] : groups;
}

const button = text => '[...document.querySelectorAll("button")].find(b => b.textContent.startsWith(' + JSON.stringify(text) + '))';

module.exports = {serve, listed, expected, button};
