import { STATUS_CODES } from './node-http.ts';

/**
 * Longer than the minute after which load balancers close idle connections, so that the server never closes a connection that a balancer
 * uses.
 */
export const KEEP_ALIVE_SECONDS = 72;

const KEEP_ALIVE = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_SECONDS}\r\n`;
const CLOSE = 'Connection: close\r\n';

/** A header field. Values come from the service itself and contain no line breaks. */
export type Field = readonly [name: string, value: string];

/** Returns header fields as the lines of a message (RFC 9112, section 5), each ending with CRLF. */
export function fieldLines(...fields: readonly Field[]): string {
  return fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
}

/**
 * The status and the header fields that all responses of one kind share. Its bytes are rendered once a second, for the date, and
 * copied for each response.
 */
export class HeaderTemplate {
  readonly status: number;
  readonly lines: string;
  #second = 0;
  #bytes: Uint8Array = new Uint8Array(0);

  constructor(status: number, ...fields: readonly Field[]) {
    this.status = status;
    this.lines = fieldLines(...fields);
  }

  /** Returns the status line, the shared fields, `Date` and `Connection` (RFC 9110, sections 6.6.1 and 7.6.1); more lines may follow. */
  bytes(shouldKeepAlive: boolean): Uint8Array {
    const second = Math.floor(Date.now() / 1000);
    if (!shouldKeepAlive) return this.#render(second, CLOSE);
    if (second !== this.#second) {
      this.#bytes = this.#render(second, KEEP_ALIVE);
      this.#second = second;
    }
    return this.#bytes;
  }

  #render(second: number, connection: string): Uint8Array {
    const statusLine = `HTTP/1.1 ${this.status} ${STATUS_CODES[this.status] ?? ''}\r\n`;
    const date = `Date: ${new Date(second * 1000).toUTCString()}\r\n`;
    return Buffer.from(statusLine + this.lines + date + connection, 'latin1');
  }
}
