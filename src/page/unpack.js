// unpack.js - parts of the page are zlib streams in base64; each is unpacked when somebody looks at it
//
// A part is a text, or its place in the text of all parts: [first character, number of them].
'use strict';
const unpack = (() => {
  const kept = new Map(); // details that were looked at last, so that going back is quick
  const MOST = 16;

  // The parts of a page that was written as a file are one text at its end; a file has the places of its own in it.
  let text = null;
  async function base64Of(part) {
    if (typeof part === 'string') return part;
    if (text === null) {
      if (document.readyState === 'loading') await new Promise(resolve => { document.addEventListener('DOMContentLoaded', resolve, {once: true}); });
      text = document.getElementById('parts').textContent;
    }
    return text.substr(part[0], part[1]);
  }

  async function bytes(part) {
    const base64 = await base64Of(part);
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

  const whole = async part => part ? (await bytes(part)).buffer : null;
  return {detail, view: file => whole(file.view), after: file => whole(file.after)};
})();
if (typeof module === 'object') module.exports = unpack;
