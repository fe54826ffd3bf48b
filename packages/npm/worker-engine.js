// An engine in a worker. A call that is aborted ends the worker; the calls after it go to a new one.
import { A3dlintError, METHODS } from './engine.js';
import { prepared } from './prepared.js';

const ERRORS = { A3dlintError, RangeError, TypeError, RuntimeError: WebAssembly.RuntimeError };

function revived({ name, message }) {
    return new (ERRORS[name] ?? Error)(message);
}

export class WorkerEngine {
    #start;
    #thread = null;
    #queue = []; // the first one is running
    #closed = false;

    constructor(startThread) {
        this.#start = startThread;
    }

    /** Ends the worker. Calls that have not finished are rejected. */
    terminate() {
        this.#closed = true;
        this.#end();
        for (const job of this.#queue.splice(0)) job.reject(new A3dlintError('the worker was terminated'));
    }

    [Symbol.dispose ?? Symbol.for('dispose')]() {
        this.terminate();
    }

    #end() {
        this.#thread?.terminate();
        this.#thread = null;
    }

    #next() {
        if (this.#queue.length === 0) {
            this.#thread?.rest();
            return;
        }
        if (this.#thread === null) {
            const thread = this.#start({
                answer: (answer) => this.#settle(thread, answer),
                fail: (error) => this.#settle(thread, { error: { name: 'Error', message: error?.message ?? 'the worker failed' } }, true),
            });
            this.#thread = thread;
        }
        const { method, plain } = this.#queue[0];
        this.#thread.wake();
        try {
            this.#thread.post({ method, args: plain });
        } catch (error) { // an argument that cannot be sent
            this.#queue.shift().reject(new TypeError(`an argument cannot be sent to the worker: ${error.message}`));
            this.#next();
        }
    }

    #settle(thread, { value, error }, dead = false) {
        if (thread !== this.#thread) return; // one that was ended
        if (dead) this.#end();
        const job = this.#queue.shift();
        if (job !== undefined) {
            if (error === undefined) job.resolve(value);
            else job.reject(revived(error));
        }
        this.#next();
    }

    #abort(job, reason) {
        const at = this.#queue.indexOf(job);
        if (at < 0) return;
        this.#queue.splice(at, 1);
        job.reject(reason);
        if (at > 0) return;
        this.#end();
        this.#next();
    }

    async call(method, args) {
        const { plain, signal } = await prepared(args);
        signal?.throwIfAborted(); // an event that is over never comes again
        if (this.#closed) throw new A3dlintError('the worker was terminated');
        return new Promise((resolve, reject) => {
            const done = (settle) => (value) => {
                signal?.removeEventListener('abort', abort);
                settle(value);
            };
            const job = { method, plain, resolve: done(resolve), reject: done(reject) };
            const abort = () => this.#abort(job, signal.reason);
            signal?.addEventListener('abort', abort, { once: true });
            this.#queue.push(job);
            if (this.#queue.length === 1) this.#next();
        });
    }
}

for (const method of METHODS) {
    WorkerEngine.prototype[method] = function (...args) {
        return this.call(method, args);
    };
}
