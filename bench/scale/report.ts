import { CONNECTIONS, LATENCY_CONNECTIONS, type Figures } from '../measure.ts';
import { median, shown } from '../measuring.ts';
import type { Cores } from '../machine.ts';
import type { Phase } from './outages.ts';

/** Before a kill, while what was killed is away, and once it is back. */
export interface Outage {
  readonly before: Phase;
  readonly away: Phase;
  readonly back: Phase;
}

export interface KindResult {
  readonly name: string;
  readonly title: string;
  /** Figures of each number of servers. */
  readonly cold: readonly Figures[];
  readonly get: readonly Figures[];
  /** Undefined where there is no store beside the servers. */
  readonly store: Outage | undefined;
  readonly server: Outage;
}

export interface Facts {
  readonly companies: number;
  readonly servers: readonly number[];
  readonly machine: string;
  readonly cores: Cores | undefined;
  readonly rounds: number;
  readonly seconds: number;
}

/** The results as text. */
export function reportOf(results: readonly KindResult[], facts: Facts): string {
  const { companies, machine, cores, rounds, seconds } = facts;
  const pinned = cores === undefined ? 'not pinned' : `load on core ${cores.load}, servers and stores on the others`;
  return [
    `servers over one store of each kind, ${companies} companies, ${new Date().toISOString().slice(0, 10)}`,
    `${machine}; ${pinned}`,
    `one worker a server; keep-alive; ${rounds} rounds of ${seconds} s, in turns; median (min to max)`,
    `requests a second and CPU with ${CONNECTIONS} connections over all servers, times with ${LATENCY_CONNECTIONS}`,
    '',
    ...tableOf('search, every question once', results, facts, ({ cold }) => cold),
    ...tableOf('get, ids from all over', results, facts, ({ get }) => get),
    'killed under load, two servers: answers by status, connections that broke, while away and after it was back',
    ...results.flatMap(({ title, store, server }) => [
      ...(store === undefined ? [] : [`  ${title}, the store: ${shownOutage(store)}`]),
      `  ${title}, one server: ${shownOutage(server)}`,
    ]),
    '',
  ].join('\n');
}

function tableOf(
  title: string,
  results: readonly KindResult[],
  { servers }: Facts,
  figuresOf: (result: KindResult) => readonly Figures[],
): string[] {
  const base = results.map(figuresOf).at(0)?.[0];
  const rows = results.flatMap((result) =>
    figuresOf(result).map((figures, i) => {
      const times = base === undefined ? NaN : median(figures.cpu) / median(base.cpu);
      return [
        result.name.padEnd(10),
        String(servers[i]).padStart(7),
        shown(figures.rate, 0).padStart(24),
        shown(figures.cpu, 1).padStart(24),
        median(figures.dataCpu).toFixed(1).padStart(9),
        times.toFixed(2).padStart(8),
        median(figures.p50).toFixed(0).padStart(7),
        median(figures.p99).toFixed(0).padStart(7),
      ].join('  ');
    }),
  );
  const first = `${results[0]?.name ?? ''} ${servers[0]}`;
  return [
    title,
    `store       servers                requests/s     CPU µs/request, all   of store   × ${first}   p50 µs   p99 µs`,
    ...rows,
    '',
  ];
}

function shownOutage({ before, away, back }: Outage): string {
  const faults = back.lastFaultMs === 0 ? 'no fault afterwards' : `last fault ${Math.round(back.lastFaultMs)} ms after`;
  return `before ${shownPhase(before)}; away ${shownPhase(away)}; back ${shownPhase(back)}, ${faults}`;
}

function shownPhase({ statuses, broken }: Phase): string {
  const counts = Array.from(statuses)
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`);
  return [...counts, ...(broken === 0 ? [] : [`${broken} broken`])].join(', ');
}
