// engine.js - the program in several workers: run() queues a call and resolves with what it printed and wrote
'use strict';
const engine = (() => {
  const workers = [], waiting = [];
  let next = 1, module = null;

  const decode = base64 => Uint8Array.from(atob(base64), c => c.charCodeAt(0));

  // The worker is made of a blob, so that it has the page's policy: it cannot connect to anything either.
  function startWorker() {
    const url = new URL('worker.js', document.baseURI).href;
    const worker = new Worker(URL.createObjectURL(new Blob(['importScripts(' + JSON.stringify(url) + ');'], {type: 'text/javascript'})));
    const slot = {worker, job: null};
    const finish = answer => {
      const job = slot.job;
      slot.job = null;
      if (answer.failed) job.reject(new Error(answer.failed)); else job.resolve(answer);
      feed();
    };
    worker.onmessage = ({data}) => finish(data);
    worker.onerror = e => { // it is of no further use
      workers.splice(workers.indexOf(slot), 1);
      worker.terminate();
      if (slot.job) slot.job.reject(new Error(e.message || 'the worker ended'));
      workers.push(startWorker());
      feed();
    };
    worker.postMessage({module});
    return slot;
  }

  function feed() {
    for (const slot of workers) {
      if (slot.job || waiting.length === 0) continue;
      slot.job = waiting.shift();
      send(slot, slot.job);
    }
  }

  // Files that are read only now: no more of them are in memory than the workers look at.
  async function send(slot, job) {
    try {
      const files = typeof job.call.files === 'function' ? await job.call.files() : job.call.files;
      slot.worker.postMessage({...job.call, files}, files.map(f => f.bytes.buffer));
    } catch (e) {
      if (slot.job !== job) return; // the worker ended, and said so
      slot.job = null;
      job.reject(e);
      feed();
    }
  }

  // Compiles the program. Call it once.
  async function start() {
    module = await WebAssembly.compile(decode(globalThis.a3dlintProgram));
    globalThis.a3dlintProgram = null;
    const n = Math.max(1, Math.min(8, navigator.hardwareConcurrency || 2)); // the page itself waits for them
    for (let i = 0; i < n; i++) workers.push(startWorker());
  }

  // Runs the program with these arguments on files {path, bytes}, whose bytes are given away, or on those that a function
  // reads when it is their turn. `wanted` names files that it writes.
  function run(args, files, wanted = []) {
    return new Promise((resolve, reject) => {
      waiting.push({call: {id: next++, args, files, wanted}, resolve, reject});
      feed();
    });
  }

  return {start, run};
})();
