import { median, shown } from '../measuring.ts';
import { SERVE, type Figures, type SizePlan, type Step } from './steps.ts';

/** The figures of the finished steps by their names. */
export type Finished = Record<string, Figures & { readonly date: string; readonly machine: string }>;

const HEAD = [
  'step',
  'wall s',
  'CPU s',
  'of n log n',
  'memory MB',
  'with mapped MB',
  'disk B/company',
  'result B/company',
  'ended',
];
const WIDTH = 16;

/** Reports the finished steps, and lists the names of the unfinished ones. */
export function formatReport({ companies, beside }: SizePlan, steps: readonly Step[], finished: Finished): string {
  const machines = new Set(Object.values(finished).map(({ machine }) => machine));
  const left = steps.filter(([name]) => finished[name] === undefined).map(([name]) => name);
  const build = finished[`build ${companies}`];
  const lines = [
    `openfirma with ${companies} companies beside ${beside}`,
    ...machines,
    'Each step ran once, with the packed program. CPU: user and system. Of n log n: CPU of the step, divided by what it would be if that of',
    'the smaller size grew as n log n. Memory: peak of all processes beyond the page cache, and with mapped pages of files. Disk: peak of',
    'what the step added, its inputs not included.',
    '',
    row(HEAD),
    ...steps.flatMap(([name]) => costLine(name, { companies, beside }, finished)),
    ...[beside, companies].flatMap((count) => startLine(count, finished[`start ${count}`])),
    ...(build === undefined ? [] : [bytesLine(build, companies)]),
    ...servedLines(finished[SERVE]),
    ...(left.length === 0 ? [] : [`NOT RUN YET: ${left.join(', ')}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function row(cells: readonly string[]): string {
  return cells.map((cell, i) => (i === 0 ? cell.padEnd(WIDTH) : cell.padStart(WIDTH))).join(' ');
}

function costLine(name: string, sizes: Pick<SizePlan, 'companies' | 'beside'>, finished: Finished): string[] {
  const one = finished[name];
  if (one?.cost === undefined) return [];
  const [step = '', count = ''] = name.split(' ');
  const { seconds, cpuSeconds, ownMb, residentMb, diskBytes } = one.cost;
  const smaller = finished[`${step} ${sizes.beside}`]?.cost;
  const expected = smaller && (smaller.cpuSeconds * ordered(Number(count))) / ordered(sizes.beside);
  const perCompany = (bytes: number | undefined): string =>
    bytes === undefined ? '' : (bytes / Number(count)).toFixed(1);
  return [
    row([
      name,
      seconds.toFixed(0),
      cpuSeconds.toFixed(0),
      expected === undefined ? '' : (cpuSeconds / expected).toFixed(2),
      ownMb.toFixed(0),
      residentMb.toFixed(0),
      perCompany(diskBytes),
      perCompany(one.bytes),
      one.date,
    ]),
  ];
}

function ordered(count: number): number {
  return count * Math.log(count);
}

function startLine(count: number, figures: Figures | undefined): string[] {
  if (figures?.startMs === undefined) return [];
  return [`start to first answer with ${count} companies: ${shown(figures.startMs, 0)} ms (limit at 10 million: 300)`];
}

function bytesLine({ bytes = 0, detailsBytes = 0 }: Figures, companies: number): string {
  const [whole, without] = [bytes, bytes - detailsBytes].map((one) => (one / companies).toFixed(1));
  return `snapshot: ${bytes} bytes, ${whole} a company, ${without} without the tables of details`;
}

function servedLines(figures: Figures | undefined): string[] {
  if (figures?.served === undefined) return [];
  const { mixes, memoryMb, memoryMbBefore, companies } = figures.served;
  const most = Math.max(...mixes.map(({ some, more }) => median(more.cpu) / median(some.cpu)));
  return [
    `CPU a request, the mix that grows most: ${most.toFixed(2)} times (limit at ten times the companies: 1.25)`,
    `a worker beyond the page cache: ${memoryMbBefore} MB with ${companies[0]} companies, ${memoryMb} MB with ${companies[1]}`,
    ...mixes.map(({ title, some, more }) => {
      const times = (median(more.cpu) / median(some.cpu)).toFixed(2);
      return (
        `${title}: CPU µs/request ${shown(some.cpu, 1)}, then ${shown(more.cpu, 1)}: ${times} times; ` +
        `p50 ${median(some.p50)} and ${median(more.p50)} µs, p99 ${shown(some.p99, 0)} and ${shown(more.p99, 0)} µs`
      );
    }),
  ];
}
