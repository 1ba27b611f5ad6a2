import type { RequestListener, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { KEEP_ALIVE_SECONDS, type AnswerHead } from './header-template.ts';
import { Server } from './node-http.ts';
import { joined, type Part } from './chunks.ts';
import { PlainConnection, type Handle, type ServiceResponse } from './plain-connection.ts';

/** More than any request of the API needs: 64 characters, escaped, and a cursor. */
export const HEAD_BYTES_MAX = 16_384;
/** A request has no body worth waiting for: one that has not arrived whole after this long is cut off. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often connections are looked at, for such requests and for those over which nothing comes. */
const CHECK_INTERVAL_MS = 1_000;
/** A client that stops reading its answer is cut off after this long; nothing else holds its socket and its bytes. */
const SILENCE_TIMEOUT_MS = 60_000;

/** How often a server that stops looks for connections over which the last answer has gone out. */
const CLOSING_INTERVAL_MS = 50;

/** The HTTP server of the service, with a bound on everything that a client could draw out. */
export function httpServer(handle: Handle): Server {
  const server = new PatientServer(
    {
      maxHeaderSize: HEAD_BYTES_MAX,
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
      // The service itself refuses a missing Host, and several, which arrive as one value joined by a comma, so that
      // the refusal is a problem document.
      requireHostHeader: false,
      joinDuplicateHeaders: true,
    },
    handle,
  );
  return server.setTimeout(SILENCE_TIMEOUT_MS);
}

/**
 * A server that closes when every answer has been sent, and not later. Node's own counts a connection as idle as soon
 * as its answer is handed over, and cuts off a slow reader; it counts one as busy over which nothing was ever sent, as
 * browsers open them in advance, and one that became idle while closing, and waits for those.
 */
class PatientServer extends Server {
  readonly #sockets = new Set<Socket>();
  /** The connections that Node does not look after. */
  readonly #plain = new Map<Socket, PlainConnection>();

  constructor(options: ServerOptions, handle: Handle) {
    super(options, listenerOf(handle));
    // What makes a connection one of Node's HTTP server; there is no other way to have it do so later.
    const connectionListeners = this.listeners('connection') as ((this: Server, socket: Socket) => void)[];
    this.removeAllListeners('connection');
    const plain = {
      handle,
      handOver: (socket: Socket): void => {
        this.#plain.delete(socket);
        for (const listener of connectionListeners) listener.call(this, socket);
        socket.resume();
      },
      onSilent: (socket: Socket): void => {
        this.#plain.delete(socket);
        const error = Object.assign(new Error('Nothing came'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        this.emit('clientError', error, socket);
      },
      firstLooks: looksIn(REQUEST_TIMEOUT_MS),
      nextLooks: looksIn(KEEP_ALIVE_SECONDS * 1000),
    };
    this.on('listening', () => {
      const timer = setInterval(() => {
        for (const connection of this.#plain.values()) connection.look();
      }, CHECK_INTERVAL_MS).unref();
      this.once('close', () => clearInterval(timer));
    });
    this.on('connection', (accepted: Socket) => {
      const connection = new PlainConnection(accepted, plain);
      const { socket } = connection;
      this.#sockets.add(socket);
      this.#plain.set(socket, connection);
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
    // While these are hidden from being destroyed, Node finds the rest: it alone knows who is amid a request.
    for (const socket of sending) socket.destroy = () => socket;
    super.closeIdleConnections();
    for (const socket of sending) Reflect.deleteProperty(socket, 'destroy');
  }

  override closeAllConnections(): void {
    for (const socket of this.#plain.keys()) socket.destroy();
    super.closeAllConnections();
  }
}

/** After so many looks at a connection at least this time has passed: the first may come at once. */
function looksIn(ms: number): number {
  return 1 + Math.ceil(ms / CHECK_INTERVAL_MS);
}

/** What answers the requests that Node reads. */
export function listenerOf(handle: Handle): RequestListener {
  return (request, response) => handle(request, new NodeResponse(response));
}

/** Node's response. */
class NodeResponse implements ServiceResponse {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get isSent(): boolean {
    return this.#response.headersSent;
  }

  get shouldKeepAlive(): boolean {
    return this.#response.shouldKeepAlive;
  }

  set shouldKeepAlive(should: boolean) {
    this.#response.shouldKeepAlive = should;
  }

  send(head: AnswerHead, fields: string, body: readonly Part[]): void {
    const lines = (head.fields + fields).split('\r\n').slice(0, -1);
    const pairs = lines.flatMap((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);
    this.#response.writeHead(head.status, pairs).end(joined(body));
  }

  destroy(): void {
    this.#response.destroy();
  }
}
