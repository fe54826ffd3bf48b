// The functions of WASI that the engine imports. It opens no file and prints nothing, so all of them refuse.
const BAD_FILE = 8;
const refuse = () => BAD_FILE;

export const wasi = {
    wasi_snapshot_preview1: new Proxy({}, { get: () => refuse }),
};
