import { Server, type RequestListener, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

/** More than any request of the API needs: 64 characters, escaped, and a cursor. */
export const HEAD_BYTES_MAX = 16_384;
/** A request has no body worth waiting for: one that has not arrived whole after this long is cut off. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often connections are looked through for such requests. */
const CHECK_INTERVAL_MS = 1_000;
/** Longer than the minute that balancers keep idle connections for, so that it is never the server who hangs up on them. */
const KEEP_ALIVE_MS = 72_000;
/** A client that stops reading its answer is cut off after this long; nothing else holds its socket and its bytes. */
const SILENCE_TIMEOUT_MS = 60_000;

/** How often a server that stops looks for connections over which the last answer has gone out. */
const CLOSING_INTERVAL_MS = 50;

/** The HTTP server of the service, with a bound on everything that a client could draw out. */
export function httpServer(listener: RequestListener): Server {
  const server = new PatientServer(
    {
      maxHeaderSize: HEAD_BYTES_MAX,
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // The service itself refuses a missing Host, and several, which arrive as one value joined by a comma, so that
      // the refusal is a problem document.
      requireHostHeader: false,
      joinDuplicateHeaders: true,
    },
    listener,
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

  constructor(options: ServerOptions, listener: RequestListener) {
    super(options, listener);
    this.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
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
    // While these are hidden from being destroyed, Node finds the rest: it alone knows who is amid a request.
    for (const socket of sending) socket.destroy = () => socket;
    super.closeIdleConnections();
    for (const socket of sending) Reflect.deleteProperty(socket, 'destroy');
  }
}
