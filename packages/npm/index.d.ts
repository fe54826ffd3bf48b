import type { FileReport } from './report.js';
import type { FixReport } from './fix.js';

export type { FileReport, Finding, Report } from './report.js';
export type { FixReport } from './fix.js';

/** The bytes of a file. The asynchronous functions also take a `Blob` or `File`. */
export type Bytes = ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/** `sarif-github` and `github` are the forms for GitHub's code scanning and workflow logs. */
export type Form = 'text' | 'json' | 'ndjson' | 'sarif' | 'sarif-github' | 'junit' | 'github';
export type Severity = 'error' | 'warning' | 'note' | 'off';
export type Format = 'a3d1' | 'a3d2' | 'tanki' | 'm3g' | 'odol';

/** 0 restores a default. `a3dlint help limits` describes them. */
export interface Limits {
    /** Bytes of the file. */
    input?: number | bigint;
    /** Bytes of all packed parts together, unpacked. */
    unpacked?: number | bigint;
    /** Fields and elements of the document. */
    nodes?: number | bigint;
    /** Nesting of records. */
    depth?: number | bigint;
    /** Findings that are listed; further ones are counted. */
    findings?: number | bigint;
    /** Steps of work: bounds the time. */
    work?: number | bigint;
}

export interface CheckOptions {
    /** The file's name: it appears in reports, and its extension helps if the bytes do not decide the format. */
    name?: string;
    /** Checks the file as this format, whatever it looks like. */
    format?: Format;
    /** With `format`: the branch, such as `dayz`. */
    branch?: string;
    /** Only rules that match one of these patterns, in which `*` matches any text. */
    only?: Iterable<string>;
    /** The severity of rules by pattern. Later entries take precedence. */
    rules?: Record<string, Severity>;
    /** Checks files as these known readers read them, such as `flash` or `nokia`. */
    compat?: Iterable<string>;
    limits?: Limits;
}

export interface FixOptions extends CheckOptions {
    /** Also makes repairs that assume that a checksum or size is wrong, not the content. */
    acceptContent?: boolean;
    /** Drops damaged parts if the file is still invalid after all repairs. */
    salvage?: boolean;
}

export interface HexOptions extends CheckOptions {
    /** Only what a path (`meshes[0].surfaces`), an offset (`@file+0x20`) or a finding (`#3`) selects. */
    at?: string;
    /** Shows large arrays in full. */
    full?: boolean;
}

export interface GenerateOptions {
    /** `FORMAT[:VERSION][:BRANCH]`, such as `m3g` or `odol:73`. */
    as?: string;
    /** Makes a file that breaks this rule and is otherwise valid. */
    breaks?: string;
    /** With `breaks`: the same file without the fault. */
    corrected?: boolean;
    /** The same seed gives the same file. */
    seed?: number | bigint;
    /** The approximate size in bytes; 0: the smallest file. 4096 by default if there is a seed, else 0. */
    size?: number | bigint;
    compat?: Iterable<string>;
}

export interface Fixed {
    /** The repaired file, or the given bytes if nothing could be repaired. It may still be invalid. */
    data: Uint8Array<ArrayBuffer>;
    /** What was repaired, lost and left, as `a3dlint fix --format json` reports it. */
    report: FixReport;
}

export interface GLB {
    /** A binary glTF 2.0 file. */
    data: Uint8Array<ArrayBuffer>;
    /** What glTF cannot hold, or what was repaired for it: `animation tracks: 3`. */
    lost: string[];
}

export interface Rule {
    id: string;
    severity: Severity;
    title: string;
    rationale: string;
    source: string;
}

/**
 * Why nothing could be made of a file, such as one of unknown format. An argument of another type and an unknown option
 * throw a TypeError; a value that is not possible throws a RangeError, such as an unknown rule, a number out of range, or
 * a place that the file does not have. So does a lack of memory.
 */
export class A3dlintError extends Error {}

/** The engine, called synchronously. `await load()` makes one. */
export class Engine {
    private constructor();
    /** Bytes of memory that it holds now. */
    readonly memory: number;
    version(): string;
    /** Checks a file. Any bytes give a report: one that is not a model has the verdict `unreadable`. */
    check(bytes: Bytes, options?: CheckOptions): FileReport;
    /** Checks a file and writes the report in an output form of the command line. */
    report(bytes: Bytes, form: Form, options?: CheckOptions): string;
    fix(bytes: Bytes, options?: FixOptions): Fixed;
    /** Each byte of the file next to the field that owns it. */
    hex(bytes: Bytes, options?: HexOptions): string;
    toGLB(bytes: Bytes, options?: CheckOptions): GLB;
    generate(options: GenerateOptions): Uint8Array<ArrayBuffer>;
    /** The page of a rule: what it requires, why, and two files that show it. */
    explain(rule: string, options?: { markdown?: boolean }): string;
    rules(): Rule[];
}

/** Rejects the call with `signal.reason`. In this thread only before it runs; in a worker, at any time. */
export interface Abortable {
    signal?: AbortSignal;
}

export interface AsyncEngine {
    version(options?: Abortable): Promise<string>;
    check(bytes: Bytes | Blob, options?: CheckOptions & Abortable): Promise<FileReport>;
    report(bytes: Bytes | Blob, form: Form, options?: CheckOptions & Abortable): Promise<string>;
    fix(bytes: Bytes | Blob, options?: FixOptions & Abortable): Promise<Fixed>;
    hex(bytes: Bytes | Blob, options?: HexOptions & Abortable): Promise<string>;
    toGLB(bytes: Bytes | Blob, options?: CheckOptions & Abortable): Promise<GLB>;
    generate(options: GenerateOptions & Abortable): Promise<Uint8Array<ArrayBuffer>>;
    explain(rule: string, options?: { markdown?: boolean } & Abortable): Promise<string>;
    rules(options?: Abortable): Promise<Rule[]>;
}

/** An engine in a worker, which runs one call after another. */
export interface WorkerEngine extends AsyncEngine {
    /** Ends the worker. Calls that have not finished are rejected. */
    terminate(): void;
}

/**
 * Loads an engine to call synchronously. `source` says where a3dlint.wasm is, if it is not beside this module: a URL,
 * in Node.js also a path; or its bytes, or the compiled module.
 */
export function load(source?: URL | string | BufferSource | WebAssembly.Module): Promise<Engine>;

/** Starts a worker with an engine of its own. */
export function startWorker(): WorkerEngine;

export const version: AsyncEngine['version'];
export const check: AsyncEngine['check'];
export const report: AsyncEngine['report'];
export const fix: AsyncEngine['fix'];
export const hex: AsyncEngine['hex'];
export const toGLB: AsyncEngine['toGLB'];
export const generate: AsyncEngine['generate'];
export const explain: AsyncEngine['explain'];
export const rules: AsyncEngine['rules'];
