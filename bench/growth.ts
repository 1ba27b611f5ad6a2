import { statSync } from 'node:fs';
import { Asked, measureInTurns, noFigures } from './measure.ts';
import { startService } from './measuring.ts';
import { MIXES, drawRequests, type Mix, type MixName } from './mixes.ts';
import { planSizes, type Plan } from './plan.ts';
import { memoryMb, type Cores } from './processes.ts';
import type { Growth } from './results.ts';
import { drawSource } from './source.ts';

/** Number of timed starts. */
const STARTS = 5;

/** A snapshot and the number of its companies. */
export interface Size {
  readonly companies: number;
  readonly snapshot: string;
}

/** Measures the time from the start of a service to its first response, in milliseconds. */
export async function timeStarts(
  snapshot: string,
  cores: Cores | undefined,
  program?: readonly string[],
): Promise<number[]> {
  const times: number[] = [];
  while (times.length < STARTS) {
    const { startMs, stop } = await startService(snapshot, 1, cores, program);
    times.push(startMs);
    await stop();
  }
  return times;
}

/** Measures two fresh services in turns: one with fewer and one with more companies. */
export async function measureSizes(
  sizes: readonly [some: Size, more: Size],
  compared: readonly MixName[],
  plan: Pick<Plan, 'questions' | 'seconds' | 'rounds'>,
  cores: Cores | undefined,
  program?: readonly string[],
): Promise<Growth> {
  await using started = new AsyncDisposableStack();
  const services = [];
  for (const { companies, snapshot } of sizes) {
    const { port, child, stop } = await startService(snapshot, 1, cores, program);
    started.defer(stop);
    const source = drawSource(snapshot, { ...planSizes(plan), companies, port });
    services.push({ name: String(services.length), port, front: child.pid ?? 0, source, asked: new Asked() });
  }
  const mixes: Growth['mixes'][number][] = [];
  for (const one of compared) {
    const mix: Mix = MIXES[one];
    const contestants = [];
    for (const service of services) {
      const { requests } = await drawRequests(mix, service.source);
      contestants.push({ ...service, requests, isOnce: mix.isOnce ?? false });
    }
    const figures = await measureInTurns(contestants, plan);
    const [some = noFigures(), more = noFigures()] = services.map(({ name }) => figures.get(name));
    mixes.push({ title: mix.title, some, more });
  }
  const [some, more] = sizes;
  const [before = 0, memory = 0] = services.map(({ front }) => memoryMb([front]));
  return {
    companies: [some.companies, more.companies],
    memoryMb: memory,
    memoryMbBefore: before,
    bytes: statSync(more.snapshot).size,
    mixes,
  };
}
