import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { KEEP_ALIVE_SECONDS } from '../header-template.ts';
import type { RequestListener } from '../http.ts';
import { Server as NodeServer } from '../node-http.ts';
import { NodeConnection } from './node-connection.ts';
import { nodeListener } from './node-exchange.ts';
import { PlainConnection } from './plain-connection.ts';
import { readAccepted } from './read-buffer.ts';
import { CHECK_INTERVAL_MS, IdleTimeout } from './idle-timeout.ts';

/** Maximum size of a head in bytes: more than any request of the API needs, which is 64 characters, escaped, and a cursor. */
export const HEAD_BYTES_MAX = 16_384;
/** Maximum time until a request has arrived completely; then it is refused. Bodies are small. */
const REQUEST_TIMEOUT_MS = 30_000;
/**
 * A client that takes no byte of a response for this time is disconnected. Linux accepts more bytes only when a third of the send buffer (4
 * MB) is free: a client at 15 KB/s needs 90 s for that.
 */
const STALLED_TIMEOUT_MS = 120_000;
/** Milliseconds between checks of a closing server for connections whose last response has gone out. */
const CLOSING_INTERVAL_MS = 50;

type Connection = Pick<PlainConnection | NodeConnection, 'isIdle' | 'bytesUnsent' | 'check' | 'receive'>;

/**
 * The HTTP server of the service, which bounds everything that clients can prolong, and closes when every response has been sent. It
 * accepts connections itself. It passes connections that Node reads to an HTTP server of Node that does not listen, by the event
 * `connection`: https://nodejs.org/api/http.html#event-connection. Such a server has no timeouts.
 */
export class HttpServer extends NetServer {
  requestMs = REQUEST_TIMEOUT_MS;
  stalledMs = STALLED_TIMEOUT_MS;
  readonly #connections = new Map<Socket, Connection>();
  readonly #node: Server;

  /** @param isPlain enables http1/. Connections beyond `connectionsMax` are closed at once. */
  constructor(handle: RequestListener, isPlain = true, connectionsMax = Infinity) {
    super({ allowHalfOpen: true, noDelay: true });
    this.#node = nodeServer(handle);
    // Node reports connections as the streams that it received.
    this.#node.on('clientError', (error, stream) => this.emit('clientError', error, stream));
    this.#node.on('connect', (request, stream) => this.emit('connect', request, stream));
    const plain = {
      handle,
      handOver: (socket: Socket, idleTimeout: IdleTimeout, bytes: Buffer) =>
        this.#giveToNode(socket, idleTimeout).receive(bytes),
      onSilent: (socket: Socket) => this.#refuseLate(socket),
    };
    this.on('listening', () => this.#whileOpen(CHECK_INTERVAL_MS, (connection) => connection.check()));
    this.on('connection', (accepted: Socket) => {
      if (this.#connections.size >= connectionsMax) {
        accepted.destroy();
        this.emit('drop');
        return;
      }
      const socket = readAccepted(accepted, (bytes) => this.#connections.get(socket)?.receive(bytes));
      socket.once('close', () => this.#connections.delete(socket));
      const idleTimeout = new IdleTimeout(socket, this);
      if (isPlain) this.#connections.set(socket, new PlainConnection(socket, idleTimeout, plain));
      else this.#giveToNode(socket, idleTimeout);
    });
  }

  /** The open connections, and the bytes that their clients have not taken yet; of a large body at most one piece per connection. */
  get connectionCounts(): { readonly open: number; readonly bytesUnsent: number } {
    let sum = 0;
    for (const { bytesUnsent } of this.#connections.values()) sum += bytesUnsent;
    return { open: this.#connections.size, bytesUnsent: sum };
  }

  override close(callback?: (error?: Error) => void): this {
    if (this.listening) this.#whileOpen(CLOSING_INTERVAL_MS, () => this.closeIdleConnections());
    return super.close(callback);
  }

  closeIdleConnections(): void {
    for (const [socket, { isIdle }] of this.#connections) if (isIdle) socket.destroy();
  }

  closeAllConnections(): void {
    for (const socket of this.#connections.keys()) socket.destroy();
  }

  #giveToNode(socket: Socket, idleTimeout: IdleTimeout): NodeConnection {
    const connection = new NodeConnection(socket, idleTimeout, (late) => this.#refuseLate(late));
    this.#connections.set(socket, connection);
    this.#node.emit('connection', connection);
    return connection;
  }

  #refuseLate(stream: Duplex): void {
    const error = Object.assign(new Error('No request arrived'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    this.emit('clientError', error, stream);
  }

  /**
   * Calls `act` on every connection in intervals, while the server listens or has connections: connections of other addresses may outlast
   * its own.
   */
  #whileOpen(ms: number, act: (connection: Connection) => void): void {
    const timer = setInterval(() => {
      for (const connection of this.#connections.values()) act(connection);
      if (!this.listening && this.#connections.size === 0) clearInterval(timer);
    }, ms).unref();
  }
}

function nodeServer(handle: RequestListener): Server {
  const server = new NodeServer({
    maxHeaderSize: HEAD_BYTES_MAX,
    keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
    // The service itself refuses requests without `Host`, or with several. Several values arrive joined by a comma.
    requireHostHeader: false,
    joinDuplicateHeaders: true,
  });
  const onRequest = nodeListener(handle);
  // A client with another expectation is answered like any other.
  return server
    .on('request', onRequest)
    .on('checkExpectation', onRequest)
    .on('checkContinue', nodeListener(handle, true));
}
