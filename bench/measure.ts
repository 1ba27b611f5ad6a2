import { cpuMicroseconds } from '../test/fixtures/machine.ts';
import { createHistogram } from 'node:perf_hooks';
import { load, type LoadOptions, type LoadOutcome, type LoadRequest } from '../test/fixtures/load.ts';
import { listFamily } from './processes.ts';

/** Number of connections when requests a second and CPU time are measured: enough to keep any server busy. */
export const CONNECTIONS = 32;
/** Number of connections when latencies are measured: with more, latencies would measure the queue. */
export const LATENCY_CONNECTIONS = 8;
/** Number of client addresses, used in turn. At 90,000 requests a second each address sends one a second, below the rate limit. */
const CLIENTS = 90_000;
/** Maximum duration of the warm-up of each server before a mix. */
const WARM_UP_SECONDS = 2;

/** Number of rounds and duration of a load. */
export type Rounds = { readonly rounds: number; readonly seconds: number };

function warmUpSeconds({ seconds }: Rounds): number {
  return Math.min(WARM_UP_SECONDS, 2 * seconds);
}

/** Total duration of all loads of one server in one mix: the warm-up, and two loads in each round. */
export function totalSeconds(rounds: Rounds): number {
  return warmUpSeconds(rounds) + 2 * rounds.rounds * rounds.seconds;
}

/** The targets of all requests that one server process received in this run. */
export class Asked {
  readonly #targets = new Set<string>();

  /** Adds `count` requests of a list from index `first`, starting over at its end. Returns the number of repeated targets. */
  add(requests: readonly LoadRequest[], first = 0, count = requests.length): number {
    const before = this.#targets.size;
    for (let n = first; n < first + count; n++) this.#targets.add(requests[n % requests.length]?.target ?? '');
    return count - (this.#targets.size - before);
  }
}

/** A measured server. */
export interface Contestant {
  readonly name: string;
  readonly port: number;
  /** The ids of the processes of the HTTP server, and of the database if it has one. */
  readonly front: number;
  readonly data?: number | undefined;
  readonly requests: readonly LoadRequest[];
  /** Whether no request may be sent twice. Each load then gets a share of the requests and ends when it has sent them. */
  readonly isOnce: boolean;
  /** The targets that were requested from the server before. */
  readonly asked: Asked;
}

/** One value per round; CPU time in microseconds per request, latencies in microseconds. */
export interface Figures {
  /** Requests a second. */
  readonly rate: number[];
  /** The share of requests that the server has received before in this run, 0 to 1. */
  readonly repeats: number[];
  /** CPU time of all processes. */
  readonly cpu: number[];
  /** CPU time of the processes of the database only. */
  readonly dataCpu: number[];
  /** The number of cores that the processes kept busy. Well below 1, the load was the limit. */
  readonly busy: number[];
  readonly p50: number[];
  readonly p99: number[];
  readonly p999: number[];
  readonly worst: number[];
}

export function noFigures(): Figures {
  return { rate: [], repeats: [], cpu: [], dataCpu: [], busy: [], p50: [], p99: [], p999: [], worst: [] };
}

/** Measures all contestants in turns in each round. Returns their figures by name. */
export async function measureInTurns(contestants: readonly Contestant[], plan: Rounds): Promise<Map<string, Figures>> {
  const all = contestants.map((contestant) => ({ ask: asker(contestant, plan), contestant, figures: noFigures() }));
  for (const { ask } of all) await ask({ connections: CONNECTIONS, seconds: warmUpSeconds(plan) });
  for (let round = 0; round < plan.rounds; round++) {
    // Every other round is in reverse order, because a database that still writes slows the next contestant.
    for (const { ask, contestant, figures } of round % 2 === 0 ? all : all.toReversed()) {
      await measureRound(ask, contestant, figures, plan.seconds);
    }
  }
  return new Map(all.map(({ contestant, figures }) => [contestant.name, figures]));
}

type Ask = (
  options: Pick<LoadOptions, 'connections' | 'seconds' | 'latencies'>,
) => Promise<LoadOutcome & { readonly repeats: number }>;

/** Sends loads to a server, each continuing the requests of the previous one, and counts repeated requests. */
function asker({ port, requests, isOnce, asked }: Contestant, plan: Rounds): Ask {
  let first = 0;
  return async (options) => {
    const share = Math.floor((requests.length * options.seconds) / totalSeconds(plan));
    const requestsMax = isOnce ? share : Infinity;
    const outcome = await load(port, requests, { ...options, first, clients: CLIENTS, requestsMax });
    const repeats = asked.add(requests, first, outcome.requests);
    first += outcome.requests;
    return { ...outcome, repeats };
  };
}

/** Sends a load for requests a second and CPU time, then one for latencies. */
async function measureRound(
  ask: Ask,
  { name, front, data }: Contestant,
  figures: Figures,
  seconds: number,
): Promise<void> {
  const [frontPids, dataPids] = [listFamily(front), data === undefined ? [] : listFamily(data)];
  const before = { front: sumCpuMicroseconds(frontPids), data: sumCpuMicroseconds(dataPids) };
  const outcome = await ask({ connections: CONNECTIONS, seconds });
  const used = {
    front: sumCpuMicroseconds(frontPids) - before.front,
    data: sumCpuMicroseconds(dataPids) - before.data,
  };
  const histogram = createHistogram({ figures: 3 });
  // A histogram counts from 1.
  const latencies = { record: (microseconds: number) => histogram.record(Math.max(1, Math.ceil(microseconds))) };
  const timed = await ask({ connections: LATENCY_CONNECTIONS, seconds, latencies });
  const wrong = [...outcome.statuses.keys(), ...timed.statuses.keys()].find((status) => status !== 200);
  if (wrong !== undefined) throw new Error(`${name} answered ${wrong} instead of 200`);

  figures.rate.push(outcome.requests / outcome.seconds);
  figures.repeats.push((outcome.repeats + timed.repeats) / (outcome.requests + timed.requests));
  figures.cpu.push((used.front + used.data) / outcome.requests);
  figures.dataCpu.push(used.data / outcome.requests);
  figures.busy.push((used.front + used.data) / (outcome.seconds * 1e6));
  figures.p50.push(histogram.percentile(50));
  figures.p99.push(histogram.percentile(99));
  figures.p999.push(histogram.percentile(99.9));
  figures.worst.push(histogram.max);
}

function sumCpuMicroseconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuMicroseconds(pid), 0);
}
