// The entry for browsers and everything else that has `fetch` and `Worker`.
import { createApi } from './api.js';

async function compile(source = new URL('./a3dlint.wasm', import.meta.url)) {
    if (source instanceof WebAssembly.Module) return source;
    if (source instanceof Uint8Array || source instanceof ArrayBuffer) return WebAssembly.compile(source);
    const response = await fetch(source);
    if (!response.ok) throw new Error(`${source}: ${response.status} ${response.statusText}`);
    return WebAssembly.compile(await response.arrayBuffer()); // whatever type the server gives the file
}

function startThread({ answer, fail }) {
    const worker = new Worker(new URL('./worker.browser.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => answer(data);
    worker.onerror = fail;
    return { post: (message) => worker.postMessage(message), terminate: () => worker.terminate(), wake() {}, rest() {} };
}

export const { load, startWorker, version, check, report, fix, hex, toGLB, generate, explain, rules } =
    createApi({ compile, startThread });
export { A3dlintError, Engine } from './engine.js';
export { WorkerEngine } from './worker-engine.js';
