import { parentPort } from 'node:worker_threads';
import * as api from './node.js';
import { serve } from './serve.js';

parentPort.on('message', serve(api, (message) => parentPort.postMessage(message)));
