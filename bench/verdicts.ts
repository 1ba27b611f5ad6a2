import { median } from './measuring.ts';
import type { Figures } from './measure.ts';
import type { MixName } from './mixes.ts';
import type { Results, WorkersResult } from './results.ts';

/** A floor or limit, and the measured value. */
export interface Verdict {
  readonly asked: string;
  /** Undefined if the run did not measure it. */
  readonly measured: string | undefined;
  readonly isMet: boolean | undefined;
}

export const OURS = 'openfirma';
export const BARE = 'node:http';

/** Compares the results with all floors and limits. */
export function verdictsOf(results: Results): Verdict[] {
  const { ours, growth, workers } = results;
  const postgresql = results.peers.find(({ name }) => name === 'PostgreSQL');
  const ofBare = (what: string, mix: MixName, level: number): Verdict =>
    atLeast(`CPU a request, of bare node:http: ${what}`, level, cpuShare(results, mix, OURS));
  return [
    ofBare('cold search (the aim is 0.90)', 'cold', 0.7),
    ofBare('repeated search (Zipf)', 'zipf', 0.9),
    ofBare('get', 'get', 0.85),
    ofBare('officers', 'officers', 0.85),
    atLeast("requests a second, cold, of PostgreSQL's", 8, rateShare(results, 'cold', 'PostgreSQL')),
    atLeast("requests a second, cold, of SQLite's", 3, rateShare(results, 'cold', 'SQLite')),
    leastShare(results),
    atMost('CPU a request with the default number of workers, of one', 1.15, workers && workersShare(workers)),
    atMost(
      'the same, of what as many threads of bare node:http cost',
      1.1,
      workers && workersShare(workers) / bareThreadsShare(workers),
    ),
    atMost('p99 of the hundred most expensive questions, of the median of cold', 3, expensiveTail(results)),
    atMost('CPU a request at ten times the companies, the mix that grows most', 1.25, growthOf(results)),
    atMost(
      `start to first answer, ms, at ${shownCount(results.plan.companies * 10)} companies`,
      300,
      growth && median(growth.startMs),
      0,
    ),
    atMost('memory of a worker beyond the page cache, MB', 150, Math.max(ours.memoryMb, growth?.memoryMb ?? 0), 0),
    atMost("bytes a company, of PostgreSQL's", 0.25, postgresql && ours.bytes / postgresql.bytes),
  ];
}

/** CPU time per request with the default number of workers, relative to one worker. */
export function workersShare({ one, all }: WorkersResult): number {
  return median(all.cpu) / median(one.cpu);
}

/** The same for threads of bare node:http. */
export function bareThreadsShare({ bareOne, bareAll }: WorkersResult): number {
  return median(bareAll.cpu) / median(bareOne.cpu);
}

function figuresOf({ mixes }: Results, mix: MixName, name: string): Figures | undefined {
  return mixes.find((one) => one.name === mix)?.figures.get(name);
}

/** CPU time per request of bare node:http divided by that of a contestant. */
export function cpuShare(results: Results, mix: MixName, name: string): number | undefined {
  const [bare, one] = [BARE, name].map((which) => figuresOf(results, mix, which));
  return bare && one && median(bare.cpu) / median(one.cpu);
}

/** Our requests a second divided by those of another contestant. */
function rateShare(results: Results, mix: MixName, of: string): number | undefined {
  const [own, other] = [OURS, of].map((which) => figuresOf(results, mix, which));
  return own && other && median(own.rate) / median(other.rate);
}

function atLeast(what: string, level: number, value: number | undefined): Verdict {
  return {
    asked: `${what}: at least ${level}`,
    measured: value?.toFixed(2),
    isMet: value === undefined ? undefined : value >= level,
  };
}

function atMost(what: string, level: number, value: number | undefined, digits = 2): Verdict {
  return {
    asked: `${what}: at most ${level}`,
    measured: value?.toFixed(digits),
    isMet: value === undefined ? undefined : value <= level,
  };
}

/** The lowest ratio of all peers and mixes. */
function leastShare(results: Results): Verdict {
  const shares = results.mixes.flatMap(({ name: mix }) =>
    results.peers.flatMap(({ name }) => {
      const share = rateShare(results, mix, name);
      return share === undefined ? [] : [{ share, shown: `${share.toFixed(2)} (${name}, ${mix})` }];
    }),
  );
  const least = shares.toSorted((a, b) => a.share - b.share)[0];
  return {
    asked: 'requests a second, of every peer on every mix: at least 1',
    measured: least?.shown,
    isMet: least && least.share >= 1,
  };
}

function expensiveTail(results: Results): number | undefined {
  const [expensive, cold] = [figuresOf(results, 'expensive', OURS), figuresOf(results, 'cold', OURS)];
  return expensive && cold && median(expensive.p99) / median(cold.p50);
}

function growthOf({ growth }: Results): number | undefined {
  return growth && Math.max(...growth.mixes.map(({ some, more }) => median(more.cpu) / median(some.cpu)));
}

/** A number with commas between thousands. */
export function shownCount(count: number): string {
  return count.toLocaleString('en-US');
}
