// Checks of arguments. TypeError: of another type, or an unknown option. RangeError: a value that is not possible.

const refusals = new WeakSet();

function refusal(error) {
    refusals.add(error);
    return error;
}

export const wrongType = (message) => refusal(new TypeError(message));
export const wrongValue = (message) => refusal(new RangeError(message));
/** Whether an argument was refused, so that the engine is as it was. */
export const isRefusal = (error) => refusals.has(error);

const isObject = (value) => value !== null && typeof value === 'object';

export function bytesOf(value) {
    if (value instanceof Uint8Array) return value;
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    const shared = typeof SharedArrayBuffer !== 'undefined' && value instanceof SharedArrayBuffer;
    if (value instanceof ArrayBuffer || shared) return new Uint8Array(value);
    throw wrongType('bytes must be an ArrayBuffer or a view of one, such as a Uint8Array');
}

export function known(options, names) {
    if (!isObject(options)) throw wrongType('options must be an object');
    for (const name of Object.keys(options))
        if (!names.includes(name)) throw wrongType(`unknown option '${name}'; choose from ${names.join(', ')}`);
    return options;
}

/** The names and values of an option that is an object. */
export function entriesOf(value, what) {
    if (value === undefined || value === null) return [];
    if (!isObject(value) || Array.isArray(value)) throw wrongType(what);
    return Object.entries(value).filter(([, one]) => one !== undefined);
}

/** A list of strings. A string would be a list of its letters. */
export function listOf(value, what) {
    if (value === undefined || value === null) return [];
    const list = isObject(value) && typeof value[Symbol.iterator] === 'function' ? [...value] : [undefined];
    if (!list.every((word) => typeof word === 'string')) throw wrongType(`${what} must be an array of strings`);
    return list;
}

export function string(value, what) {
    if (typeof value !== 'string') throw wrongType(`${what} must be a string`);
    if (value.includes('\0')) throw wrongType(`${what} must not contain NUL`);
    return value;
}

export function unsigned(value, what) {
    if (typeof value !== 'number' && typeof value !== 'bigint') throw wrongType(`${what} must be a number or a bigint`);
    const number = typeof value === 'bigint' ? value : Number.isSafeInteger(value) ? BigInt(value) : -1n;
    if (number < 0n || number >= 1n << 64n) throw wrongValue(`${what} must be an integer from 0 to 2^64 - 1`);
    return number;
}

/** A message with the option of this package that sets a limit, for that of the command line or of the C library. */
export function ownWords(message) {
    return message.replace(/\((?:--max-|A3DLINT_MAX_)(\w+)\)/, (all, name) => `(limits.${name.toLowerCase()})`);
}
