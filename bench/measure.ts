import type { Asked } from './asked.ts';
import { Latencies } from './latency.ts';
import { load, type LoadOptions, type LoadOutcome, type LoadRequest, type Ports } from './load.ts';
import { cpuMicroseconds, familyOf } from './machine.ts';

/** Connections for requests a second and CPU: enough to keep any server busy. */
export const CONNECTIONS = 32;
/** Connections for times of answers: with more, the times would measure the queue. */
export const LATENCY_CONNECTIONS = 8;
/**
 * So many clients ask in turn, each at most once a second at ninety thousand requests a second, so no rate limit is reached. Each asks
 * again and again, as clients do.
 */
const CLIENTS = 90_000;
/** How long each server is warmed up before the rounds of a mix, at most. */
const WARM_UP_SECONDS = 2;

/** How long the rounds of a mix take, and how many there are. */
export type Rounds = { readonly rounds: number; readonly seconds: number };

function warmUpSeconds({ seconds }: Rounds): number {
  return Math.min(WARM_UP_SECONDS, 2 * seconds);
}

/** How long one server is asked in one mix: the warm-up, and in each round a load for CPU and one for times. */
export function secondsOf(rounds: Rounds): number {
  return warmUpSeconds(rounds) + 2 * rounds.rounds * rounds.seconds;
}

/** A server that is measured, or several that are asked alike. */
export interface Contestant {
  readonly name: string;
  readonly port: Ports;
  /** The process that speaks HTTP, or those of several servers, and the database with its processes where it has any. */
  readonly front: number | readonly number[];
  readonly data: number | undefined;
  readonly requests: readonly LoadRequest[];
  /** Whether no request may be sent twice: each load is then given its share of the requests and ends early when it has sent them. */
  readonly isOnce: boolean;
  /** The questions that the server was asked before. */
  readonly asked: Asked;
}

/** One value a round; CPU in microseconds a request, times in microseconds. */
export interface Figures {
  /** Requests a second. */
  readonly rate: number[];
  /** The share of requests that repeat a question which the server was asked before in this run, 0 to 1. */
  readonly repeats: number[];
  /** Of all processes. */
  readonly cpu: number[];
  /** Of the processes of the database alone. */
  readonly dataCpu: number[];
  /** How much of one core the processes used, 0 to 1: well below 1, the load was the limit. */
  readonly busy: number[];
  readonly p50: number[];
  readonly p99: number[];
  readonly p999: number[];
  readonly worst: number[];
}

export function noFigures(): Figures {
  return { rate: [], repeats: [], cpu: [], dataCpu: [], busy: [], p50: [], p99: [], p999: [], worst: [] };
}

/** Asks all contestants in turns, each round after round, and returns the figures of each by its name. */
export async function measureInTurns(
  contestants: readonly Contestant[],
  statuses: readonly number[],
  plan: Rounds,
): Promise<Map<string, Figures>> {
  const all = contestants.map((contestant) => ({ ask: asker(contestant, plan), contestant, figures: noFigures() }));
  for (const { ask } of all) await ask({ connections: CONNECTIONS, seconds: warmUpSeconds(plan) });
  for (let round = 0; round < plan.rounds; round++) {
    // Every other round goes backwards: work that a server leaves behind, as a database that still writes, then slows another one.
    for (const { ask, contestant, figures } of round % 2 === 0 ? all : all.toReversed()) {
      await measureRound(ask, contestant, figures, { statuses, seconds: plan.seconds });
    }
  }
  return new Map(all.map(({ contestant, figures }) => [contestant.name, figures]));
}

type Ask = (
  options: Pick<LoadOptions, 'connections' | 'seconds' | 'latencies'>,
) => Promise<LoadOutcome & { readonly repeats: number }>;

/** Sends load after load to a server, each going on in its requests where the one before ended, and counts repeated questions. */
function asker({ port, requests, isOnce, asked }: Contestant, plan: Rounds): Ask {
  let first = 0;
  return async (options) => {
    const share = Math.floor((requests.length * options.seconds) / secondsOf(plan));
    const requestsMax = isOnce ? share : Infinity;
    const outcome = await load(port, requests, { ...options, first, clients: CLIENTS, requestsMax });
    const repeats = asked.add(requests, first, outcome.requests);
    first += outcome.requests;
    return { ...outcome, repeats };
  };
}

/** A load for requests a second and CPU, then one for times. */
async function measureRound(
  ask: Ask,
  { name, front, data }: Contestant,
  figures: Figures,
  { statuses, seconds }: { statuses: readonly number[]; seconds: number },
): Promise<void> {
  const [frontPids, dataPids] = [[front].flat().flatMap(familyOf), data === undefined ? [] : familyOf(data)];
  const before = { front: cpuOf(frontPids), data: cpuOf(dataPids) };
  const outcome = await ask({ connections: CONNECTIONS, seconds });
  const used = { front: cpuOf(frontPids) - before.front, data: cpuOf(dataPids) - before.data };
  const latencies = new Latencies();
  const timed = await ask({ connections: LATENCY_CONNECTIONS, seconds, latencies });
  const wrong = [...outcome.statuses.keys(), ...timed.statuses.keys()].find((status) => !statuses.includes(status));
  if (wrong !== undefined) throw new Error(`${name} answered ${wrong} instead of ${statuses.join(' or ')}`);

  figures.rate.push(outcome.requests / outcome.seconds);
  figures.repeats.push((outcome.repeats + timed.repeats) / (outcome.requests + timed.requests));
  figures.cpu.push((used.front + used.data) / outcome.requests);
  figures.dataCpu.push(used.data / outcome.requests);
  figures.busy.push((used.front + used.data) / (outcome.seconds * 1e6));
  figures.p50.push(latencies.within(0.5));
  figures.p99.push(latencies.within(0.99));
  figures.p999.push(latencies.within(0.999));
  figures.worst.push(latencies.worst);
}

function cpuOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuMicroseconds(pid), 0);
}
