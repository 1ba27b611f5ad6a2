import { Asked } from './asked.ts';
import { stopProcess } from './peers/programs.ts';
import type { Cores } from './machine.ts';
import { measureInTurns, noFigures, type Contestant } from './measure.ts';
import { startService } from './measuring.ts';
import { MIXES, requestsOf, type Source } from './mixes.ts';
import type { Plan } from './plan.ts';
import { SERVICE_SETTINGS } from './questions.ts';
import type { WorkersResult } from './results.ts';

/** Workers after the first may start once that one serves. */
const START_MS = 2000;

/**
 * Asks a service with one worker and one with the default number of workers `cold` questions in turns. Both may use all cores, and share
 * them with the load, so only CPU a request says something. Undefined where the service cannot be given more than one core.
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
  const contestants: Contestant[] = [];
  for (const [name, workers] of [
    ['one', 1],
    ['all', undefined],
  ] as const) {
    // prettier-ignore
    const { port, child } = await startService(snapshot, workers, everyCore, SERVICE_SETTINGS);
    started.defer(() => stopProcess(child));
    contestants.push({
      name,
      port,
      front: child.pid ?? 0,
      data: undefined,
      requests,
      isOnce: true,
      asked: new Asked(),
    });
  }
  await new Promise((resolve) => setTimeout(resolve, START_MS));
  const figures = await measureInTurns(contestants, MIXES.cold.statuses, plan);
  const [one = noFigures(), all = noFigures()] = [figures.get('one'), figures.get('all')];
  return { workers: cores.allowed.length, one, all };
}
