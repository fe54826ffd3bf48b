// A browser without a window, spoken to through a pipe. Nothing but node is needed.
'use strict';
const {spawn} = require('child_process');

// Starts it. Returns send(method, parameters, session), which answers with the result, on(listener) for events, and close().
function start(program, profile) {
  const child = spawn(program, ['--headless', '--no-sandbox', '--remote-debugging-pipe', '--user-data-dir=' + profile, '--no-first-run',
    '--disable-extensions', '--disable-component-update', '--disable-background-networking', '--disable-sync', '--disable-dev-shm-usage', '--hide-scrollbars',
    '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', '--allow-file-access-from-files=false', 'about:blank'],
    {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
  const [, , , input, output] = child.stdio, waiting = new Map(), listeners = [];
  let rest = '', next = 1;
  output.on('data', data => {
    rest += data;
    const messages = rest.split('\0');
    rest = messages.pop();
    for (const text of messages) {
      const m = JSON.parse(text), call = waiting.get(m.id);
      if (!call) { for (const l of listeners) l(m); continue; }
      waiting.delete(m.id);
      if (m.error) call.reject(new Error(call.method + ': ' + m.error.message));
      else call.resolve(m.result);
    }
  });
  const gone = why => { for (const c of waiting.values()) c.reject(new Error(c.method + ': ' + why)); waiting.clear(); };
  child.on('exit', () => gone('the browser ended'));
  child.on('error', e => gone(e.message));
  input.on('error', () => {});
  return {
    on: listener => listeners.push(listener),
    send(method, params = {}, sessionId) {
      const id = next++;
      return new Promise((resolve, reject) => {
        waiting.set(id, {resolve, reject, method});
        input.write(JSON.stringify({id, method, params, sessionId}) + '\0');
      });
    },
    async close() {
      const ended = new Promise(resolve => child.on('exit', resolve));
      await this.send('Browser.close').catch(() => child.kill('SIGKILL'));
      await Promise.race([ended, new Promise(resolve => setTimeout(resolve, 3000))]);
      child.kill('SIGKILL');
    },
  };
}

// A page in it: run(expression), key(name), size(width, height, dark), shot() as base64, and what went wrong in `faults`.
async function open(browser, url) {
  const faults = [], loaded = {};
  loaded.promise = new Promise(resolve => { loaded.resolve = resolve; });
  const {targetId} = await browser.send('Target.createTarget', {url: 'about:blank'});
  const {sessionId} = await browser.send('Target.attachToTarget', {targetId, flatten: true});
  const send = (method, params) => browser.send(method, params, sessionId);
  browser.on(m => {
    if (m.sessionId !== sessionId) return;
    const p = m.params;
    if (m.method === 'Runtime.exceptionThrown') faults.push(p.exceptionDetails.text + ' ' + (p.exceptionDetails.exception || {}).description);
    if (m.method === 'Runtime.consoleAPICalled' && /error|warning|assert/.test(p.type)) faults.push(p.args.map(a => a.value || a.description).join(' '));
    if (m.method === 'Log.entryAdded' && p.entry.level !== 'verbose' && p.entry.level !== 'info') faults.push(p.entry.text);
    if (m.method === 'Network.requestWillBeSent' && !/^(file|data|blob):/.test(p.request.url) && !(url.startsWith('http:') && p.request.url.startsWith(url))) faults.push('asked for ' + p.request.url);
    if (m.method === 'Page.javascriptDialogOpening') { faults.push('dialog: ' + p.message); send('Page.handleJavaScriptDialog', {accept: true}); }
    if (m.method === 'Page.loadEventFired') loaded.resolve();
  });
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await send(domain + '.enable');
  const page = {
    faults,
    async size(width, height, dark, scale = 1) {
      await send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: scale, mobile: width < 600});
      await send('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}, {name: 'prefers-reduced-motion', value: 'reduce'}]});
    },
    async run(expression) {
      const r = await send('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true});
      if (r.exceptionDetails) throw new Error(expression + ': ' + (r.exceptionDetails.exception || {}).description);
      return r.result.value;
    },
    async until(expression, what) {
      for (const end = Date.now() + 300000; Date.now() < end; await new Promise(resolve => setTimeout(resolve, 50))) if (await page.run(expression)) return;
      throw new Error('in vain waited for ' + what);
    },
    async key(key, text) {
      await send('Input.dispatchKeyEvent', {type: 'keyDown', key, text});
      await send('Input.dispatchKeyEvent', {type: 'keyUp', key});
    },
    async type(text) { for (const c of text) await page.key(c, c); },
    // Clicks near the left edge of an element, or at a share of its width.
    async click(selector, share = 0) {
      const at = await page.run('(e => { e.scrollIntoView({block: "center"}); const r = e.getBoundingClientRect(); return [r.x + (' + share + ' ? r.width * ' + share + ' : Math.min(20, r.width / 2)), r.y + r.height / 2]; })(document.querySelector(' + JSON.stringify(selector) + '))');
      for (const type of ['mousePressed', 'mouseReleased']) await send('Input.dispatchMouseEvent', {type, x: at[0], y: at[1], button: 'left', clickCount: 1});
    },
    // Files, chosen by their paths in an <input type=file>, or dropped where a selector is.
    async choose(selector, paths) {
      const {root} = await send('DOM.getDocument'), {nodeId} = await send('DOM.querySelector', {nodeId: root.nodeId, selector});
      await send('DOM.setFileInputFiles', {nodeId, files: paths});
    },
    async drop(selector, paths) {
      const at = await page.run('(e => { e.scrollIntoView({block: "center"}); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })(document.querySelector(' + JSON.stringify(selector) + '))');
      for (const type of ['dragEnter', 'dragOver', 'drop']) await send('Input.dispatchDragEvent', {type, x: at[0], y: at[1], data: {items: [], files: paths, dragOperationsMask: 1}});
    },
    // What axe-core, whose script is given, has against the page: serious faults and worse.
    async axe(script) {
      await page.run(script + ';0');
      return page.run('axe.run().then(r => r.violations.filter(v => /serious|critical/.test(v.impact)).map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 120)).join(" | ")))');
    },
    send,
    async shot() { return (await send('Page.captureScreenshot', {format: 'png'})).data; },
  };
  await page.size(1280, 900, false);
  await send('Page.navigate', {url});
  await loaded.promise;
  return page;
}

module.exports = {start, open};
