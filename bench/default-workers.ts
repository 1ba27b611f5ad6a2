import { stopProcess } from '../test/fixtures/programs.ts';
import { Asked, measureInTurns, noFigures, type Contestant, type Figures } from './measure.ts';
import { startService } from './measuring.ts';
import { MIXES, drawRequests } from './mixes.ts';
import type { Plan } from './plan.ts';
import { startModule, type Cores } from './processes.ts';
import type { WorkersResult } from './results.ts';
import type { Source } from './source.ts';

/** Time after which all workers have started; the first worker serves earlier. */
const START_MS = 2000;

/**
 * Compares the default number of workers with one worker, and the same number of threads of bare node:http with one thread, in turns with
 * `cold` questions. Servers and load share all cores, so only the CPU time per request counts; bare node:http shows the cost of sharing
 * cores. Returns undefined if the service can use only one core.
 */
export async function measureWorkers(
  snapshot: string,
  cores: Cores | undefined,
  source: Source,
  plan: Plan,
): Promise<WorkersResult | undefined> {
  if (cores === undefined) return undefined;
  const everyCore = { ...cores, server: cores.allowed.join(',') };
  const workers = cores.allowed.length;
  const bare = (threads: number) => startModule(everyCore, 'ceiling/bare-threads.ts', [String(threads)]);
  const starts = {
    one: () => startService(snapshot, 1, everyCore),
    all: () => startService(snapshot, undefined, everyCore),
    bareOne: () => bare(1),
    bareAll: () => bare(workers),
  };
  const { requests } = await drawRequests(MIXES.cold, source);
  await using started = new AsyncDisposableStack();
  const contestants: Contestant[] = [];
  for (const [name, start] of Object.entries(starts)) {
    const { port, child } = await start();
    started.defer(() => stopProcess(child));
    contestants.push({ name, port, front: child.pid ?? 0, requests, isOnce: true, asked: new Asked() });
  }
  await new Promise((resolve) => setTimeout(resolve, START_MS));
  const figures = await measureInTurns(contestants, plan);
  const of = (name: keyof typeof starts): Figures => figures.get(name) ?? noFigures();
  return { workers, one: of('one'), all: of('all'), bareOne: of('bareOne'), bareAll: of('bareAll') };
}
