import type { ChildProcess } from 'node:child_process';
import { Asked } from './asked.ts';
import { startModule } from './ceiling/index.ts';
import { stopProcess } from './peers/programs.ts';
import type { Cores } from './machine.ts';
import { measureInTurns, noFigures, type Contestant, type Figures } from './measure.ts';
import { startService } from './measuring.ts';
import { MIXES, requestsOf } from './mixes.ts';
import type { Plan } from './plan.ts';
import { SERVICE_SETTINGS } from './questions.ts';
import type { WorkersResult } from './results.ts';
import type { Source } from './source.ts';

/** Workers after the first may start once that one serves. */
const START_MS = 2000;

/**
 * Asks a service with one worker and one with the default number of workers `cold` questions in turns, and bare node:http with as many
 * threads. All may use all cores, and share them with the load, so only CPU a request says something; bare node:http shows how much of
 * it the cores take that several threads and the load share. Undefined where the service cannot be given more than one core.
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
    const { port, child } = await startService(snapshot, count, everyCore, SERVICE_SETTINGS);
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
