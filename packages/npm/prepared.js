// Splits the arguments of a call: its signal is for the caller's side, and a Blob is read before the engine starts.
export async function prepared(args) {
    const plain = [...args];
    let signal;
    const last = plain.at(-1);
    if (last !== null && typeof last === 'object' && 'signal' in last) {
        const { signal: given, ...rest } = last;
        signal = given ?? undefined;
        if (signal !== undefined && typeof signal.throwIfAborted !== 'function') throw new TypeError('signal must be an AbortSignal');
        plain[plain.length - 1] = rest;
    }
    signal?.throwIfAborted();
    if (typeof Blob !== 'undefined' && plain[0] instanceof Blob) plain[0] = await plain[0].arrayBuffer();
    signal?.throwIfAborted();
    return { plain, signal };
}
