import { connect, type Socket } from 'node:net';
import type { Latencies } from './latency.ts';

/** One answer as the load generator sees it. */
export interface Answer {
  readonly status: number;
  readonly head: string;
  /** Its bytes until the next answer comes over the same connection; who keeps them copies them. */
  readonly body: Buffer;
}

/** What is asked: a target, and the entity tag of a copy that the client has. */
export interface LoadRequest {
  readonly target: string;
  readonly ifNoneMatch?: string | undefined;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH_FIELD = /\r\n(content-length: )\d+/i;
const HANGS_UP = /\r\nconnection: close/i;
const ZERO = 0x30;
/** Larger than any answer of the bench, most of which are read at once. */
const READ_BYTES = 64 * 1024;

/** An answer as it was read; its head becomes a text only where somebody looks at it. */
class Received implements Answer {
  readonly #bytes: Buffer;
  readonly #headEnd: number;
  readonly #end: number;

  constructor(bytes: Buffer, headEnd: number, end: number) {
    this.#bytes = bytes;
    this.#headEnd = headEnd;
    this.#end = end;
  }

  /** The three digits behind `HTTP/1.1 `. */
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
 * A connection that sends one request after the other and reads their answers, with as little work as possible: it
 * shares the machine with the server that is measured. It understands what the servers of the bench send: a status, a
 * head with `Content-Length`, a body. Where a server hangs up after its answer and says so, the next request opens a
 * connection of its own.
 */
class Connection {
  readonly #port: number;
  readonly #buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  #socket: Socket;
  /** The beginning of an answer that has not come whole. */
  #rest: Buffer | undefined;
  #onAnswer: ((answer: Answer) => void) | undefined;
  /** How the server writes the field that tells the length of a body, once one was seen. */
  #lengthField: Buffer | undefined;
  /** Whether the server closes the connection behind each answer, once one was seen. */
  #hangsUp: boolean | undefined;
  /** Told of a connection that breaks while an answer is waited for. */
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
    if (this.#hangsUp === true) {
      this.#socket.destroy();
      this.#socket = this.#connect();
    }
    this.#socket.write(request, 'latin1');
  }

  close(): void {
    this.#onAnswer = undefined;
    this.#socket.destroy();
  }

  /** Connects; what is read comes without the detour over a stream's queue, always in the same buffer. */
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
    socket.on('close', () => this.#break(socket, new Error('The server closed a connection amid an answer')));
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
    this.#hangsUp ??= HANGS_UP.test(answer.head);
    const onAnswer = this.#onAnswer;
    this.#onAnswer = undefined;
    onAnswer?.(answer);
  }

  /** The bytes of the body; an answer without one may not say. */
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

/** A request of a load, without a head of its own: its target, and the address it claims to come from. */
export function requestOf(target: string, client: string, ifNoneMatch?: string): string {
  const field = ifNoneMatch === undefined ? '' : `If-None-Match: ${ifNoneMatch}\r\n`;
  return `GET ${target} HTTP/1.1\r\nHost: bench\r\nX-Forwarded-For: ${client}\r\n${field}\r\n`;
}

/** A different client for each of sixteen million requests, so that no allowance is ever used up. */
export function clientAddress(n: number): string {
  return `10.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`;
}

/** Opens connections to a port of this machine. */
export async function openConnections(port: number, count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => Connection.open(port)));
}

/** How a load is sent. */
export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  /** Which request comes first, counted on over all loads: it says which client asks, too. */
  readonly first: number;
  /** How many clients ask in turn; by default each request has another one. */
  readonly clients?: number;
  /** The load ends when so many requests were sent. */
  readonly requestsMax?: number;
  /** Records the time of each answer. */
  readonly latencies?: Latencies;
}

/** What a load did. */
export interface LoadOutcome {
  readonly requests: number;
  readonly seconds: number;
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Sends requests over all connections, one at a time on each, for a number of seconds; after the last request it starts again with the first. */
export async function load(
  port: number,
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
  // The loop never sleeps: waking a sleeping process costs the server more than many a request, on a virtual machine most
  // of all, and a slower server would meet a sleeping client more often.
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

/** Asks each request once, over several connections; the answers come with the request's place, in any order, and are whole. */
export async function askAll(
  port: number,
  requests: readonly LoadRequest[],
  onAnswer: (answer: Answer, place: number) => void,
  connections = 16,
): Promise<void> {
  let sent = 0;
  const asking = (await openConnections(port, connections)).map(
    (connection) =>
      new Promise<void>((resolve, reject) => {
        connection.onFault = reject;
        const next = (): void => {
          const place = sent++;
          const request = requests[place];
          if (request === undefined) {
            connection.close();
            resolve();
            return;
          }
          connection.ask(requestOf(request.target, clientAddress(place), request.ifNoneMatch), (answer) => {
            try {
              onAnswer(answer, place);
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

/** The header fields of an answer, as they were written. */
export function fieldsOf(head: string): [name: string, value: string][] {
  return head
    .split('\r\n')
    .slice(1)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
}
