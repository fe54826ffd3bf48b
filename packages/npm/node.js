// The entry for Node.js.
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { createApi } from './api.js';

async function compile(source = new URL('./a3dlint.wasm', import.meta.url)) {
    if (source instanceof WebAssembly.Module) return source;
    if (source instanceof Uint8Array || source instanceof ArrayBuffer) return WebAssembly.compile(source);
    return WebAssembly.compile(await readFile(source));
}

function startThread({ answer, fail }) {
    const worker = new Worker(new URL('./worker.node.js', import.meta.url));
    worker.on('message', answer);
    worker.on('error', fail);
    // A worker without a task does not keep the process alive.
    return {
        post: (message) => worker.postMessage(message), terminate: () => void worker.terminate(),
        wake: () => worker.ref(), rest: () => worker.unref(),
    };
}

export const { load, startWorker, version, check, report, fix, hex, toGLB, generate, explain, rules } =
    createApi({ compile, startThread });
export { A3dlintError, Engine } from './engine.js';
export { WorkerEngine } from './worker-engine.js';
