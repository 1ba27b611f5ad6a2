import { copyFileSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  diskReason,
  exclusiveFolder,
  makeFolder,
  mustBeFile,
  renameSynced,
  syncPath,
  NEVER_YIELD,
  handlePendingSignals,
  yieldUntilAborted,
} from '../files/index.ts';
import { LineSample, type ResolutionReport } from '../identity/index.ts';
import { InputError } from '../model/index.ts';
import {
  SnapshotReader,
  previousPath,
  verifyChecksum,
  type NameIndex,
  type SnapshotMetadata,
} from '../snapshot/index.ts';
import type { ChangeRecorder, ChangeTip, RecordedChanges } from './change-recorder.ts';
import { keepPrevious, wantsMatchIndex } from './kept-snapshot.ts';
import { refuseLosses } from './loss-guard.ts';
import { continueSnapshot } from './continued.ts';
import { lineIndexPath } from './lines/line-index.ts';
import { Rejects } from './rejects.ts';
import type { FindUpdateFrequency } from './import-reports.ts';
import { RestrictionKey } from './restriction-key.ts';
import { compareWithPrevious, verifyBuilt, writeSnapshot } from './steps.ts';
import type { BuildWork, InputDigest, StartProgress, Written } from './work.ts';

export interface BuildOptions {
  /** Files of register lines, the most trusted first; `-` is standard input. */
  readonly inputs: readonly string[];
  /** The digest of each input, if it is known: an input that the previous build had, too, is not read again as a whole. */
  readonly inputDigests?: readonly InputDigest[] | undefined;
  /** The version of the program: companies of another version are resolved again. */
  readonly program?: string | undefined;
  readonly out: string;
  /** Maximum number of rejected lines; 0 by default. */
  readonly maxRejects?: number;
  /** The path of the previous snapshot, whose ids are kept. */
  readonly previous?: string;
  /** Countries that may lose companies: two letters, or `--` for companies of no country. */
  readonly acceptLoss?: readonly string[];
  /** The file of the key that hashes the fingerprints of restricted companies; by default `restriction.key` beside `out`. */
  readonly restrictionKey?: string;
  /** Loads the code of the match index that `match` adds. */
  readonly nameIndex?: (() => Promise<NameIndex>) | undefined;
  /** Whether the snapshot gets a match index. By default it gets one if `previous`, or else the replaced file, has one. */
  readonly match?: boolean | undefined;
  /** Stops the build with its reason, until the new snapshot is renamed. */
  readonly signal?: AbortSignal;
  /** Records the changes; by default they are not recorded. */
  readonly changes?: ChangeRecorder | undefined;
  /** How often the registers are renewed; by default no register is ever overdue. */
  readonly findUpdateFrequency?: FindUpdateFrequency;
  /** Resolves all lines again; by default only those that have changed since `previous`. */
  readonly full?: boolean | undefined;
  /** Shows the progress of each step; by default there is no progress. */
  readonly startProgress?: StartProgress;
}

/** The result of a build. */
export interface BuildOutcome {
  readonly metadata: SnapshotMetadata;
  /** The metadata of the previous snapshot. */
  readonly before: SnapshotMetadata | undefined;
  readonly report: ResolutionReport;
  readonly rejects: number;
  /** Number of companies that were taken over from the previous snapshot as they were; undefined after a full build. */
  readonly kept: number | undefined;
  /** The reason, as a clause, if a build that has a previous snapshot resolved all companies though `full` did not ask for it. */
  readonly whyFull: string | undefined;
  /** What changed since the previous snapshot; undefined without one. */
  readonly changes: Pick<RecordedChanges, 'events' | 'purged' | 'byRegister'> | undefined;
}

/**
 * Builds a snapshot beside `out`, verifies it and renames it to `out`. After an error `out` is as it was, and nothing is left
 * beside it.
 * @throws {InputError} if an input cannot be used, the disk is full, or another process builds the same file
 */
export async function buildSnapshot(options: BuildOptions): Promise<BuildOutcome> {
  const { previous, signal, startProgress = () => undefined } = options;
  // A link continues to point to the same path.
  const out = existsSync(options.out) ? realpathSync(options.out) : options.out;
  checkPaths(options.inputs, out);
  makeFolder(dirname(out));
  // Two builds at the same time would continue the same snapshot, and the second would not know the new ids of the first.
  const folder = await exclusiveFolder(
    dirname(out),
    `.${basename(out)}.building-`,
    (reason) => new InputError(`Cannot build "${out}": another build is running: ${reason}`),
  );
  const rejects = new Rejects(join(folder, 'rejects.ndjson'), options.maxRejects ?? 0);
  let before: SnapshotReader | undefined;
  let tip: ChangeTip | undefined;
  let changes: RecordedChanges | undefined;
  try {
    const key = await RestrictionKey.open(options.restrictionKey ?? join(dirname(out), 'restriction.key'));
    if (previous !== undefined) {
      // This build continues its records: one changed byte could publish a restricted company again.
      await verifyChecksum(previous, signal);
      before = SnapshotReader.open(previous);
      key.require(before.metadata.restriction_key, previous);
      tip = await options.changes?.tipBefore(out, before);
    }
    const yieldIfDue = signal === undefined ? NEVER_YIELD : yieldUntilAborted(signal);
    const nameIndex = (await wantsMatchIndex({ ...options, out })) ? await loadedIndex(options) : undefined;
    const work = {
      ...options,
      nameIndex,
      folder,
      rejects,
      key,
      before,
      sample: new LineSample(),
      yieldIfDue,
      startProgress,
    };
    const written = await write(work, options);
    const { path, metadata, report } = written;
    if (before !== undefined) refuseLosses(before.metadata, metadata, options.acceptLoss);
    await verifyBuilt(written, work);
    changes = await compareWithPrevious(written, out, tip, work);
    rejects.close();
    syncPath(path);
    if (signal !== undefined) await handlePendingSignals(signal);
    await key.keep();
    const removeChanges = changes?.take();
    let restoreRejects: (() => void) | undefined;
    try {
      await keepPrevious(out, metadata.generation, folder);
      restoreRejects = replaceRejects(out, rejects, folder);
      // A line index of another snapshot is not used, so it may be there before or after its own.
      renameSync(join(dirname(path), 'lines'), lineIndexPath(out));
      renameSynced(path, out);
    } catch (error) {
      restoreRejects?.();
      removeChanges?.();
      throw error;
    }
    const kept = written.copied?.after.reduce((sum, one) => sum + one, 0);
    const { whyFull } = written;
    return { metadata, before: before?.metadata, report, rejects: rejects.count, changes, kept, whyFull };
  } catch (error) {
    // The system does not name the file for which the disk had no space.
    const reason = diskReason(error);
    throw reason === undefined ? error : new InputError(`Cannot build "${out}": ${reason}`, { cause: error });
  } finally {
    rejects.close();
    await before?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Puts the list of rejected lines beside the snapshot if there are any. Returns a function that restores the earlier list, for a build
 * that does not take effect.
 */
function replaceRejects(out: string, rejects: Rejects, folder: string): () => void {
  const path = rejectsPath(out);
  const before = join(folder, 'rejects-before');
  const wasThere = existsSync(path);
  if (wasThere) copyFileSync(path, before);
  if (rejects.count > 0) renameSync(rejects.path, path);
  else rmSync(path, { force: true });
  return () => {
    if (wasThere) renameSync(before, path);
    else rmSync(path, { force: true });
  };
}

/** Loads the match index. @throws {InputError} if the program has no match index */
async function loadedIndex({ nameIndex, out }: BuildOptions): Promise<NameIndex> {
  if (nameIndex !== undefined) return await nameIndex();
  throw new InputError(
    `Cannot build "${out}" with a match index: no extra of this program brings one; build with --no-match`,
  );
}

/** Writes the snapshot in the build's folder: from the previous one where that is possible and asked for, else from all lines. */
async function write(work: BuildWork, { previous, full }: BuildOptions): Promise<Written> {
  const { before, inputs } = work;
  if (full === true || before === undefined || previous === undefined) return await writeSnapshot(work);
  if (inputs.includes('-')) return { ...(await writeSnapshot(work)), whyFull: 'standard input cannot be read twice' };
  const attempt = { ...work, folder: join(work.folder, 'continued'), sample: new LineSample() };
  mkdirSync(attempt.folder);
  const written = await continueSnapshot(attempt, { path: previous, reader: before });
  if (typeof written !== 'string') return written;
  work.rejects.clear();
  await rm(attempt.folder, { recursive: true });
  return { ...(await writeSnapshot(work)), whyFull: written };
}

/** The path of the lines that a build rejected. */
export function rejectsPath(out: string): string {
  return `${out}.rejects.ndjson`;
}

/** Maximum number of inputs: every line is stored with the number of its input, in two bytes. */
const INPUTS_MAX = 65_535;

/** Refuses, before any work, an output that would destroy something, and too many inputs. */
function checkPaths(inputs: readonly string[], out: string): void {
  const refuse = (reason: string): never => {
    throw new InputError(`Cannot write the snapshot "${out}": ${reason}`);
  };
  if (inputs.length > INPUTS_MAX)
    throw new InputError(`Cannot build from ${inputs.length} inputs: at most ${INPUTS_MAX} are allowed`);
  if (out === '-') refuse('a snapshot cannot go to standard output, it must be a file');
  if (out === '' || /[/\\]$/.test(out)) refuse('the path must name a file');
  // An input that cannot be read is refused before the others are read, which may take an hour.
  for (const input of inputs)
    if (input !== '-') mustBeFile(input, (reason) => new InputError(`Cannot read "${input}": ${reason}`));
  const replaced = [out, lineIndexPath(out), rejectsPath(out), previousPath(out)].filter((path) => existsSync(path));
  for (const path of replaced)
    if (path !== out) mustBeFile(path, (reason) => refuse(`"${path}" would be replaced, but ${reason}`));
  const names = new Map(replaced.map((path) => [nameInFolder(path), path]));
  for (const input of inputs.filter((one) => one !== '-')) {
    const path = names.get(realpathSync(input)) ?? names.get(nameInFolder(input));
    if (path !== undefined) refuse(path === out ? 'it is one of the inputs' : `it would replace the input "${input}"`);
  }
  const present = statSync(out, { throwIfNoEntry: false });
  // A rename would replace a device or a pipe by a file.
  if (present !== undefined && !present.isFile()) refuse('it exists but is not a regular file');
}

/** Returns the real path of the folder of a file, with its name: a link is replaced itself, and the file that it leads to stays. */
function nameInFolder(path: string): string {
  return join(realpathSync(dirname(path)), basename(path));
}
