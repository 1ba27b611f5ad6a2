import type { RequestListener as NodeListener, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { KEEP_ALIVE_SECONDS } from '../header-template.ts';
import type { RequestListener } from '../http.ts';
import { Server } from '../node-http.ts';
import { NodeConnection } from './node-connection.ts';
import { nodeListener } from './node-exchange.ts';
import { PlainConnection } from './plain-connection.ts';

/** More than any request of the API needs: 64 characters, escaped, and a cursor. */
export const HEAD_BYTES_MAX = 16_384;
/** A request has no body worth waiting for: one that has not arrived whole after this long is cut off. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often connections are checked for late requests and for idleness. */
const CHECK_INTERVAL_MS = 1_000;
/**
 * A client that takes no byte of what waits for it is cut off after this long; nothing else holds its socket. Linux accepts more
 * bytes only when a third of the send buffer (4 MB) is free. A client at 15 KB/s needs 90 s for that.
 */
const STALLED_TIMEOUT_MS = 120_000;
/** How often a closing server checks for connections whose last response has gone out. */
const CLOSING_INTERVAL_MS = 50;

/**
 * Responses and results of some 3 KB are cut from pools. Node's pools of 8 KB hold two of them, and each pool is garbage to collect;
 * with larger ones a distinct search took 33 to 43 µs of CPU instead of 39 to 46 (fastest slices of two alternating loops).
 */
Buffer.poolSize = 64 * 1024;

/** The connections of a server, as they are when a property is read. */
export interface ConnectionCounts {
  readonly open: number;
  /** The bytes of responses that wait for clients to take them. Of a large body that is at most one piece for each connection. */
  readonly bytesUnsent: number;
}

/**
 * The HTTP server of the service, with a bound on everything that a client could draw out. `isPlain` switches http1/ on; beyond
 * `connectionsMax` a connection is closed as soon as it comes.
 */
export function httpServer(handle: RequestListener, isPlain = true, connectionsMax = Infinity): HttpServer {
  const server = new HttpServer(
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
    connectionsMax,
  );
  return server.setTimeout(STALLED_TIMEOUT_MS);
}

/**
 * A server that closes when every response has been sent. Node's own calls a connection idle before its response is sent, and cuts off
 * slow readers. It also waits for connections that never sent a request, and for those that became idle while it was closing.
 */
export class HttpServer extends Server {
  readonly connectionCounts: ConnectionCounts;
  readonly #sockets = new Set<Socket>();
  /** The connections that http1/ reads. */
  readonly #plain = new Map<Socket, PlainConnection>();
  /** The connections that Node reads. */
  readonly #byNode = new Map<Socket, NodeConnection>();
  /** Node's own listeners, which let its HTTP parser read a socket. Node has no public call for this. */
  readonly #nodeListeners: readonly ((this: Server, socket: Socket) => void)[];

  constructor(options: ServerOptions, handle: RequestListener, isPlain: boolean, connectionsMax: number) {
    super(options);
    this.connectionCounts = this.#counted();
    const answer = nodeListener(handle, (request) => this.#byNode.get(request.socket)?.giveBody(request));
    const onRequest: NodeListener = (request, response) => {
      this.#byNode.get(request.socket)?.begin(response);
      answer(request, response);
    };
    // A client that waits for `100 Continue` is answered like any other.
    this.on('request', onRequest).on('checkExpectation', onRequest);
    this.#nodeListeners = this.listeners('connection') as ((this: Server, socket: Socket) => void)[];
    this.removeAllListeners('connection');
    const read = isPlain ? this.#readPlain(handle) : (socket: Socket): void => this.#giveToNode(socket);
    this.on('connection', (socket: Socket) => {
      // Node's own bound counts the connections of one address.
      if (this.#sockets.size >= connectionsMax) {
        socket.destroy();
        this.emit('drop');
        return;
      }
      read(socket);
      this.#sockets.add(socket);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        this.#plain.delete(socket);
        this.#byNode.delete(socket);
      });
    });
  }

  override close(callback?: (error?: Error) => void): this {
    if (this.listening) this.#untilClosed(CLOSING_INTERVAL_MS, () => this.closeIdleConnections());
    return super.close(callback);
  }

  override closeIdleConnections(): void {
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
    for (const [socket, connection] of this.#plain) if (connection.isIdle) socket.destroy();
    // Only Node knows on which of its connections a request has begun. `destroy` does nothing on those that are being answered.
    const answering = [...this.#byNode].flatMap(([socket, connection]) => (connection.isAnswering ? [socket] : []));
    for (const socket of answering) socket.destroy = () => socket;
    super.closeIdleConnections();
    for (const socket of answering) Reflect.deleteProperty(socket, 'destroy');
  }

  override closeAllConnections(): void {
    for (const socket of this.#plain.keys()) socket.destroy();
    super.closeAllConnections();
  }

  #counted(): ConnectionCounts {
    const sockets = this.#sockets;
    return {
      get open() {
        return sockets.size;
      },
      get bytesUnsent() {
        let sum = 0;
        for (const { writableLength } of sockets) sum += writableLength;
        return sum;
      },
    };
  }

  #giveToNode(socket: Socket): void {
    for (const listener of this.#nodeListeners) listener.call(this, socket);
    this.#byNode.set(socket, new NodeConnection(socket));
  }

  /** Acts in intervals while it listens or has connections: those of other addresses may outlast its own. */
  #untilClosed(ms: number, act: () => void): void {
    const timer = setInterval(() => {
      act();
      if (!this.listening && this.#sockets.size === 0) clearInterval(timer);
    }, ms).unref();
  }

  /** Reads connections by http1/ until a request comes that is not plain; then Node takes the connection over. */
  #readPlain(handle: RequestListener): (socket: Socket) => void {
    const options = {
      handle,
      handOver: (socket: Socket): void => {
        this.#plain.delete(socket);
        this.#giveToNode(socket);
        socket.resume();
      },
      onSilent: (socket: Socket): void => {
        this.#plain.delete(socket);
        const error = Object.assign(new Error('No request arrived'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        this.emit('clientError', error, socket);
      },
      firstChecks: checksIn(REQUEST_TIMEOUT_MS),
      nextChecks: checksIn(KEEP_ALIVE_SECONDS * 1000),
      stalledMs: () => this.timeout,
    };
    this.on('listening', () => {
      this.#untilClosed(CHECK_INTERVAL_MS, () => {
        for (const connection of this.#plain.values()) connection.check();
      });
    });
    return (socket) => this.#plain.set(socket, new PlainConnection(socket, options));
  }
}

/** The number of checks after which at least `ms` have passed. The first check may come at once. */
function checksIn(ms: number): number {
  return 1 + Math.ceil(ms / CHECK_INTERVAL_MS);
}
