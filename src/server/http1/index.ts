/**
 * HTTP/1.1 on connections: plain requests are read here, all others by Node. README.md tells which, why, and how it is tested.
 * @module
 */
export { HEAD_BYTES_MAX, httpServer, type ConnectionCounts, type HttpServer } from './http-server.ts';
export { nodeListener } from './node-exchange.ts';
export { listenOn, type Place } from './listen.ts';
