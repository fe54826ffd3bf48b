// The worker's side: runs the calls that it receives, one at a time.
export function serve(api, post) {
    return async ({ method, args }) => {
        try {
            post({ value: await api[method](...args) });
        } catch (error) {
            post({ error: { name: error instanceof WebAssembly.RuntimeError ? 'RuntimeError' : error.name, message: error.message } });
        }
    };
}
