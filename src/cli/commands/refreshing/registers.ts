/** Fetches and imports the registers of a refresh. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Register } from '../../../importer/index.ts';
import { InputError, quoteValue } from '../../../model/index.ts';
import { findRegister } from '../../../registers/index.ts';
import { showLine, throwAll, toInputError } from '../../../extra/index.ts';
import { fetchWithLists, type FetchedPath } from '../fetch.ts';
import type { ImportOutcome } from '../import.ts';
import { ParallelImports } from './parallel-imports.ts';
import { toImportOptions, type RefreshConfig } from '../../../extra/refresh-config.ts';

interface Step {
  readonly entry: RefreshConfig['registers'][number];
  readonly register: Register;
  readonly output: string;
  inputs?: readonly string[];
  files?: readonly FetchedPath[];
  outcome?: ImportOutcome;
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
 * Fetches and imports the registers of a configuration, each as soon as its files are there. If a register fails, its lines of an
 * earlier run are kept, and the other registers continue.
 * @throws {InputError} after all registers are done, if one has failed that has no lines of an earlier run
 */
export async function refreshRegisters(config: RefreshConfig, options: RefreshOptions): Promise<RefreshedRegisters> {
  const at = (path: string): string => resolve(options.folder, path);
  const steps = config.registers.map((entry): Step => {
    const output = join(at(config.lines), `${entry.register}.ndjson.zst`);
    const register = findRegister(entry.register);
    return { entry, register, output, ...(entry.files && { inputs: entry.files.map(at) }) };
  });
  await runAll(steps, at(config.downloads), options);
  const failed = steps.flatMap(({ register, output, fault }) =>
    fault === undefined ? [] : [{ register: register.id, reason: fault.message, has_lines: existsSync(output) }],
  );
  if (failed.some(({ has_lines }) => !has_lines)) throwAll(failed.map(describeFailure));
  const fetched = steps.flatMap(({ register, files }) =>
    files === undefined ? [] : [{ register: register.id, files }],
  );
  const imported = steps.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome]));
  return { fetched, imported, failed, lines: steps.map(({ output }) => output) };
}

/** Returns the failure of a register with its consequence. */
export function describeFailure({ register, reason, has_lines }: FailedRegister): InputError {
  const next = has_lines
    ? 'its lines of earlier runs stay in the data'
    : `there are no lines of an earlier run, so no snapshot is built; repair it, or remove ${quoteValue(register)} from the configuration`;
  return new InputError(`${reason}; ${next}`);
}

/**
 * Downloads registers one after another, and imports each meanwhile. Crawls are slow and use different servers, so they run in parallel
 * with each other and all else.
 */
async function runAll(steps: readonly Step[], downloads: string, options: RefreshOptions): Promise<void> {
  const end = new AbortController();
  const within = { ...options, signal: AbortSignal.any([options.signal, end.signal]) };
  const imports = new ParallelImports();
  const importOne = async (step: Step): Promise<void> => {
    const { inputs, register, output, entry } = step;
    if (inputs === undefined) return;
    const wanted = { output, inputs, ...toImportOptions(entry), signal: within.signal };
    await attempt(step, within, async () => {
      step.outcome = await imports.import(register.id, wanted, options.isForced);
    });
  };
  let downloaded = Promise.resolve();
  const fetchAndImport = async (step: Step): Promise<void> => {
    if (step.register.files.crawl === undefined)
      await (downloaded = downloaded.then(() => fetchOne(step, downloads, within)));
    else await fetchOne(step, downloads, within);
    await importOne(step);
  };
  await Promise.all(steps.map((step) => fetchAndImport(step).catch((error: unknown) => end.abort(error))));
  end.signal.throwIfAborted();
}

/** Fetches the files of a register that the configuration does not name. */
async function fetchOne(step: Step, downloads: string, options: RefreshOptions): Promise<void> {
  const { register } = step;
  if (step.inputs !== undefined) return;
  await attempt(step, options, async () => {
    // If the server stops the crawl, the responses so far are imported.
    step.files = await fetchWithLists(register, downloads, options.signal, { forMs: options.forMs, mayStop: true });
    step.inputs = step.files.map(({ path }) => path);
  });
}

async function attempt(step: Step, { signal }: RefreshOptions, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    step.fault = toInputError(error, signal);
    showLine(`refresh ${step.register.id}  ${step.fault.message}`);
  }
}
