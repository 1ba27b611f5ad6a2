import { Latencies } from './latency.ts';
import { load, type LoadRequest } from './load.ts';
import { cpuMicroseconds, familyOf } from './machine.ts';

/** Requests a second and CPU are measured with this many connections, which keep any server busy. */
export const CONNECTIONS = 32;
/** Times of answers with this many: with more, they would say how long the queue is. */
export const LATENCY_CONNECTIONS = 8;
/**
 * So many clients ask in turn, each at most once a second at ninety thousand requests a second, which no allowance forbids. They come
 * again, as clients do.
 */
const CLIENTS = 90_000;
/** How long each is warmed up before the rounds of a mix, at most. */
const WARM_UP_SECONDS = 2;

/** A server that is measured. */
export interface Contestant {
  readonly name: string;
  readonly port: number;
  /** The process that speaks HTTP, and the database with its processes where it has any. */
  readonly front: number;
  readonly data: number | undefined;
  readonly requests: readonly LoadRequest[];
}

/** One value a round; CPU in microseconds a request, times in microseconds. */
export interface Figures {
  /** Requests a second. */
  readonly rate: number[];
  /** Of all processes. */
  readonly cpu: number[];
  /** Of those of the database alone. */
  readonly dataCpu: number[];
  /** How much of one core they used, 0 to 1: below 1, something else was the limit. */
  readonly busy: number[];
  readonly p50: number[];
  readonly p99: number[];
  readonly p999: number[];
  readonly worst: number[];
}

export function noFigures(): Figures {
  return { rate: [], cpu: [], dataCpu: [], busy: [], p50: [], p99: [], p999: [], worst: [] };
}

/** Asks all contestants in turns, each round after round, and returns the figures of each by its name. */
export async function measureInTurns(
  contestants: readonly Contestant[],
  statuses: readonly number[],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Map<string, Figures>> {
  const all = contestants.map((contestant) => ({ contestant, figures: noFigures(), asked: 0 }));
  for (const one of all) {
    const warmUp = {
      connections: CONNECTIONS,
      seconds: Math.min(WARM_UP_SECONDS, seconds),
      first: 0,
      clients: CLIENTS,
    };
    one.asked += (await load(one.contestant.port, one.contestant.requests, warmUp)).requests;
  }
  for (let round = 0; round < rounds; round++) {
    // There and back again: what one leaves behind, as a database that still writes, falls to another one each time.
    for (const one of round % 2 === 0 ? all : all.toReversed())
      one.asked += await measureRound(one.contestant, one.figures, one.asked, { statuses, seconds });
  }
  return new Map(all.map(({ contestant, figures }) => [contestant.name, figures]));
}

/** A load for requests a second and CPU, then one for times; returns how many requests were sent. */
async function measureRound(
  { name, port, front, data, requests }: Contestant,
  figures: Figures,
  first: number,
  { statuses, seconds }: { statuses: readonly number[]; seconds: number },
): Promise<number> {
  const [frontPids, dataPids] = [[front], data === undefined ? [] : familyOf(data)];
  const before = { front: cpuOf(frontPids), data: cpuOf(dataPids) };
  const outcome = await load(port, requests, { connections: CONNECTIONS, seconds, first, clients: CLIENTS });
  const used = { front: cpuOf(frontPids) - before.front, data: cpuOf(dataPids) - before.data };
  const latencies = new Latencies();
  const next = first + outcome.requests;
  const timed = await load(port, requests, {
    connections: LATENCY_CONNECTIONS,
    seconds,
    first: next,
    latencies,
    clients: CLIENTS,
  });
  const wrong = [...outcome.statuses.keys(), ...timed.statuses.keys()].find((status) => !statuses.includes(status));
  if (wrong !== undefined) throw new Error(`${name} answered ${wrong} instead of ${statuses.join(' or ')}`);

  figures.rate.push(outcome.requests / outcome.seconds);
  figures.cpu.push((used.front + used.data) / outcome.requests);
  figures.dataCpu.push(used.data / outcome.requests);
  figures.busy.push((used.front + used.data) / (outcome.seconds * 1e6));
  figures.p50.push(latencies.within(0.5));
  figures.p99.push(latencies.within(0.99));
  figures.p999.push(latencies.within(0.999));
  figures.worst.push(latencies.worst);
  return outcome.requests + timed.requests;
}

function cpuOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuMicroseconds(pid), 0);
}
