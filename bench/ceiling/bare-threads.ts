/**
 * Bare node:http in several threads that listen on one port, as the workers of the service do: measures the cost of the threads. `node
 * bare-threads.ts THREADS` answers every request with the same page. It sends its port to its parent.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { tellPort } from '../processes.ts';

/** The average size of a page in the mix `cold`. */
const BODY = Buffer.alloc(2048, ' ');
const FIELDS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'public, max-age=60',
  ETag: '"AAAAAAAAAAAAAAAAAAAAAA"',
  'X-Request-Id': '01JD0000000000000000000000',
  'Access-Control-Allow-Origin': '*',
  'RateLimit-Policy': '"client";q=60;w=60',
  RateLimit: '"client";r=59;t=1',
  'Content-Length': BODY.length,
};

const server = createServer((_, response) => {
  response.writeHead(200, FIELDS);
  response.end(BODY);
});
server.keepAliveTimeout = 72_000;
const threads = Number(process.argv[2]);
server.listen({ port: Number(workerData ?? 0), host: '127.0.0.1', reusePort: threads > 1 });
await once(server, 'listening');
if (isMainThread) {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  for (let others = threads - 1; others > 0; others--) {
    await once(new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), workerData: port }), 'message');
  }
  tellPort(server);
} else {
  parentPort?.postMessage('listening');
}
