// A Firefox without a window, by its Marionette protocol: lengths and JSON over a socket. Nothing but node is needed.
'use strict';
const {spawn} = require('child_process');
const fs = require('fs');
const net = require('net');
const path = require('path');

const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

// The port is written into the profile once Firefox listens.
async function portOf(profile) {
  for (const end = Date.now() + 300000; Date.now() < end; await pause(100)) {
    const file = path.join(profile, 'MarionetteActivePort');
    if (fs.existsSync(file)) return +fs.readFileSync(file, 'utf8');
  }
  throw new Error('Firefox does not listen');
}

function connect(port) {
  const waiting = new Map();
  let rest = Buffer.alloc(0), next = 1, greeted;
  const ready = new Promise(resolve => { greeted = resolve; });
  const socket = net.connect(port, '127.0.0.1');
  socket.on('data', data => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const colon = rest.indexOf(':'), length = +rest.subarray(0, colon).toString();
      if (colon < 0 || rest.length < colon + 1 + length) return;
      const message = JSON.parse(rest.subarray(colon + 1, colon + 1 + length).toString());
      rest = rest.subarray(colon + 1 + length);
      if (!Array.isArray(message)) { greeted(); continue; }
      const [, id, error, result] = message, call = waiting.get(id);
      waiting.delete(id);
      if (error) call.reject(new Error(call.name + ': ' + error.message)); else call.resolve(result && 'value' in result ? result.value : result);
    }
  });
  socket.on('error', e => { for (const call of waiting.values()) call.reject(e); });
  const send = (name, parameters = {}) => new Promise((resolve, reject) => {
    const id = next++, text = Buffer.from(JSON.stringify([0, id, name, parameters]));
    waiting.set(id, {resolve, reject, name});
    socket.write(Buffer.concat([Buffer.from(text.length + ':'), text]));
  });
  return {ready, send, end: () => socket.destroy()};
}

// Starts it with an empty profile. Returns run(expression), which may be a promise; until(expression, what); choose(selector,
// paths) for an <input type=file>; go(url); size(width, height) and close().
async function start(program, profile) {
  fs.mkdirSync(profile, {recursive: true});
  fs.writeFileSync(path.join(profile, 'user.js'), [['marionette.port', 0], ['browser.shell.checkDefaultBrowser', false], ['datareporting.policy.dataSubmissionEnabled', false],
    ['toolkit.telemetry.enabled', false], ['app.update.enabled', false], ['network.captive-portal-service.enabled', false], ['browser.aboutwelcome.enabled', false]]
    .map(([name, value]) => 'user_pref(' + JSON.stringify(name) + ', ' + JSON.stringify(value) + ');\n').join(''));
  const child = spawn(program, ['--headless', '--marionette', '--no-remote', '--profile', profile], {stdio: 'ignore'});
  const line = connect(await portOf(profile));
  await line.ready;
  await line.send('WebDriver:NewSession', {capabilities: {alwaysMatch: {timeouts: {script: 600000}}}});
  const run = async expression => {
    const value = await line.send('WebDriver:ExecuteAsyncScript', {script: 'const done = arguments[arguments.length - 1]; (async () => ' + expression +
      ')().then(v => done([true, v === undefined ? null : v]), e => done([false, String(e)]));', args: []});
    if (!value[0]) throw new Error(expression + ': ' + value[1]);
    return value[1];
  };
  return {
    run,
    go: url => line.send('WebDriver:Navigate', {url}),
    size: (width, height) => line.send('WebDriver:SetWindowRect', {width, height}),
    async until(expression, what) {
      for (const end = Date.now() + 300000; Date.now() < end; await pause(100)) if (await run(expression)) return;
      throw new Error('in vain waited for ' + what);
    },
    async choose(selector, paths) {
      const element = await line.send('WebDriver:FindElement', {using: 'css selector', value: selector});
      await line.send('WebDriver:ElementSendKeys', {id: Object.values(element)[0], text: paths.join('\n')});
    },
    async shot() { return line.send('WebDriver:TakeScreenshot', {full: false}); },
    async close() {
      const ended = new Promise(resolve => child.on('exit', resolve));
      await line.send('Marionette:Quit', {flags: ['eForceQuit']}).catch(() => {});
      await Promise.race([ended, pause(5000)]);
      child.kill('SIGKILL');
      line.end();
    },
  };
}

module.exports = {start};
