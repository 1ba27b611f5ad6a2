import { LATENCY_CONNECTIONS, type Figures } from './measure.ts';
import { median, shown } from './measuring.ts';
import type { MixName } from './mixes.ts';
import type { MixResult, Results } from './results.ts';
import { OURS, bareThreadsShare, cpuShare, shownCount, verdictsOf, workersShare } from './verdicts.ts';

/** The mixes that the page begins with. */
const HEADLINE: readonly MixName[] = ['cold', 'get', 'officers'];

/** The results of a run as tables of Markdown, medians alone. */
export function tablesOf(results: Results): string {
  const { plan, date, machine, pinned, ours, peers, missing } = results;
  return [
    `${shownCount(plan.companies)} companies, ${date}, ${machine};`,
    `${pinned}; ${plan.rounds} rounds of ${plan.seconds} s.`,
    `All ranges are in \`bench/results/bench-${plan.companies}.txt\`.`,
    ...missing.map((line) => `\nMissing: ${line}.`),
    '\nCPU a request in microseconds; in brackets, CPU of bare node:http divided by it:\n',
    ...headline(results),
    ...(plan.workers ? ['', ...workersSentence(results)] : []),
    '\nFloors and limits:\n',
    ...table(
      ['Asked', 'Measured', 'Met'],
      verdictsOf(results).map(({ asked, measured = 'not measured', isMet }) => [
        asked,
        measured,
        isMet === undefined ? '' : isMet ? 'yes' : 'no',
      ]),
    ),
    '\nRequests that repeat a question which the same process was asked before, in percent:\n',
    ...mixTable(results, ({ repeats }) => (100 * median(repeats)).toFixed(0)),
    '\nRequests a second; in brackets, how many times as many openfirma answers:\n',
    ...mixTable(results, rateCell),
    '\nCPU a request in microseconds, of all processes:\n',
    ...mixTable(results, ({ cpu }) => median(cpu).toFixed(1)),
    `\nTimes of answers in microseconds, with ${LATENCY_CONNECTIONS} connections: p50 / p99 / p99.9:\n`,
    ...mixTable(results, timesCell),
    '\nApart from any mix:\n',
    ...table(
      ['', 'Bytes a company', 'Memory beyond the page cache, MB', 'Start to first answer, ms'],
      [ours, ...peers].map(({ name, bytes, memoryMb, startMs }) => [
        name,
        (bytes / plan.companies).toFixed(0),
        String(memoryMb),
        shown(startMs, 0),
      ]),
    ),
    '',
  ].join('\n');
}

/** A row for each contestant and a column for each mix of the headline. */
function headline(results: Results): string[] {
  const mixes = HEADLINE.flatMap((name) => results.mixes.find((mix) => mix.name === name) ?? []);
  const names = [...new Set(mixes.flatMap(({ figures }) => [...figures.keys()]))];
  const rows = names.map((name) => {
    const shownName = name === OURS ? `**${name}**, one worker` : name;
    return [shownName].concat(mixes.map((mix) => headlineCell(results, mix, name)));
  });
  return table(['', ...mixes.map(({ title }) => title)], rows);
}

function headlineCell(results: Results, { name: mix, figures }: MixResult, name: string): string {
  const cpu = figures.get(name)?.cpu;
  return cpu === undefined ? '' : `${median(cpu).toFixed(1)} (${cpuShare(results, mix, name)?.toFixed(2)})`;
}

function workersSentence({ workers }: Results): string[] {
  if (workers === undefined)
    return ['The default number of workers was not measured: the bench needs two cores and `taskset` for it.'];
  const { one, all } = workers;
  return [
    `The default number of workers, here ${workers.workers}, takes ${workersShare(workers).toFixed(2)} times the CPU of one a cold search:`,
    `${median(all.cpu).toFixed(1)} and ${median(one.cpu).toFixed(1)} µs, in turns, both on all cores, which they share with the load.`,
    `As many threads of bare node:http take ${bareThreadsShare(workers).toFixed(2)} times the CPU of one.`,
  ];
}

/** A row for each mix and a column for each contestant; empty where it was not asked. */
function mixTable({ mixes }: Results, cell: (one: Figures, ours: Figures) => string): string[] {
  const names = [...new Set(mixes.flatMap(({ figures }) => [...figures.keys()]))];
  const rows = mixes.map(({ title, figures }) => {
    const [first] = figures.values();
    const cells = names.map((name) => {
      const one = figures.get(name);
      return one === undefined || first === undefined ? '' : cell(one, first);
    });
    return [title, ...cells];
  });
  return table(['', ...names], rows);
}

function rateCell(one: Figures, ours: Figures): string {
  const rate = shownCount(Math.round(median(one.rate)));
  return one === ours ? rate : `${rate} (${(median(ours.rate) / median(one.rate)).toFixed(2)})`;
}

function timesCell({ p50, p99, p999 }: Figures): string {
  return [p50, p99, p999].map((times) => median(times).toFixed(0)).join(' / ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
