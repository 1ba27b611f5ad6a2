import { median } from './measuring.ts';
import type { Figures } from './measure.ts';
import type { MixName } from './mixes.ts';
import type { Results, WorkersResult } from './results.ts';

export const OURS = 'openfirma';
export const BARE = 'node:http';
/** The service of another checkout. */
export const OTHER = '--other';

/** Compares the results with all floors and limits. Returns a line for each. */
export function verdictLines(results: Results): string[] {
  const { ours, workers } = results;
  const postgresql = results.peers.find(({ name }) => name === 'PostgreSQL');
  const ofBare = (what: string, mix: MixName, level: number): string =>
    atLeast(`CPU a request, of bare node:http: ${what}`, level, computeRatio(results, 'cpu', mix, BARE, OURS));
  const rateShare = (mix: MixName, peer: string): number | undefined => computeRatio(results, 'rate', mix, OURS, peer);
  const shares = results.mixes.flatMap(({ name: mix }) =>
    results.peers.flatMap(({ name }) => ({ share: rateShare(mix, name) ?? Infinity, note: ` (${name}, ${mix})` })),
  );
  const least = shares.filter(({ share }) => share < Infinity).toSorted((a, b) => a.share - b.share)[0];
  const [expensive, cold] = [findFigures(results, 'expensive', OURS), findFigures(results, 'cold', OURS)];
  return [
    ofBare('cold search (the aim is 0.90)', 'cold', 0.7),
    ofBare('repeated search (Zipf)', 'zipf', 0.9),
    ofBare('get', 'get', 0.85),
    ofBare('officers', 'officers', 0.85),
    ...(results.plan.other === undefined ? [] : (['cold', 'get', 'officers'] as const)).map((mix) =>
      atMost(`CPU a request, of --other: ${mix}`, 1.02, computeRatio(results, 'cpu', mix, OURS, OTHER), 3),
    ),
    atLeast("requests a second, cold, of PostgreSQL's", 8, rateShare('cold', 'PostgreSQL')),
    atLeast("requests a second, cold, of SQLite's", 3, rateShare('cold', 'SQLite')),
    atLeast('requests a second, of every peer on every mix', 1, least?.share, least?.note),
    atMost('CPU a request with the default number of workers, of one', 1.15, workers && workersShare(workers)),
    atMost(
      'the same, of what as many threads of bare node:http cost',
      1.1,
      workers && workersShare(workers) / bareThreadsShare(workers),
    ),
    atMost(
      'p99 of the hundred most expensive questions, of the median of cold',
      3,
      expensive && cold && median(expensive.p99) / median(cold.p50),
    ),
    atMost('memory of a worker beyond the page cache, MB', 150, ours.memoryMb, 0),
    atMost(
      "bytes a company without details, which PostgreSQL does not hold, of PostgreSQL's",
      0.25,
      postgresql && (ours.bytes - (ours.detailsBytes ?? 0)) / postgresql.bytes,
    ),
  ];
}

/** Returns the CPU time per request with the default number of workers, relative to one worker. */
export function workersShare({ one, all }: WorkersResult): number {
  return median(all.cpu) / median(one.cpu);
}

/** Returns the CPU time per request of several threads of bare node:http, relative to one thread. */
export function bareThreadsShare({ bareOne, bareAll }: WorkersResult): number {
  return median(bareAll.cpu) / median(bareOne.cpu);
}

function findFigures({ mixes }: Results, mix: MixName, name: string): Figures | undefined {
  return mixes.find((one) => one.name === mix)?.figures.get(name);
}

/** Returns a figure of one contestant divided by that of another; undefined if either was not measured. */
function computeRatio(
  results: Results,
  figure: 'cpu' | 'rate',
  mix: MixName,
  name: string,
  other: string,
): number | undefined {
  const [one, two] = [name, other].map((which) => findFigures(results, mix, which)?.[figure]);
  return one && two && median(one) / median(two);
}

function atLeast(what: string, level: number, value: number | undefined, note = ''): string {
  const floor = `${what}: at least ${level}`;
  return value === undefined ? notMeasured(floor) : verdict(floor, value >= level, value.toFixed(2) + note);
}

function atMost(what: string, level: number, value: number | undefined, digits = 2): string {
  const limit = `${what}: at most ${level}`;
  return value === undefined ? notMeasured(limit) : verdict(limit, value <= level, value.toFixed(digits));
}

function verdict(bound: string, isMet: boolean, measured: string): string {
  return `${(isMet ? 'met' : 'MISSED').padEnd(7)} ${bound}: ${measured}`;
}

function notMeasured(bound: string): string {
  return `${'-'.padEnd(7)} ${bound}: not measured`;
}

/** Formats a number with commas between thousands. */
export function shownCount(count: number): string {
  return count.toLocaleString('en-US');
}
