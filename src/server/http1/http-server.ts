import type { ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { KEEP_ALIVE_SECONDS } from '../header-template.ts';
import type { RequestListener } from '../http.ts';
import { Server } from '../node-http.ts';
import { nodeListener } from './node-exchange.ts';
import { PlainConnection } from './plain-connection.ts';

/** More than any request of the API needs: 64 characters, escaped, and a cursor. */
export const HEAD_BYTES_MAX = 16_384;
/** A request has no body worth waiting for: one that has not arrived whole after this long is cut off. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often connections are checked for late requests and for idleness. */
const CHECK_INTERVAL_MS = 1_000;
/** A client that stops reading its response is cut off after this long; nothing else holds its socket and its bytes. */
const SILENCE_TIMEOUT_MS = 60_000;
/** How often a closing server checks for connections whose last response has gone out. */
const CLOSING_INTERVAL_MS = 50;

/**
 * Responses and results of some 3 KB are cut from pools. Node's pools of 8 KB hold two of them, and each pool is garbage to collect;
 * with larger ones a distinct search took 33 to 43 µs of CPU instead of 39 to 46 (fastest slices of two alternating loops).
 */
Buffer.poolSize = 64 * 1024;

/** The HTTP server of the service, with a bound on everything that a client could draw out. `isPlain` switches http1/ on. */
export function httpServer(handle: RequestListener, isPlain = true): Server {
  const server = new GracefulServer(
    {
      maxHeaderSize: HEAD_BYTES_MAX,
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
      // The service refuses a missing Host, and several, itself, with a problem document. Several arrive joined by a comma.
      requireHostHeader: false,
      joinDuplicateHeaders: true,
    },
    handle,
    isPlain,
  );
  return server.setTimeout(SILENCE_TIMEOUT_MS);
}

/**
 * A server that closes when every response has been sent. Node's own calls a connection idle before its response is sent, and cuts off
 * slow readers. It also waits for connections that never sent a request, and for those that became idle while it was closing.
 */
class GracefulServer extends Server {
  readonly #sockets = new Set<Socket>();
  /** The connections that http1/ reads. */
  readonly #plain = new Map<Socket, PlainConnection>();

  constructor(options: ServerOptions, handle: RequestListener, isPlain: boolean) {
    super(options, nodeListener(handle));
    if (isPlain) this.#readPlain(handle);
    this.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        this.#plain.delete(socket);
      });
    });
  }

  override close(callback?: (error?: Error) => void): this {
    if (this.listening) {
      const timer = setInterval(() => this.closeIdleConnections(), CLOSING_INTERVAL_MS);
      this.once('close', () => clearInterval(timer));
    }
    return super.close(callback);
  }

  override closeIdleConnections(): void {
    const sending: Socket[] = [];
    for (const socket of this.#sockets) {
      if (socket.bytesRead === 0) socket.destroy();
      else if (socket.writableLength > 0) sending.push(socket);
    }
    for (const [socket, connection] of this.#plain) if (connection.isIdle) socket.destroy();
    // Only Node knows which of its connections are busy. `destroy` does nothing on those that still send.
    for (const socket of sending) socket.destroy = () => socket;
    super.closeIdleConnections();
    for (const socket of sending) Reflect.deleteProperty(socket, 'destroy');
  }

  override closeAllConnections(): void {
    for (const socket of this.#plain.keys()) socket.destroy();
    super.closeAllConnections();
  }

  /** Reads connections by http1/ until a request comes that is not plain; then Node takes the connection over. */
  #readPlain(handle: RequestListener): void {
    // These listeners make a connection one of Node's HTTP server. There is no public way to do so later.
    const nodeListeners = this.listeners('connection') as ((this: Server, socket: Socket) => void)[];
    this.removeAllListeners('connection');
    const options = {
      handle,
      handOver: (socket: Socket): void => {
        this.#plain.delete(socket);
        for (const listener of nodeListeners) listener.call(this, socket);
        socket.resume();
      },
      onSilent: (socket: Socket): void => {
        this.#plain.delete(socket);
        const error = Object.assign(new Error('No request arrived'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        this.emit('clientError', error, socket);
      },
      firstChecks: checksIn(REQUEST_TIMEOUT_MS),
      nextChecks: checksIn(KEEP_ALIVE_SECONDS * 1000),
    };
    this.on('connection', (socket: Socket) => this.#plain.set(socket, new PlainConnection(socket, options)));
    this.on('listening', () => {
      const timer = setInterval(() => {
        for (const connection of this.#plain.values()) connection.check();
      }, CHECK_INTERVAL_MS).unref();
      this.once('close', () => clearInterval(timer));
    });
  }
}

/** The number of checks after which at least `ms` have passed. The first check may come at once. */
function checksIn(ms: number): number {
  return 1 + Math.ceil(ms / CHECK_INTERVAL_MS);
}
