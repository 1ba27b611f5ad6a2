import type { Duplex } from 'node:stream';
import type { Answers } from '../response-writer.ts';
import { HEAD_BYTES_MAX } from '../http1/http-server.ts';
import { Refusal } from './problem-error.ts';

/** What Node says of bytes that are no request, and what we say of it. */
const DETAILS: ReadonlyMap<string, string> = new Map([
  ['HPE_HEADER_OVERFLOW', `The head of the request is too large: at most ${HEAD_BYTES_MAX} bytes are read`],
  ['HPE_INVALID_URL', 'The target of the request is no valid URL: what is not ASCII must be percent-encoded'],
  ['HPE_INVALID_METHOD', 'The method of the request is unknown'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'The request took too long to arrive'],
]);

/**
 * How long a connection that was answered stays open for a client that still sends: closed at once, its unread bytes
 * would make the system reset the connection, and the answer could be lost on the way (RFC 9112, section 9.6).
 */
const LINGER_MS = 1000;

/**
 * Answers bytes on a connection that never became a request, with a problem document where one can still be written,
 * and closes the connection. `instance` is the base address, for nothing else is known.
 */
export function answerUnreadable(
  answers: Answers,
  error: Error & { code?: string },
  socket: Duplex,
  requestId: string,
): void {
  // Node reports every further chunk of a connection that it cannot read; the first was answered.
  if (socket.writableEnded) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal =
    error instanceof Refusal
      ? error
      : new Refusal('invalid_request', DETAILS.get(error.code ?? '') ?? 'The request cannot be read as HTTP');
  const late = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.on('close', () => clearTimeout(late));
  // Nothing is left to be done for a client that breaks off; unheard, its error would end the process.
  socket.on('error', () => socket.destroy());
  socket.end(answers.unreadable(refusal, requestId));
  // What still arrives is read and dropped, so that its end is noticed.
  socket.resume();
}
