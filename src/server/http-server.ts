import { createServer, type RequestListener, type Server } from 'node:http';

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

/** The HTTP server of the service, with a bound on everything that a client could draw out. */
export function httpServer(listener: RequestListener): Server {
  const server = createServer(
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
