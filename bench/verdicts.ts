import { median } from './measuring.ts';
import type { Figures } from './measure.ts';
import type { MixName } from './mixes.ts';
import type { Results } from './results.ts';

/** What is asked of the service, and what a run showed. */
export interface Verdict {
  readonly asked: string;
  /** Undefined where the run did not measure it. */
  readonly measured: string | undefined;
  readonly isMet: boolean | undefined;
}

const OURS = 'openfirma';

/** Every level that speed is asked to reach, with what these results say of it. */
export function verdictsOf(results: Results): Verdict[] {
  const { ours, growth } = results;
  const postgresql = results.peers.find(({ name }) => name === 'PostgreSQL');
  return [
    atLeast('search, uniform, of bare node:http', 0.7, shareOf(results, 'search', 'node:http')),
    atLeast('search, Zipf, of bare node:http', 0.8, shareOf(results, 'zipf', 'node:http')),
    atLeast('get, of bare node:http', 0.8, shareOf(results, 'get', 'node:http')),
    leastOf(results, 'PostgreSQL', 4),
    ...['SQLite', 'Redis', 'groonga'].map((name) => leastOf(results, name, 1)),
    atMost('p99 of the hundred most expensive, of the median of search', 3, expensiveTail(results)),
    atMost('CPU a request at ten times the companies, the mix that grows most', 1.25, growthOf(results)),
    atMost(`start to first answer, ms, at ${shownCount(results.plan.companies * 10)} companies`, 300, growth && median(growth.startMs), 0), // prettier-ignore
    atMost('memory of a worker beyond the page cache, MB', 150, Math.max(ours.memoryMb, growth?.memoryMb ?? 0), 0),
    atMost("bytes a company, of PostgreSQL's", 0.25, postgresql && ours.bytes / postgresql.bytes),
  ];
}

/** How many times the requests a second of another contestant ours are. */
export function shareOf({ mixes }: Results, mix: MixName, of: string): number | undefined {
  const figures = mixes.find(({ name }) => name === mix)?.figures;
  const [own, other] = [figures?.get(OURS), figures?.get(of)];
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

/** Of all mixes, the one in which a peer comes closest. */
function leastOf(results: Results, peer: string, times: number): Verdict {
  const shares = results.mixes.flatMap(({ name }) => {
    const share = shareOf(results, name, peer);
    return share === undefined ? [] : [{ name, share }];
  });
  const least = shares.toSorted((a, b) => a.share - b.share)[0];
  const asked =
    times === 1 ? `ahead of ${peer} on every mix` : `requests a second, of ${peer}'s, on every mix: at least ${times}`;
  if (least === undefined) return { asked, measured: undefined, isMet: undefined };
  const isMet = times === 1 ? least.share > 1 : least.share >= times;
  return { asked, measured: `${least.share.toFixed(2)} (${least.name})`, isMet };
}

function expensiveTail({ mixes }: Results): number | undefined {
  const of = (mix: MixName): Figures | undefined => mixes.find(({ name }) => name === mix)?.figures.get(OURS);
  const [expensive, search] = [of('expensive'), of('search')];
  return expensive && search && median(expensive.p99) / median(search.p50);
}

function growthOf({ growth }: Results): number | undefined {
  return growth && Math.max(...growth.mixes.map(({ some, more }) => median(more.cpu) / median(some.cpu)));
}

/** A number with commas between thousands. */
export function shownCount(count: number): string {
  return count.toLocaleString('en-US');
}
