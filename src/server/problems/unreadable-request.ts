import type { Duplex } from 'node:stream';
import { ProblemError } from '../../operations/index.ts';
import { HEAD_BYTES_MAX } from '../http1/index.ts';
import type { ResponseWriter } from '../response-writer.ts';

/** The details of problems, by Node's error codes. */
const DETAILS: ReadonlyMap<string, string> = new Map([
  ['HPE_HEADER_OVERFLOW', `The head of the request is too large: at most ${HEAD_BYTES_MAX} bytes are read`],
  ['HPE_INVALID_URL', 'The target of the request is no valid URL: what is not ASCII must be percent-encoded'],
  ['HPE_INVALID_METHOD', 'The method of the request is unknown'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'The request took too long to arrive'],
]);

/**
 * How long an answered connection stays open for a client that still sends. If it were closed at once, its unread bytes would make the
 * system reset the connection, and the answer could be lost (RFC 9112, section 9.6).
 */
const LINGER_MS = 1000;

/**
 * Answers bytes on a connection that never became a request, with a problem document where one can still be written,
 * and closes the connection. `instance` is the base address, for nothing else is known.
 */
export function answerUnreadable(
  writer: ResponseWriter,
  error: Error & { code?: string },
  socket: Duplex,
  requestId: string,
): void {
  // Node reports each further chunk of an unreadable connection; the first one was answered.
  if (socket.writableEnded) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem =
    error instanceof ProblemError
      ? error
      : new ProblemError('invalid_request', DETAILS.get(error.code ?? '') ?? 'The request cannot be read as HTTP');
  const remoteAddress = 'remoteAddress' in socket ? String(socket.remoteAddress) : undefined;
  const late = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.on('close', () => clearTimeout(late));
  // Without a listener, the error of a client that breaks off would end the process.
  socket.on('error', () => socket.destroy());
  socket.end(writer.unreadable(problem, requestId, remoteAddress));
  // Reads and drops the rest, so that the end of the connection is noticed.
  socket.resume();
}
