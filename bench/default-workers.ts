import type { ChildProcess } from 'node:child_process';
import { Asked } from './asked.ts';
import { startModule } from './ceiling/index.ts';
import { stopProcess } from '../test/fixtures/programs.ts';
import type { Cores } from './processes.ts';
import { measureInTurns, noFigures, type Contestant, type Figures } from './measure.ts';
import { startService } from './measuring.ts';
import { MIXES, requestsOf } from './mixes.ts';
import type { Plan } from './plan.ts';
import type { WorkersResult } from './results.ts';
import type { Source } from './source.ts';

/** The first worker serves before the others have started. */
const START_MS = 2000;

/**
 * Compares the default number of workers with one worker, and as many threads of bare node:http with one thread, in turns with `cold`
 * questions. Servers and load share all cores, so only the CPU time per request counts; bare node:http shows the cost of sharing cores.
 * Returns undefined if the service can use only one core.
 */
export async function measureWorkers(
  snapshot: string,
  cores: Cores | undefined,
  source: Source,
  plan: Plan,
): Promise<WorkersResult | undefined> {
  if (cores === undefined) return undefined;
  const everyCore = { ...cores, server: cores.allowed.join(',') };
  const { requests } = await requestsOf(MIXES.cold, source);
  await using started = new AsyncDisposableStack();
  const workers = cores.allowed.length;
  const contestants: Contestant[] = [];
  const add = (name: string, port: number, child: ChildProcess): void => {
    started.defer(() => stopProcess(child));
    const isOnce = true;
    contestants.push({ name, port, front: child.pid ?? 0, data: undefined, requests, isOnce, asked: new Asked() });
  };
  for (const [name, count] of [
    ['one', 1],
    ['all', undefined],
  ] as const) {
    const { port, child } = await startService(snapshot, count, everyCore);
    add(name, port, child);
  }
  for (const [name, count] of [
    ['bareOne', 1],
    ['bareAll', workers],
  ] as const) {
    const { port, child } = await startModule(everyCore, 'ceiling/bare-threads.ts', [String(count)]);
    add(name, port, child);
  }
  await new Promise((resolve) => setTimeout(resolve, START_MS));
  const figures = await measureInTurns(contestants, MIXES.cold.statuses, plan);
  const of = (name: string): Figures => figures.get(name) ?? noFigures();
  return { workers, one: of('one'), all: of('all'), bareOne: of('bareOne'), bareAll: of('bareAll') };
}
