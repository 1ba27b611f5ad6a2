import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Answers } from './answers.ts';
import { Refusal } from './refusal.ts';

/** What Node says of bytes that are no request, and what we say of it. */
const DETAILS: ReadonlyMap<string, string> = new Map([
  ['HPE_HEADER_OVERFLOW', 'The head of the request is too large: at most 16384 bytes are read'],
  ['HPE_INVALID_URL', 'The target of the request is no valid URL'],
  ['HPE_INVALID_METHOD', 'The method of the request is unknown'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'The request took too long to arrive'],
]);

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
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal =
    error instanceof Refusal
      ? error
      : new Refusal('invalid_request', DETAILS.get(error.code ?? '') ?? 'The request cannot be read as HTTP');
  const problem = answers.problemDocument(refusal, requestId);
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
    'Access-Control-Allow-Origin: *',
    ...(refusal.options.allow === undefined ? [] : [`Allow: ${refusal.options.allow}`]),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
