/** Fetches and imports the registers of a refresh. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Register } from '../../../importer/index.ts';
import { InputError, quoteValue } from '../../../model/index.ts';
import { findRegister } from '../../../registers/index.ts';
import { showLine, throwAll, toInputError } from '../../../extra/index.ts';
import { fetchWithLists, type FetchedPath } from '../fetch.ts';
import { importUnlessMade, type ImportOutcome } from '../import.ts';
import { toImportOptions, type RefreshConfig } from '../../../extra/refresh-config.ts';

interface Step {
  readonly entry: RefreshConfig['registers'][number];
  readonly register: Register;
  readonly output: string;
  inputs?: readonly string[];
  files?: readonly FetchedPath[];
  fault?: InputError;
}

export interface FailedRegister {
  readonly register: string;
  readonly reason: string;
  readonly has_lines: boolean;
}

export interface RefreshedRegisters {
  readonly fetched: readonly { readonly register: string; readonly files: readonly FetchedPath[] }[];
  readonly imported: readonly ImportOutcome[];
  readonly failed: readonly FailedRegister[];
  /** The paths of the register lines, in the order of the configuration. */
  readonly lines: readonly string[];
}

interface RefreshOptions {
  readonly folder: string;
  readonly forMs: number | undefined;
  readonly isForced: boolean;
  readonly signal: AbortSignal;
}

/**
 * Fetches and imports the registers of a configuration. If a register fails, its lines of an earlier run are kept, and the other
 * registers continue.
 * @throws {InputError} after all registers are done, if one has failed that has no lines of an earlier run
 */
export async function refreshRegisters(config: RefreshConfig, options: RefreshOptions): Promise<RefreshedRegisters> {
  const at = (path: string): string => resolve(options.folder, path);
  const steps = config.registers.map((entry): Step => {
    const output = join(at(config.lines), `${entry.register}.ndjson.zst`);
    const register = findRegister(entry.register);
    return { entry, register, output, ...(entry.files && { inputs: entry.files.map(at) }) };
  });
  // All downloads come first, so that no hour of import is wasted if a server fails.
  const fetched = await fetchAll(steps, at(config.downloads), options);
  const imported: ImportOutcome[] = [];
  for (const step of steps) {
    const { inputs, register, output, entry } = step;
    if (inputs === undefined) continue;
    const wanted = { output, inputs, ...toImportOptions(entry), signal: options.signal };
    await attempt(step, options, async () => imported.push(await importUnlessMade(register, wanted, options.isForced)));
  }
  const failed = steps.flatMap(({ register, output, fault }) =>
    fault === undefined ? [] : [{ register: register.id, reason: fault.message, has_lines: existsSync(output) }],
  );
  if (failed.some(({ has_lines }) => !has_lines)) throwAll(failed.map(describeFailure));
  return { fetched, imported, failed, lines: steps.map(({ output }) => output) };
}

/** Returns the failure of a register with its consequence. */
export function describeFailure({ register, reason, has_lines }: FailedRegister): InputError {
  const next = has_lines
    ? 'its lines of earlier runs stay in the data'
    : `there are no lines of an earlier run, so no snapshot is built; repair it, or remove ${quoteValue(register)} from the configuration`;
  return new InputError(`${reason}; ${next}`);
}

/** Fetches all registers. Crawls are slow and use different servers, so they run in parallel with each other and the downloads. */
async function fetchAll(
  steps: readonly Step[],
  downloads: string,
  options: RefreshOptions,
): Promise<RefreshedRegisters['fetched']> {
  const end = new AbortController();
  const within = { ...options, signal: AbortSignal.any([options.signal, end.signal]) };
  const wanted = steps.filter(({ inputs }) => inputs === undefined);
  const fetchOne = async (step: Step): Promise<void> =>
    attempt(step, within, async () => {
      const { register } = step;
      // If the server stops the crawl, the responses so far are imported.
      const crawling = { forMs: options.forMs, mayStop: true };
      step.files = await fetchWithLists(register, downloads, within.signal, crawling);
      step.inputs = step.files.map(({ path }) => path);
    });
  const download = async (): Promise<void> => {
    for (const step of wanted) if (step.register.files.crawl === undefined) await fetchOne(step);
  };
  const crawled = wanted.filter(({ register }) => register.files.crawl !== undefined);
  const all = [download(), ...crawled.map(fetchOne)];
  try {
    await Promise.all(all);
  } catch (error) {
    end.abort(error);
    await Promise.allSettled(all);
    throw error;
  }
  return wanted.flatMap(({ register, files }) => (files === undefined ? [] : [{ register: register.id, files }]));
}

async function attempt(step: Step, { signal }: RefreshOptions, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    step.fault = toInputError(error, signal);
    showLine(`refresh ${step.register.id}  ${step.fault.message}`);
  }
}
