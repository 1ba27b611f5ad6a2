import { connect } from 'node:net';
import assert from 'node:assert/strict';
import { WAIT_MS_MAX } from '../fixtures/until.ts';

/** A response as received. */
export interface RawResponse {
  readonly status: number;
  /** All values by lower-case name. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

/** The result of a connection. */
export interface Conversation {
  readonly bytes: Buffer;
  /** Whether the server closed the connection by itself. */
  readonly isClosed: boolean;
  /** The error code of the client's socket, such as ECONNRESET. */
  readonly fault: string | undefined;
}

/** After the expected responses, waits this long for further bytes. */
const QUIET_MS = 60;

/**
 * Sends bytes and collects responses until the server closes the connection, sends no more bytes after the expected number of responses,
 * or `waitMs` have passed. Several chunks are sent with pauses.
 */
export function converse(
  port: number,
  chunks: readonly (string | Buffer)[],
  {
    answers = 1,
    waitMs = WAIT_MS_MAX,
    gapMs = 15,
  }: { readonly answers?: number; readonly waitMs?: number; readonly gapMs?: number } = {},
): Promise<Conversation> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const received: Buffer[] = [];
    let fault: string | undefined;
    let quiet: NodeJS.Timeout | undefined;
    const finish = (isClosed: boolean): void => {
      clearTimeout(quiet);
      clearTimeout(late);
      clearInterval(sender);
      socket.destroy();
      resolve({ bytes: Buffer.concat(received), isClosed, fault });
    };
    const late = setTimeout(() => finish(false), waitMs);
    let sent = 0;
    const send = (): void => {
      const chunk = chunks[sent++];
      // Strings are latin1, so that characters are bytes.
      if (chunk !== undefined && socket.writable)
        socket.write(typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk);
    };
    socket.on('connect', send);
    const sender = setInterval(send, gapMs);
    socket.on('data', (bytes) => {
      received.push(bytes);
      clearTimeout(quiet);
      if (Buffer.concat(received).toString('latin1').split('HTTP/1.1 ').length <= answers) return;
      quiet = setTimeout(() => finish(false), QUIET_MS + gapMs * Math.max(0, chunks.length - sent));
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      fault = error.code;
    });
    socket.on('close', () => finish(true));
  });
}

/**
 * Parses the bytes of a connection strictly: a status line, fields without line breaks, and a body of exactly Content-Length bytes.
 * `headRequests` marks responses to HEAD, which have no body.
 */
export function parseResponses(bytes: Buffer, headRequests: readonly boolean[] = []): RawResponse[] {
  const responses: RawResponse[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\r\n\r\n', at);
    assert.ok(end > 0, `no end of a head in ${JSON.stringify(bytes.toString('latin1', at, at + 300))}`);
    const [statusLine = '', ...lines] = bytes.toString('latin1', at, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) [\x20-\x7e]*$/.exec(statusLine)?.[1]);
    assert.ok(status >= 100, `"${statusLine}" is not a status line`);
    const headers = new Map<string, string[]>();
    for (const line of lines) {
      const [, name = '', value = ''] = /^([!#$%&'*+\-.^_`|~\w]+): ?([^\r\n\0]*)$/.exec(line) ?? [];
      assert.notEqual(name, '', `"${line}" is not a header field`);
      headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
    }
    at = end + 4;
    const isBodiless = status < 200 || status === 204 || status === 304 || headRequests[responses.length] === true;
    const length = headers.get('content-length')?.[0];
    if (!isBodiless) assert.match(length ?? '', /^\d+$/, `an answer ${status} without Content-Length`);
    const bodyEnd = at + (isBodiless ? 0 : Number(length));
    assert.ok(bodyEnd <= bytes.length, `a body of ${length} bytes that ends early`);
    responses.push({ status, headers, body: bytes.toString('utf8', at, bodyEnd) });
    at = bodyEnd;
  }
  return responses;
}
