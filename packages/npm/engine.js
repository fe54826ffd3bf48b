// The engine: the C library as WebAssembly, called synchronously.
import {
    bytesOf, entriesOf, isRefusal, known, listOf, ownWords, string, unsigned, wrongType, wrongValue,
} from './arguments.js';
import { wasi } from './wasi.js';

// Memory of an instance never becomes smaller. After a large file a new instance takes its place.
const LARGEST_KEPT = 64 << 20;
const LIMITS = { input: 0, unpacked: 1, nodes: 2, depth: 3, findings: 4, work: 5 };
const FORMATS = ['a3d1', 'a3d2', 'tanki', 'm3g', 'odol'];
const FORMS = ['text', 'json', 'ndjson', 'sarif', 'sarif-github', 'junit', 'github'];
const SEVERITIES = { off: 0, note: 1, warning: 2, error: 3 };
const SEVERITY_NAMES = Object.keys(SEVERITIES);
const NO_MEMORY = 'not enough memory'; // as the library says it
const MOST_BYTES = 0xfffffffe;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Why nothing could be made of a file, such as one of unknown format. */
export class A3dlintError extends Error {
    name = 'A3dlintError';
}

function fileFault(message) {
    return new A3dlintError(message);
}

function outOfMemory() {
    return new RangeError(NO_MEMORY);
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
            if (error instanceof A3dlintError || isRefusal(error)) for (const free of this.#held.reverse()) free();
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
        if (bytes.length > MOST_BYTES) throw wrongValue('a file has at most 4 GiB - 2 bytes');
        const at = this.#room(bytes.length);
        new Uint8Array(this.#c.memory.buffer).set(bytes, at);
        return at;
    }

    #string(value, what) {
        return value === undefined || value === null ? 0 : this.#copy(encoder.encode(`${string(value, what)}\0`));
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
        const limits = entriesOf(options.limits, 'limits must be an object of numbers, such as { work: 1_000_000 }');
        known(Object.fromEntries(limits), Object.keys(LIMITS));
        for (const [name, value] of limits) c.a3dlint_set_limit(lint, LIMITS[name], unsigned(value, `limits.${name}`));
        this.#rules(lint, options.rules);
        for (const pattern of listOf(options.only, 'only'))
            if (c.a3dlint_add_only(lint, this.#string(pattern, 'only')) !== 0)
                throw wrongValue(`only: no rule matches '${pattern}'`);
        for (const reader of listOf(options.compat, 'compat'))
            if (c.a3dlint_add_compat(lint, this.#string(reader, 'compat')) !== 0)
                throw wrongValue(`compat: unknown reader '${reader}'`);
        this.#format(lint, options.format ?? null, options.branch ?? null);
        return lint;
    }

    #rules(lint, rules) {
        const expected = "rules must be an object of severities by pattern, such as { 'm3g/*': 'off' }";
        for (const [pattern, level] of entriesOf(rules, expected)) {
            if (typeof level !== 'string') throw wrongType(expected);
            if (!Object.hasOwn(SEVERITIES, level))
                throw wrongValue(`rules: '${level}' is not a severity; choose from ${SEVERITY_NAMES.join(', ')}`);
            if (this.#c.a3dlint_set_severity(lint, this.#string(pattern, 'rules'), SEVERITIES[level]) !== 0)
                throw wrongValue(`rules: no rule matches '${pattern}'`);
        }
    }

    #format(lint, format, branch) {
        const name = this.#string(format, 'format');
        const part = this.#string(branch, 'branch');
        if (this.#c.a3dlint_set_format(lint, name, 0) !== 0)
            throw wrongValue(`unknown format '${format}'; choose from ${FORMATS.join(', ')}`);
        if (part !== 0 && this.#c.a3dlint_set_format(lint, name, part) !== 0)
            throw wrongValue(format === null ? `the branch '${branch}' needs a format`
                : `the format '${format}' has no branch '${branch}'`);
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

    // The error of a reason why a report has no such result.
    #refused(why) {
        return why === NO_MEMORY ? outOfMemory() : fileFault(ownWords(why));
    }

    // The bytes of an output of the library. `fault` makes the error of the reason if there are none.
    #made(output, fault = wrongValue) {
        const c = this.#c;
        this.#hold(output, c.a3dlint_output_free);
        const why = this.#text(c.a3dlint_get_reason(output));
        if (why !== null) throw fault(ownWords(why));
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
        const file = this.#run(() => JSON.parse(this.#form(this.#checked(bytes, options), 'json')).files[0]);
        if (file.message !== null) file.message = ownWords(file.message);
        return file;
    }

    report(bytes, form, options = {}) {
        known(options, CHECK_OPTIONS);
        if (!FORMS.includes(string(form, 'form'))) throw wrongValue(`unknown form '${form}'; choose from ${FORMS.join(', ')}`);
        return this.#run(() => this.#form(this.#checked(bytes, options), form));
    }

    fix(bytes, options = {}) {
        const { acceptContent = false, salvage = false, ...rest } = known(options, [...CHECK_OPTIONS, 'acceptContent', 'salvage']);
        return this.#run((c) => {
            const data = bytesOf(bytes);
            const lint = this.#linter(rest);
            const name = this.#string(rest.name, 'name');
            const output = c.a3dlint_fix(lint, name, this.#copy(data), data.length, (acceptContent ? 1 : 0) + (salvage ? 2 : 0));
            const made = this.#made(output, fileFault).slice();
            return { data: made, report: JSON.parse(this.#text(c.a3dlint_get_fixes(output))) };
        });
    }

    hex(bytes, options = {}) {
        const { at, full = false, ...rest } = known(options, [...CHECK_OPTIONS, 'at', 'full']);
        return this.#run((c) => {
            const report = this.#checked(bytes, rest);
            const stored = this.#stored((text, size) => c.a3dlint_hex(report, this.#string(at, 'at'), full ? 1 : 0, text, size));
            if (stored.failed !== 0) {
                const why = this.#text(stored.failed);
                const wasRead = c.a3dlint_get_format(report) !== 0;
                throw wasRead && (at ?? null) !== null && why !== NO_MEMORY ? wrongValue(why) : this.#refused(why);
            }
            return decoder.decode(stored.bytes());
        });
    }

    toGLB(bytes, options = {}) {
        known(options, CHECK_OPTIONS);
        return this.#run((c) => {
            const report = this.#checked(bytes, options);
            const stored = this.#stored((data, size, lost) => c.a3dlint_glb(report, data, size, lost));
            if (stored.failed !== 0) throw this.#refused(this.#text(stored.failed));
            return { data: stored.bytes().slice(), lost: this.#text(stored.more()).split('\n').slice(0, -1) };
        });
    }

    generate(options) {
        const { as, breaks, corrected = false, seed, size } = known(options, ['as', 'breaks', 'corrected', 'seed', 'size', 'compat']);
        const broken = breaks ?? null;
        if ((as ?? broken) === null) throw wrongType('generate needs `as` or `breaks`');
        const start = unsigned(seed ?? 0, 'seed');
        const room = unsigned(size ?? (seed === undefined ? 0 : 4096), 'size');
        return this.#run((c) => {
            const lint = this.#linter({ compat: options.compat });
            const format = this.#string(as, 'as');
            const output = broken === null ? c.a3dlint_generate(lint, format, start, room) :
                c.a3dlint_break(lint, this.#string(breaks, 'breaks'), format, corrected ? 1 : 0, start, room);
            return this.#made(output).slice();
        });
    }

    explain(rule, options = {}) {
        const { markdown = false } = known(options, ['markdown']);
        string(rule, 'rule');
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
