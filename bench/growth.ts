import { existsSync, statSync } from 'node:fs';
import { Asked } from './asked.ts';
import { memoryMb, type Cores } from './processes.ts';
import { measureInTurns, noFigures } from './measure.ts';
import { snapshotPath, startService, type Service } from './measuring.ts';
import { MIXES, requestsOf, type Mix, type MixName } from './mixes.ts';
import { sizesOf, type Plan } from './plan.ts';
import type { Growth } from './results.ts';
import { sourceOf, type Source } from './source.ts';

/** Factor between the two sizes. */
const TIMES = 10;
/** Number of timed starts. */
const STARTS = 9;
/** Mixes whose questions are spread over all companies in both sizes. */
const COMPARED: readonly MixName[] = ['cold', 'search', 'digits', 'country', 'get', 'officers'];

/** Measures the time from the start of a service to its first response, in milliseconds. */
export async function timeStarts(snapshot: string, cores: Cores | undefined): Promise<number[]> {
  const times: number[] = [];
  while (times.length < STARTS) {
    const { startMs, stop } = await startService(snapshot, 1, cores);
    times.push(startMs);
    await stop();
  }
  return times;
}

/**
 * Measures two fresh services in turns, one with the companies of the plan and one with ten times as many. Returns undefined if the larger
 * snapshot does not exist.
 */
export async function measureGrowth(plan: Plan, cores: Cores | undefined): Promise<Growth | undefined> {
  const companies = plan.companies * TIMES;
  const snapshot = snapshotPath(companies);
  if (!existsSync(snapshot)) return undefined;
  const startMs = await timeStarts(snapshot, cores);
  await using started = new AsyncDisposableStack();
  const sizes: { name: string; service: Service; source: Source; asked: Asked }[] = [];
  for (const [name, count] of [
    ['some', plan.companies],
    ['more', companies],
  ] as const) {
    const path = snapshotPath(count);
    const service = await startService(path, 1, cores);
    started.defer(service.stop);
    const source = sourceOf(path, { ...sizesOf(plan), companies: count, port: service.port });
    sizes.push({ name, service, source, asked: new Asked() });
  }
  const mixes: Growth['mixes'][number][] = [];
  for (const compared of COMPARED) {
    const mix: Mix = MIXES[compared];
    const contestants = [];
    for (const { name, service, source, asked } of sizes) {
      const { requests } = await requestsOf(mix, source);
      contestants.push({
        name,
        port: service.port,
        front: service.child.pid ?? 0,
        data: undefined,
        requests,
        isOnce: mix.isOnce ?? false,
        asked,
      });
    }
    const figures = await measureInTurns(contestants, mix.statuses, plan);
    const [some = noFigures(), more = noFigures()] = sizes.map(({ name }) => figures.get(name));
    mixes.push({ title: mix.title, some, more });
  }
  const memory = memoryMb([sizes[1]?.service.child.pid ?? 0]);
  return { companies: [plan.companies, companies], startMs, memoryMb: memory, bytes: statSync(snapshot).size, mixes };
}
