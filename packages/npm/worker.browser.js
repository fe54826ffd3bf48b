import * as api from './browser.js';
import { serve } from './serve.js';

const run = serve(api, (message) => self.postMessage(message));
self.onmessage = ({ data }) => run(data);
