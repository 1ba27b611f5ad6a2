import { CONNECTIONS, LATENCY_CONNECTIONS, type Figures } from './measure.ts';
import { median, shown, writeResults } from './measuring.ts';
import type { Footprint, MixResult, Results } from './results.ts';
import { bareThreadsShare, shownCount, verdictLines, workersShare } from './verdicts.ts';

/** Prints the results of a run; the results of a whole run are also written to bench/results. */
export function publish(results: Results): void {
  const text = formatReport(results);
  process.stdout.write(text);
  if (results.plan.isWhole) writeResults(`bench-${results.plan.companies}`, text);
}

function formatReport(results: Results): string {
  const { plan, date, machine, pinned, ours, peers, missing, mixes } = results;
  const lines = [
    `openfirma beside bare servers and its peers, ${shownCount(plan.companies)} companies, ${date}`,
    `${machine}; ${pinned}`,
    `keep-alive, no pipelining; ${plan.rounds} rounds of ${plan.seconds} s, in turns, after a warm-up; median (min to max)`,
    `requests a second and CPU with ${CONNECTIONS} connections, times with ${LATENCY_CONNECTIONS}; a database and its HTTP process count together`,
    'repeats: the share of requests that repeat an earlier request to the same process in this run, of any mix',
    ...peers.map(({ name, version }) => `${name}: ${version}`),
    ...missing.map((line) => `MISSING: ${line}`),
  ];
  const checked = mixes.reduce((sum, mix) => sum + mix.checked, 0);
  if (peers.length > 0) lines.push(`${checked} answers of peers compared with ours: all the same`);
  for (const mix of mixes) lines.push('', ...mixLines(mix));
  lines.push('', 'apart from any mix', row(['', 'bytes/company', 'memory MB', 'start ms', 'load s']));
  for (const one of [ours, ...peers]) lines.push(footprintLine(one, plan.companies));
  if (plan.workers) lines.push('', ...workersLines(results));
  lines.push('', 'floors and limits', ...verdictLines(results));
  const expensive = mixes.find(({ name }) => name === 'expensive');
  if (expensive !== undefined) lines.push('', 'the most expensive questions, the first first', ...expensive.first);
  return `${lines.join('\n')}\n`;
}

const WIDTHS = [12, 30, 10, 10, 26, 13, 12, 24, 26, 26, 10];

function row(cells: readonly string[]): string {
  const padded = cells.map((cell, i) => cell.padEnd(WIDTHS[i] ?? 0));
  return padded.join(' ').trimEnd();
}

function mixLines({ title, questions, distinct, figures }: MixResult): string[] {
  const [ours] = figures.values();
  return [
    `${title} (${shownCount(questions)} questions, ${shownCount(distinct)} different)`,
    row([
      '',
      'requests/s',
      'ours is',
      'repeats %',
      'CPU µs/request',
      'of database',
      'core busy %',
      'p50 µs',
      'p99 µs',
      'p99.9 µs',
      'worst ms',
    ]),
    ...Array.from(figures, ([name, one]) => row([name, ...figureCells(one, ours)])),
  ];
}

function figureCells(one: Figures, ours: Figures | undefined): string[] {
  const share = ours === undefined || ours === one ? '' : (median(ours.rate) / median(one.rate)).toFixed(2);
  const ofData = median(one.dataCpu);
  return [
    shown(one.rate, 0),
    share,
    (100 * median(one.repeats)).toFixed(1),
    shown(one.cpu, 1),
    ofData === 0 ? '' : ofData.toFixed(1),
    (100 * median(one.busy)).toFixed(0),
    ...[one.p50, one.p99, one.p999].map((times) => shown(times, 0)),
    (Math.max(...one.worst) / 1000).toFixed(1),
  ];
}

function footprintLine({ name, bytes, memoryMb, startMs, loadSeconds }: Footprint, companies: number): string {
  return row([name, (bytes / companies).toFixed(1), `${memoryMb}`, shown(startMs, 0), loadSeconds?.toFixed(0) ?? '']);
}

function workersLines({ workers }: Results): string[] {
  if (workers === undefined) return ['Workers: not measured, for this machine has one core or no taskset'];
  const { one, all, bareOne, bareAll } = workers;
  return [
    `Default number of workers (${workers.workers}) beside one, cold, all cores shared with the load: ` +
      `CPU µs/request ${shown(all.cpu, 1)} and ${shown(one.cpu, 1)}, ${workersShare(workers).toFixed(2)} times`,
    `As many threads of bare node:http beside one: ${shown(bareAll.cpu, 1)} and ${shown(bareOne.cpu, 1)}, ${bareThreadsShare(workers).toFixed(2)} times`,
  ];
}
