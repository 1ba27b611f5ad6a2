import { existsSync, statSync } from 'node:fs';
import { memoryMb, type Cores } from './machine.ts';
import { measureInTurns, noFigures } from './measure.ts';
import { SEED, snapshotPath, startService, type Service } from './measuring.ts';
import { MIXES, requestsOf, sourceOf, type MixName } from './mixes.ts';
import type { Plan } from './plan.ts';
import { SERVICE_SETTINGS } from './questions.ts';
import type { Growth } from './results.ts';

/** How many times the companies. */
const TIMES = 10;
/** How often a start is timed. */
const STARTS = 9;
/** The mixes that are compared: what is asked for in a large file lies as far apart as in a small one. */
const COMPARED: readonly MixName[] = ['search', 'digits', 'country', 'get', 'officers'];

/** Starts the service anew, some times over: from its start to its first answer, in milliseconds. */
export async function timeStarts(snapshot: string, cores: Cores | undefined): Promise<number[]> {
  const times: number[] = [];
  while (times.length < STARTS) {
    const { startMs, stop } = await startService(snapshot, 1, cores, SERVICE_SETTINGS);
    times.push(startMs);
    await stop();
  }
  return times;
}

/** Asks a service with the companies and one with ten times as many the same kinds of questions in turns; undefined where nobody built the larger snapshot. */
export async function measureGrowth(plan: Plan, ours: Service, cores: Cores | undefined): Promise<Growth | undefined> {
  const companies = plan.companies * TIMES;
  const snapshot = snapshotPath(companies);
  if (!existsSync(snapshot)) return undefined;
  const startMs = await timeStarts(snapshot, cores);
  const larger = await startService(snapshot, 1, cores, SERVICE_SETTINGS);
  try {
    const sizes = [
      { name: 'some', path: snapshotPath(plan.companies), companies: plan.companies, service: ours },
      { name: 'more', path: snapshot, companies, service: larger },
    ];
    const sources = sizes.map((size) =>
      sourceOf(size.path, { companies: size.companies, seed: SEED, count: plan.questions, port: size.service.port }),
    );
    const mixes: Growth['mixes'][number][] = [];
    for (const mix of COMPARED) {
      const contestants = [];
      for (const [i, { name, service }] of sizes.entries()) {
        const source = sources[i];
        if (source === undefined) continue;
        const { requests } = await requestsOf(MIXES[mix], source);
        contestants.push({ name, port: service.port, front: service.child.pid ?? 0, data: undefined, requests });
      }
      const figures = await measureInTurns(contestants, MIXES[mix].statuses, plan);
      const [some = noFigures(), more = noFigures()] = sizes.map(({ name }) => figures.get(name));
      mixes.push({ title: MIXES[mix].title, some, more });
    }
    const memory = memoryMb([larger.child.pid ?? 0]);
    return { companies: [plan.companies, companies], startMs, memoryMb: memory, bytes: statSync(snapshot).size, mixes };
  } finally {
    await larger.stop();
  }
}
