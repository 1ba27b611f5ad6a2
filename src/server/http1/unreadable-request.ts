import type { Duplex } from 'node:stream';
import { ProblemError } from '../../operations/index.ts';
import { HEAD_BYTES_MAX } from './http-server.ts';
import type { ResponseWriter } from '../response-writer.ts';

const DETAILS: ReadonlyMap<string, string> = new Map([
  ['HPE_HEADER_OVERFLOW', `The head of the request is too large: at most ${HEAD_BYTES_MAX} bytes are read`],
  ['HPE_INVALID_URL', 'The target of the request is not a valid URL: all but ASCII must be percent-encoded'],
  ['HPE_INVALID_METHOD', 'The method of the request is unknown'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'The request took too long to arrive'],
]);

/**
 * Milliseconds for which a connection stays open after the response for a client that still sends. If it were closed at once, its unread
 * bytes would make the system reset the connection, and the response could be lost (RFC 9112, section 9.6).
 */
const LINGER_MS = 1000;

/**
 * Answers bytes that are not a request with a problem document, if one can still be written, and closes the connection. `instance` is the
 * base address, because the target is unknown.
 */
export function answerUnreadable(
  writer: ResponseWriter,
  error: Error & { code?: string },
  socket: Duplex & { readonly remoteAddress?: string | undefined },
  requestId: string,
): void {
  // Node reports every chunk of such a connection; the first one has been answered.
  if (socket.writableEnded) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem =
    error instanceof ProblemError
      ? error
      : new ProblemError('invalid_request', DETAILS.get(error.code ?? '') ?? 'The request cannot be read as HTTP');
  const late = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.on('close', () => clearTimeout(late));
  // Without a listener, an error of the connection would end the process.
  socket.on('error', () => socket.destroy());
  socket.end(writer.unreadable(problem, requestId, socket.remoteAddress));
  // Reads and drops the rest, so that the end of the connection is noticed.
  socket.resume();
}
