/**
 * HTTP/1.1 on connections: this folder reads plain requests, Node reads all others. README.md defines them.
 * @module
 */
export { HEAD_BYTES_MAX, httpServer, type ConnectionCounts, type HttpServer } from './http-server.ts';
export { nodeListener } from './node-exchange.ts';
export { listenOn, type Place } from './listen.ts';
