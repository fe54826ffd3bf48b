// worker.mjs - runs the program on files in memory, away from the page. `make web` bundles it.
//
// The page sends {module} once, then {id, args, files: [{path, bytes}], wanted: [path]}. The answer to the latter is
// {id, status, out, err, files: [{path, bytes}]}, or {id, failed}. Nothing reaches a disk or a network.
import {ConsoleStdout, Directory, File, OpenFile, PreopenDirectory, WASI} from '@bjorn3/browser_wasi_shim';

let program = null;

// Folders as maps: {a/b.m3g} is Map(a -> Map(b.m3g -> bytes)).
function tree(files) {
  const root = new Map();
  for (const {path, bytes} of files) {
    const parts = path.split('/').filter(part => part !== '' && part !== '.' && part !== '..');
    let at = root;
    for (const part of parts.slice(0, -1)) {
      if (!(at.get(part) instanceof Map)) at.set(part, new Map());
      at = at.get(part);
    }
    at.set(parts[parts.length - 1], bytes);
  }
  return root;
}

const entries = map => new Map([...map].map(([name, value]) => [name, value instanceof Map ? new Directory(entries(value)) : new File(value)]));

function lookUp(root, path) {
  let at = root;
  for (const part of path.split('/')) at = at && (at instanceof Map ? at : at.contents).get(part);
  return at && at.data ? at.data : null;
}

function text(pieces) {
  const all = new Uint8Array(pieces.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of pieces) { all.set(p, at); at += p.length; }
  return new TextDecoder().decode(all);
}

async function run({id, args, files, wanted}) {
  const out = [], err = [], root = entries(tree(files));
  const into = pieces => new ConsoleStdout(bytes => pieces.push(bytes.slice()));
  const wasi = new WASI(['a3dlint', ...args], ['PWD=/', 'TERM=dumb', 'A3DLINT_SHARE=/.share'], [new OpenFile(new File([])), into(out), into(err), new PreopenDirectory('/', root)]);
  const status = wasi.start(await WebAssembly.instantiate(program, {wasi_snapshot_preview1: wasi.wasiImport}));
  const results = (wanted || []).map(path => ({path, bytes: lookUp(root, path)})).filter(f => f.bytes !== null);
  return {id, status, out: text(out), err: text(err), files: results};
}

globalThis.onmessage = async ({data}) => {
  if (data.module) { program = data.module; return; }
  try {
    const answer = await run(data);
    postMessage(answer, answer.files.map(f => f.bytes.buffer));
  } catch (e) {
    postMessage({id: data.id, failed: String(e && e.message || e)});
  }
};
