import { connect, type Socket } from 'node:net';
import type { Latencies } from './latency.ts';

/** The port of a server, or of several servers that receive the same requests. */
export type Ports = number | readonly number[];

/** A response. */
export interface Answer {
  readonly status: number;
  readonly head: string;
  /** Valid until the next response of the same connection. */
  readonly body: Buffer;
}

/** A request: its target, and the entity tag of the client's copy. */
export interface LoadRequest {
  readonly target: string;
  readonly ifNoneMatch?: string | undefined;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH_FIELD = /\r\n(content-length: )\d+/i;
const CLOSES = /\r\nconnection: close/i;
const ZERO = 0x30;
/** Larger than any response of the bench, so that most are read at once. */
const READ_BYTES = 64 * 1024;

/** A response that decodes its head on access. */
class Received implements Answer {
  readonly #bytes: Buffer;
  readonly #headEnd: number;
  readonly #end: number;

  constructor(bytes: Buffer, headEnd: number, end: number) {
    this.#bytes = bytes;
    this.#headEnd = headEnd;
    this.#end = end;
  }

  /** The three digits after `HTTP/1.1 `. */
  get status(): number {
    return digitsAt(this.#bytes, 9);
  }

  get head(): string {
    return this.#bytes.toString('latin1', 0, this.#headEnd);
  }

  get body(): Buffer {
    return this.#bytes.subarray(this.#headEnd + HEAD_END.length, this.#end);
  }
}

function digitsAt(bytes: Buffer, start: number): number {
  let number = 0;
  for (let at = start; ; at++) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return number;
    number = number * 10 + digit;
  }
}

/**
 * A connection that sends one request after the other with little CPU time, because it shares the machine with the measured server. Reads
 * only responses with `Content-Length` or without a body. Connects again for each request if the server closes connections.
 */
class Connection {
  readonly #port: number;
  readonly #buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  #socket: Socket;
  /** The start of an incomplete response. */
  #rest: Buffer | undefined;
  #onAnswer: ((answer: Answer) => void) | undefined;
  /** The field name `Content-Length` as the first response of the server has it. */
  #lengthField: Buffer | undefined;
  /** Whether the first response announces that the server closes the connection. */
  #closes: boolean | undefined;
  /** Called if the connection breaks before the response. */
  onFault: (error: Error) => void = (error) => {
    throw error;
  };

  private constructor(port: number) {
    this.#port = port;
    this.#socket = this.#connect();
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const connection = new Connection(port);
      connection.#socket.once('error', reject);
      connection.#socket.once('connect', () => resolve(connection));
    });
  }

  ask(request: string, onAnswer: (answer: Answer) => void): void {
    this.#onAnswer = onAnswer;
    if (this.#closes === true) {
      this.#socket.destroy();
      this.#socket = this.#connect();
    }
    this.#socket.write(request, 'latin1');
  }

  close(): void {
    this.#onAnswer = undefined;
    this.#socket.destroy();
  }

  /** Connects. All reads use the same buffer, without a stream. */
  #connect(): Socket {
    const socket = connect({
      port: this.#port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: this.#buffer,
        callback: (length) => {
          this.#take(this.#buffer.subarray(0, length));
          return true;
        },
      },
    });
    socket.on('error', (error) => this.#break(socket, error));
    socket.on('close', () =>
      this.#break(socket, new Error('The server closed a connection before the end of a response')),
    );
    return socket;
  }

  #break(socket: Socket, error: Error): void {
    if (this.#onAnswer === undefined || socket !== this.#socket) return;
    this.#onAnswer = undefined;
    this.onFault(error);
  }

  #take(read: Buffer): void {
    const bytes = this.#rest === undefined ? read : Buffer.concat([this.#rest, read]);
    const headEnd = bytes.indexOf(HEAD_END);
    const end = headEnd + HEAD_END.length + (headEnd < 0 ? 0 : this.#lengthIn(bytes, headEnd));
    if (headEnd < 0 || bytes.length < end) {
      this.#rest = Buffer.from(bytes);
      return;
    }
    this.#rest = undefined;
    const answer = new Received(bytes, headEnd, end);
    this.#closes ??= CLOSES.test(answer.head);
    const onAnswer = this.#onAnswer;
    this.#onAnswer = undefined;
    onAnswer?.(answer);
  }

  /** The length of the body; 0 if the head has none. */
  #lengthIn(bytes: Buffer, headEnd: number): number {
    this.#lengthField ??= lengthFieldIn(bytes.toString('latin1', 0, headEnd));
    if (this.#lengthField === undefined) return 0;
    const at = bytes.indexOf(this.#lengthField);
    return at >= 0 && at < headEnd ? digitsAt(bytes, at + this.#lengthField.length) : 0;
  }
}

function lengthFieldIn(head: string): Buffer | undefined {
  const [, name] = LENGTH_FIELD.exec(head) ?? [];
  return name === undefined ? undefined : Buffer.from(name);
}

/** The text of a request from a client address. */
export function requestOf(target: string, client: string, ifNoneMatch?: string): string {
  const field = ifNoneMatch === undefined ? '' : `If-None-Match: ${ifNoneMatch}\r\n`;
  return `GET ${target} HTTP/1.1\r\nHost: bench\r\nX-Forwarded-For: ${client}\r\n${field}\r\n`;
}

/** A client address for each of sixteen million requests, so that none reaches its rate limit. */
export function clientAddress(n: number): string {
  return `10.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`;
}

/** Opens connections to local ports in turns. */
export async function openConnections(port: Ports, count: number): Promise<Connection[]> {
  const ports = [port].flat();
  return Promise.all(Array.from({ length: count }, (_, i) => Connection.open(ports[i % ports.length] ?? 0)));
}

/** Options of a load. */
export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  /** The number of the first request over all loads; it determines the client address. */
  readonly first: number;
  /** Number of client addresses in turn; by default each request has its own. */
  readonly clients?: number;
  /** The load ends after this many requests. */
  readonly requestsMax?: number;
  /** Records the latency of each response. */
  readonly latencies?: Latencies;
}

/** The result of a load. */
export interface LoadOutcome {
  readonly requests: number;
  readonly seconds: number;
  /** Responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Sends requests in a loop for a number of seconds, one at a time over each connection. */
export async function load(
  port: Ports,
  requests: readonly LoadRequest[],
  { connections: count, seconds, first, clients = Infinity, requestsMax = Infinity, latencies }: LoadOptions,
): Promise<LoadOutcome> {
  const connections = await openConnections(port, count);
  const statuses = new Map<number, number>();
  const started = performance.now();
  const until = started + seconds * 1000;
  let sent = 0;
  const run = (connection: Awaited<ReturnType<typeof openConnections>>[number]): Promise<void> =>
    new Promise((resolve, reject) => {
      connection.onFault = reject;
      const next = (now: number): void => {
        if (now >= until || sent >= requestsMax) {
          resolve();
          return;
        }
        const n = first + sent++;
        const { target, ifNoneMatch } = requests[n % requests.length] ?? { target: '' };
        connection.ask(requestOf(target, clientAddress(n % clients), ifNoneMatch), ({ status }) => {
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          const answered = performance.now();
          latencies?.record((answered - now) * 1000);
          next(answered);
        });
      };
      next(performance.now());
    });
  let isRunning = true;
  // Keeps this process awake: waking it would cost the server more than some requests, and a slow server more often.
  const stayAwake = (): void => {
    if (isRunning) setImmediate(stayAwake);
  };
  stayAwake();
  try {
    await Promise.all(connections.map(run));
  } finally {
    isRunning = false;
    for (const connection of connections) connection.close();
  }
  return { requests: sent, seconds: (performance.now() - started) / 1000, statuses };
}

/** Sends each request once over several connections. Responses arrive in any order, each with the index of its request. */
export async function askAll(
  port: number,
  requests: readonly LoadRequest[],
  onAnswer: (answer: Answer, index: number) => void,
  connections = 16,
): Promise<void> {
  let sent = 0;
  const asking = (await openConnections(port, connections)).map(
    (connection) =>
      new Promise<void>((resolve, reject) => {
        connection.onFault = reject;
        const next = (): void => {
          const index = sent++;
          const request = requests[index];
          if (request === undefined) {
            connection.close();
            resolve();
            return;
          }
          connection.ask(requestOf(request.target, clientAddress(index), request.ifNoneMatch), (answer) => {
            try {
              onAnswer(answer, index);
              next();
            } catch (error) {
              reject(error);
            }
          });
        };
        next();
      }),
  );
  await Promise.all(asking);
}

/** The header fields of a response. */
export function fieldsOf(head: string): [name: string, value: string][] {
  return head
    .split('\r\n')
    .slice(1)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
}
