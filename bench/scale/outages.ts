/** What clients see when a server or a store is killed under load. */
import { setTimeout as wait } from 'node:timers/promises';
import { clientAddress, openConnections, requestOf, type LoadRequest } from '../load.ts';

/** What became of the requests of one phase. */
export interface Phase {
  /** Answers by status. */
  readonly statuses: Map<number, number>;
  /** Requests whose connection broke before the answer. */
  broken: number;
  /** From the start of the phase to the last answer that was not 200, in milliseconds; 0 where all were. */
  lastFaultMs: number;
  /** From the start of the phase to the first 200, in milliseconds. */
  first200Ms: number | undefined;
}

const CONNECTIONS = 8;
/** How soon a client whose connection broke connects again, to the next server. */
const AGAIN_MS = 20;

/** Clients that ask without a pause, each over one connection at a time, as a load balancer would lead them: where a server is gone, to the next. */
export class Clients {
  readonly #ports: readonly number[];
  readonly #requests: readonly LoadRequest[];
  readonly #running: Promise<void>[];
  #asked = 0;
  #phase = newPhase();
  #startedMs = performance.now();
  #isOver = false;

  constructor(ports: readonly number[], requests: readonly LoadRequest[]) {
    this.#ports = ports;
    this.#requests = requests;
    this.#running = Array.from({ length: CONNECTIONS }, (_, i) => this.#run(i));
  }

  /** Begins another phase; returns the one that ended. */
  next(): Phase {
    const ended = this.#phase;
    this.#phase = newPhase();
    this.#startedMs = performance.now();
    return ended;
  }

  /** Ends the clients; returns the last phase. */
  async end(): Promise<Phase> {
    this.#isOver = true;
    await Promise.all(this.#running);
    return this.next();
  }

  async #run(client: number): Promise<void> {
    for (let server = client; !this.#isOver; server++) {
      try {
        await this.#askServer(this.#ports[server % this.#ports.length] ?? 0);
      } catch {
        await wait(AGAIN_MS);
      }
    }
  }

  /** Asks one server until it is gone or the clients end. */
  async #askServer(port: number): Promise<void> {
    const [connection] = await openConnections(port, 1);
    if (connection === undefined) return;
    try {
      while (!this.#isOver) {
        const n = this.#asked++;
        const { target } = this.#requests[n % this.#requests.length] ?? { target: '' };
        await new Promise<void>((resolve, reject) => {
          connection.onFault = (error) => {
            this.#phase.broken++;
            reject(error);
          };
          connection.ask(requestOf(target, clientAddress(n)), ({ status }) => {
            this.#count(status);
            resolve();
          });
        });
      }
    } finally {
      connection.close();
    }
  }

  #count(status: number): void {
    const phase = this.#phase;
    const ms = performance.now() - this.#startedMs;
    phase.statuses.set(status, (phase.statuses.get(status) ?? 0) + 1);
    if (status === 200) phase.first200Ms ??= ms;
    else phase.lastFaultMs = ms;
  }
}

function newPhase(): Phase {
  return { statuses: new Map(), broken: 0, lastFaultMs: 0, first200Ms: undefined };
}
