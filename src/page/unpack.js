// unpack.js - parts of the page are zlib streams in base64; each is unpacked when somebody looks at it
'use strict';
const unpack = (() => {
  const kept = new Map(); // details that were looked at last, so that going back is quick
  const MOST = 16;

  async function bytes(base64) {
    const packed = Uint8Array.from(atob(base64), c => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  // What the page shows of a file, or null if it holds nothing of it.
  async function detail(file) {
    if (!file.detail) return null;
    if (kept.has(file)) return kept.get(file);
    const value = JSON.parse(new TextDecoder().decode(await bytes(file.detail)));
    if (kept.size >= MOST) kept.delete(kept.keys().next().value);
    kept.set(file, value);
    return value;
  }

  const whole = async base64 => base64 ? (await bytes(base64)).buffer : null;
  return {detail, view: file => whole(file.view), after: file => whole(file.after)};
})();
if (typeof module === 'object') module.exports = unpack;
