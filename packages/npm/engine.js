// The engine: the C library as WebAssembly, called synchronously.
import { wasi } from './wasi.js';

// Memory of an instance never becomes smaller. After a large file a new instance takes its place.
const LARGEST_KEPT = 64 << 20;
const LIMITS = { input: 0, unpacked: 1, nodes: 2, depth: 3, findings: 4, work: 5 };
const FORMS = ['text', 'json', 'ndjson', 'sarif', 'sarif-github', 'junit', 'github'];
const SEVERITIES = { off: 0, note: 1, warning: 2, error: 3 };
const SEVERITY_NAMES = Object.keys(SEVERITIES);
const MOST_BYTES = 0xfffffffe;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** What the engine could not do, such as reading a file of an unknown format. */
export class A3dlintError extends Error {
    name = 'A3dlintError';
}

function outOfMemory() {
    return new RangeError('not enough memory');
}

function bytesOf(value) {
    if (value instanceof Uint8Array) return value;
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    if (value instanceof ArrayBuffer || (typeof SharedArrayBuffer !== 'undefined' && value instanceof SharedArrayBuffer))
        return new Uint8Array(value);
    throw new TypeError('bytes must be an ArrayBuffer or a view of one, such as a Uint8Array');
}

function known(options, names) {
    if (options === null || typeof options !== 'object') throw new TypeError('options must be an object');
    for (const name of Object.keys(options))
        if (!names.includes(name)) throw new TypeError(`unknown option '${name}'; choose from ${names.join(', ')}`);
    return options;
}

// A string would be a list of its letters.
function listOf(value, what) {
    if (typeof value === 'string' || typeof value[Symbol.iterator] !== 'function')
        throw new TypeError(`${what} must be an array of strings`);
    return value;
}

function unsigned(value, what) {
    const number = typeof value === 'bigint' ? value : Number.isSafeInteger(value) ? BigInt(value) : -1n;
    if (number < 0n || number >= 1n << 64n) throw new RangeError(`${what} must be an integer from 0 to 2^64 - 1`);
    return number;
}

const CHECK_OPTIONS = ['name', 'format', 'branch', 'only', 'rules', 'compat', 'limits'];

export class Engine {
    #module;
    #instance;
    #held = [];

    constructor(module, instance) {
        this.#module = module;
        this.#instance = instance;
        instance.exports._initialize();
    }

    static async start(module) {
        return new Engine(module, await WebAssembly.instantiate(module, wasi));
    }

    /** Takes a new instance if memory has grown large or the last call failed. */
    async renew() {
        if (this.#instance !== null) return;
        const instance = await WebAssembly.instantiate(this.#module, wasi);
        instance.exports._initialize();
        this.#instance = instance;
    }

    /** Bytes of memory that the engine holds. */
    get memory() {
        return this.#instance === null ? 0 : this.#instance.exports.memory.buffer.byteLength;
    }

    get #c() {
        if (this.#instance === null) {
            this.#instance = new WebAssembly.Instance(this.#module, wasi);
            this.#instance.exports._initialize();
        }
        return this.#instance.exports;
    }

    // ---- memory ----

    // Runs a function and frees what it took. A trap leaves memory in an unknown state, so the instance is dropped.
    #run(work) {
        try {
            const result = work(this.#c);
            for (const free of this.#held.reverse()) free();
            if (this.memory > LARGEST_KEPT) this.#instance = null;
            return result;
        } catch (error) {
            if (error instanceof A3dlintError) for (const free of this.#held.reverse()) free();
            else this.#instance = null;
            throw error;
        } finally {
            this.#held = [];
        }
    }

    // Keeps a pointer until the end of the call, and returns it.
    #hold(pointer, free) {
        if (pointer === 0) throw outOfMemory();
        this.#held.push(() => free(pointer));
        return pointer;
    }

    #room(size) {
        return this.#hold(this.#c.malloc(Math.max(size, 1)) >>> 0, this.#c.free);
    }

    #copy(bytes) {
        if (bytes.length > MOST_BYTES) throw new RangeError('a file has at most 4 GiB - 2 bytes');
        const at = this.#room(bytes.length);
        new Uint8Array(this.#c.memory.buffer).set(bytes, at);
        return at;
    }

    #string(value, what) {
        if (value === undefined || value === null) return 0;
        if (typeof value !== 'string') throw new TypeError(`${what} must be a string`);
        if (value.includes('\0')) throw new TypeError(`${what} must not contain NUL`);
        return this.#copy(encoder.encode(`${value}\0`));
    }

    #word(at) {
        return new DataView(this.#c.memory.buffer).getUint32(at, true);
    }

    #bytes(at, size) {
        return new Uint8Array(this.#c.memory.buffer, at >>> 0, size);
    }

    #text(at) {
        if (at === 0) return null;
        const all = new Uint8Array(this.#c.memory.buffer);
        return decoder.decode(all.subarray(at >>> 0, all.indexOf(0, at >>> 0)));
    }

    // Calls a function that stores an address and a size, and perhaps one more address.
    #stored(call) {
        const at = this.#room(12);
        const failed = call(at, at + 4, at + 8);
        return { failed, bytes: () => this.#bytes(this.#word(at), this.#word(at + 4)), more: () => this.#word(at + 8) };
    }

    // ---- options ----

    #linter(options) {
        const c = this.#c;
        const lint = this.#hold(c.a3dlint_new(0), c.a3dlint_free);
        for (const [name, value] of Object.entries(known(options.limits ?? {}, Object.keys(LIMITS))))
            c.a3dlint_set_limit(lint, LIMITS[name], unsigned(value, `limits.${name}`));
        for (const [pattern, level] of Object.entries(options.rules ?? {})) {
            if (!Object.hasOwn(SEVERITIES, level))
                throw new RangeError(`rules: '${level}' is not a severity; choose from ${SEVERITY_NAMES.join(', ')}`);
            if (c.a3dlint_set_severity(lint, this.#string(pattern, 'rules'), SEVERITIES[level]) !== 0)
                throw new RangeError(`rules: no rule matches '${pattern}'`);
        }
        for (const pattern of listOf(options.only ?? [], 'only'))
            if (c.a3dlint_add_only(lint, this.#string(pattern, 'only')) !== 0)
                throw new RangeError(`only: no rule matches '${pattern}'`);
        for (const reader of listOf(options.compat ?? [], 'compat'))
            if (c.a3dlint_add_compat(lint, this.#string(reader, 'compat')) !== 0)
                throw new RangeError(`compat: unknown reader '${reader}'`);
        const { format, branch } = options;
        if (c.a3dlint_set_format(lint, this.#string(format, 'format'), this.#string(branch, 'branch')) !== 0)
            throw new RangeError(`unknown format '${format}'${branch == null ? '' : ` or branch '${branch}'`}`);
        return lint;
    }

    #checked(bytes, options) {
        const c = this.#c;
        const data = bytesOf(bytes);
        const lint = this.#linter(options);
        const name = this.#string(options.name, 'name');
        return this.#hold(c.a3dlint_check(lint, name, this.#copy(data), data.length), c.a3dlint_report_free);
    }

    #form(report, form) {
        const { failed, bytes } = this.#stored((at, size) =>
            this.#c.a3dlint_write(report, this.#string(form, 'form'), at, size));
        if (failed !== 0) throw outOfMemory();
        return decoder.decode(bytes());
    }

    // The bytes of an output of the library, which the reason for a failure takes the place of.
    #made(output) {
        const c = this.#c;
        this.#hold(output, c.a3dlint_output_free);
        const why = this.#text(c.a3dlint_get_reason(output));
        if (why !== null) throw new A3dlintError(why);
        const size = this.#room(4);
        const at = c.a3dlint_get_data(output, size);
        return this.#bytes(at, this.#word(size));
    }

    // ---- what it does ----

    version() {
        return this.#run((c) => this.#text(c.a3dlint_version()));
    }

    check(bytes, options = {}) {
        known(options, CHECK_OPTIONS);
        return this.#run(() => JSON.parse(this.#form(this.#checked(bytes, options), 'json')).files[0]);
    }

    report(bytes, form, options = {}) {
        known(options, CHECK_OPTIONS);
        if (!FORMS.includes(form)) throw new RangeError(`unknown form '${form}'; choose from ${FORMS.join(', ')}`);
        return this.#run(() => this.#form(this.#checked(bytes, options), form));
    }

    fix(bytes, options = {}) {
        const { acceptContent = false, salvage = false, ...rest } = known(options, [...CHECK_OPTIONS, 'acceptContent', 'salvage']);
        return this.#run((c) => {
            const data = bytesOf(bytes);
            const lint = this.#linter(rest);
            const name = this.#string(rest.name, 'name');
            const output = c.a3dlint_fix(lint, name, this.#copy(data), data.length, (acceptContent ? 1 : 0) + (salvage ? 2 : 0));
            const made = this.#made(output).slice();
            return { data: made, report: JSON.parse(this.#text(c.a3dlint_get_fixes(output))) };
        });
    }

    hex(bytes, options = {}) {
        const { at, full = false, ...rest } = known(options, [...CHECK_OPTIONS, 'at', 'full']);
        return this.#run((c) => {
            const report = this.#checked(bytes, rest);
            const stored = this.#stored((text, size) => c.a3dlint_hex(report, this.#string(at, 'at'), full ? 1 : 0, text, size));
            if (stored.failed !== 0) throw new A3dlintError(this.#text(stored.failed));
            return decoder.decode(stored.bytes());
        });
    }

    toGLB(bytes, options = {}) {
        known(options, CHECK_OPTIONS);
        return this.#run((c) => {
            const report = this.#checked(bytes, options);
            const stored = this.#stored((data, size, lost) => c.a3dlint_glb(report, data, size, lost));
            if (stored.failed !== 0) throw new A3dlintError(this.#text(stored.failed));
            return { data: stored.bytes().slice(), lost: this.#text(stored.more()).split('\n').slice(0, -1) };
        });
    }

    generate(options) {
        const { as, breaks, corrected = false, seed, size } = known(options, ['as', 'breaks', 'corrected', 'seed', 'size', 'compat']);
        if (as === undefined && breaks === undefined) throw new TypeError('generate needs `as` or `breaks`');
        const start = unsigned(seed ?? 0, 'seed');
        const room = unsigned(size ?? (seed === undefined ? 0 : 4096), 'size');
        return this.#run((c) => {
            const lint = this.#linter({ compat: options.compat });
            const format = this.#string(as, 'as');
            const output = breaks === undefined ? c.a3dlint_generate(lint, format, start, room) :
                c.a3dlint_break(lint, this.#string(breaks, 'breaks'), format, corrected ? 1 : 0, start, room);
            return this.#made(output).slice();
        });
    }

    explain(rule, options = {}) {
        const { markdown = false } = known(options, ['markdown']);
        if (typeof rule !== 'string') throw new TypeError('rule must be a string');
        return this.#run((c) => {
            const lint = this.#linter({});
            return decoder.decode(this.#made(c.a3dlint_explain(lint, this.#string(rule, 'rule'), markdown ? 1 : 0)));
        });
    }

    rules() {
        return this.#run((c) => {
            const at = this.#room(20);
            const rules = [];
            while (c.a3dlint_get_rule(rules.length, at) === 0) {
                const [id, title, rationale, source] = [0, 4, 8, 12].map((field) => this.#text(this.#word(at + field)));
                rules.push({ id, severity: SEVERITY_NAMES[this.#word(at + 16)], title, rationale, source });
            }
            return rules;
        });
    }
}

/** The methods that the asynchronous functions and workers offer. */
export const METHODS = ['version', 'check', 'report', 'fix', 'hex', 'toGLB', 'generate', 'explain', 'rules'];
