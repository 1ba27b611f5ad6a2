import { globSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { emitRunnable } from '../../tools/package/emit.ts';
import { measureSizes, timeStarts, type Size } from '../growth.ts';
import { ensureLines, measureDetailsBytes, run, snapshotPath } from '../measuring.ts';
import type { MixName } from '../mixes.ts';
import { findCores, pinSelf } from '../processes.ts';
import type { Growth } from '../results.ts';
import { folderBytes, watched, type Cost } from './watched.ts';

/** The parts of a run. */
export interface SizePlan {
  readonly companies: number;
  /** The smaller number of companies, for comparison. */
  readonly beside: number;
  /** Absolute path of the folder that the run writes to. */
  readonly into: string;
  readonly questions: number;
  readonly seconds: number;
  readonly rounds: number;
}

/** The figures of a step; each step has some of them. */
export interface Figures {
  readonly cost?: Cost;
  /** Number of bytes that the step wrote. */
  readonly bytes?: number;
  /** For a snapshot: number of bytes of the tables of details. */
  readonly detailsBytes?: number;
  /** Time from the start of the service to its first response, for each start. */
  readonly startMs?: readonly number[];
  readonly served?: Omit<Growth, 'startMs'>;
}

/** A step by its name. It first removes what an earlier attempt left; at the end it removes files that no later step needs. */
export type Step = readonly [name: string, run: (program: readonly string[]) => Promise<Figures>];

/** The step that serves both sizes. */
export const SERVE = 'serve';

/** The mixes that run over both sizes. */
const COMPARED: readonly MixName[] = ['cold', 'get', 'officers', 'country'];

/** Returns all steps in their order: first those that other steps need, then those with the most valuable figures. */
export function listSteps(plan: SizePlan): Step[] {
  const { companies, beside, into } = plan;
  const both = (name: string, step: (count: number, program: readonly string[]) => Promise<Figures>): Step[] =>
    [beside, companies].map((count) => [`${name} ${count}`, (program) => step(count, program)]);
  const built = [beside, companies].flatMap((count): Step[] => [
    [`build ${count}`, (program) => build(count, into, program)],
    [
      `verify ${count}`,
      async (program) => ({ cost: await watched([...program, 'verify', snapshotPath(count, into)], into) }),
    ],
  ]);
  const serve = async (program: readonly string[]): Promise<Figures> => {
    const cores = findCores();
    const [some, more] = [beside, companies].map((count) => ({
      companies: count,
      snapshot: snapshotPath(count, into),
    })) as [Size, Size];
    pinSelf(cores);
    try {
      return { served: await measureSizes([some, more], COMPARED, plan, cores, program) };
    } finally {
      pinSelf(cores, cores?.allowed.join(','));
    }
  };
  return [
    ...built,
    ...both('start', async (count, program) => ({
      startMs: await timeStarts(snapshotPath(count, into), findCores(), program),
    })),
    [SERVE, serve],
    ...both('publish', (count, program) => publish(count, into, program)),
    ...both('refresh', (count, program) => refresh(count, into, program)),
    ...both('export', (count, program) => exportTables(count, into, program)),
  ];
}

/** Writes the program to a folder as it is published. Returns its command. */
export async function packedProgram(folder: string): Promise<readonly string[]> {
  await emitRunnable(folder);
  return [process.execPath, join(folder, 'bin', 'openfirma.cjs')];
}

async function build(count: number, into: string, program: readonly string[]): Promise<Figures> {
  const out = snapshotPath(count, into);
  const lines = ensureLines(count, into);
  removeSnapshot(out);
  const cost = await watched([...program, 'build', '--out', out, lines], into);
  rmSync(lines);
  return { cost, bytes: statSync(out).size, detailsBytes: measureDetailsBytes(out) };
}

/** Builds again with `--previous` from lines of which some have changed. */
async function refresh(count: number, into: string, program: readonly string[]): Promise<Figures> {
  const lines = ensureLines(count, into, 100);
  const folder = emptied(join(into, 'refreshed'));
  const previous = snapshotPath(count, into);
  const out = join(folder, 'openfirma.snapshot');
  const cost = await watched([...program, 'build', '--out', out, '--previous', previous, lines], into);
  const bytes = statSync(out).size;
  rmSync(lines);
  rmSync(folder, { recursive: true });
  return { cost, bytes };
}

async function publish(count: number, into: string, program: readonly string[]): Promise<Figures> {
  const folder = emptied(join(into, 'published'));
  const [store, key] = [join(folder, 'store'), join(folder, 'key')];
  run([...program.slice(1), 'keys', 'new', '--out', key]);
  const command = [...program, 'publish', '--to', store, snapshotPath(count, into)];
  return removed(folder, await watched(command, into, { PUBLISH_KEY: key }));
}

async function exportTables(count: number, into: string, program: readonly string[]): Promise<Figures> {
  const folder = emptied(join(into, 'exports'));
  const command = [...program, 'export', '--format', 'parquet', '--into', folder, snapshotPath(count, into)];
  return removed(folder, await watched(command, into));
}

function emptied(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  return folder;
}

/** Removes the result of a step. Returns its figures. */
function removed(folder: string, cost: Cost): Figures {
  const bytes = folderBytes(folder);
  rmSync(folder, { recursive: true });
  return { cost, bytes };
}

/** Removes a snapshot, the files beside it, and the leftovers of a killed build. */
function removeSnapshot(path: string): void {
  for (const one of [...globSync(`${path}*`), ...globSync(path.replace(/([^/]+)$/, '.$1.building-*'))])
    rmSync(one, { recursive: true });
}
