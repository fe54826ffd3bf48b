// The asynchronous functions over one engine of this thread, and over one in a worker.
import { Engine, METHODS } from './engine.js';
import { prepared } from './prepared.js';
import { WorkerEngine } from './worker-engine.js';

// `compile` gives the module, `startThread` a worker; both are of the platform.
export function createApi({ compile, startThread }) {
    let engine;
    const api = {
        async load(source) {
            return Engine.start(await compile(source));
        },
        startWorker() {
            return new WorkerEngine(startThread);
        },
    };
    for (const method of METHODS) {
        api[method] = async (...args) => {
            const { plain, signal } = await prepared(args);
            engine ??= api.load();
            let ready;
            try {
                ready = await engine;
            } catch (error) {
                engine = undefined; // the next call tries again
                throw error;
            }
            await ready.renew();
            signal?.throwIfAborted();
            return ready[method](...plain);
        };
    }
    return api;
}
