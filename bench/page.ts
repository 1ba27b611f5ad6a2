import { LATENCY_CONNECTIONS, type Figures } from './measure.ts';
import { median, shown } from './measuring.ts';
import type { Results } from './results.ts';
import { shownCount, verdictsOf } from './verdicts.ts';

/** What a run showed as tables of Markdown, medians alone. */
export function tablesOf(results: Results): string {
  const { plan, date, machine, pinned, ours, peers, missing } = results;
  return [
    `${shownCount(plan.companies)} companies, ${date}, ${machine}; ${pinned}; ${plan.rounds} rounds of ${plan.seconds} s.`,
    `With all ranges: \`bench/results/bench-${plan.companies}.txt\`.`,
    ...missing.map((line) => `\nMissing: ${line}.`),
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
    '\nWhat is asked:\n',
    ...table(
      ['Asked', 'Measured', 'Met'],
      verdictsOf(results).map(({ asked, measured = 'not measured', isMet }) => [
        asked,
        measured,
        isMet === undefined ? '' : isMet ? 'yes' : 'no',
      ]),
    ),
    '',
  ].join('\n');
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
