import { basename } from 'node:path';
import { CompanyResolver, checkLine, readRawLines } from '../identity/index.ts';
import { InputError, counted } from '../model/index.ts';
import {
  DayCodes,
  PARALLEL_BYTES_MIN,
  SnapshotReader,
  SnapshotWriter,
  openPublished,
  verifyLines,
  verifySnapshot,
} from '../snapshot/index.ts';
import type { ChangeTip, RecordedChanges } from './change-recorder.ts';
import { Interned } from './lines/company-facts.ts';
import { LineIndexWriter } from './lines/line-index-writer.ts';
import type { BuildWork, Written } from './work.ts';
import { addCompanies, finishSnapshot } from './writing.ts';

/** Reads all inputs, resolves their lines to companies and writes a snapshot of them in the build's folder. */
export async function writeSnapshot(work: BuildWork): Promise<Written> {
  const days = new DayCodes();
  const index = new LineIndexWriter(work.folder, days);
  try {
    return await writeAll(work, index, days);
  } finally {
    index.close();
  }
}

async function writeAll(work: BuildWork, index: LineIndexWriter, days: DayCodes): Promise<Written> {
  const { inputs, folder, key, before, yieldIfDue } = work;
  const resolver = await CompanyResolver.open(folder, {
    keyedHash: key.keyedHash,
    yieldIfDue,
    ...(before && { previousSnapshot: openPublished(before) }),
  });
  const writer = new SnapshotWriter(folder, work.nameIndex, days);
  const parts = { resolver, writer, index, days, texts: new Interned() };
  let hasRestricted: boolean;
  try {
    for (const [input, file] of inputs.entries()) await readInput(file, input, resolver, index, work);
    days.choose();
    hasRestricted = await addCompanies(work, parts, resolver.report.lines, (line) => line);
  } finally {
    // Frees disk space: the sorted lines are a second copy.
    resolver.close();
  }
  const finished = await finishSnapshot(work, { ...parts, hasRestricted });
  return { ...finished, report: resolver.report, samples: [work.sample] };
}

async function readInput(
  file: string,
  input: number,
  resolver: CompanyResolver,
  index: LineIndexWriter,
  work: BuildWork,
): Promise<void> {
  const { rejects, sample, signal, startProgress } = work;
  const name = file === '-' ? 'standard input' : file;
  const progress = startProgress(`read ${basename(file)}`);
  const onProgress = (done: number, total: number | undefined): void => progress?.update(done, total);
  const linesBefore = resolver.report.lines + rejects.count;
  index.beginInput();
  for await (const raw of readRawLines({ file, onProgress, ...(signal && { signal }) })) {
    const line = checkLine(raw, file, rejects.add.bind(rejects));
    if (line === undefined) {
      index.noteOthers(input);
      continue;
    }
    index.addLine(raw.bytes);
    index.addKey(line.key);
    sample.add({ line, ...raw }, name, resolver.add(line, raw.bytes, input));
  }
  index.endInput();
  progress?.finish();
  // A failed download, or a failed import in a pipe, leaves an empty input: it must not replace a good snapshot.
  if (resolver.report.lines + rejects.count === linesBefore) {
    throw new InputError(`Cannot use "${name}": it holds no register line`);
  }
}

/**
 * Number of sample lines after which pages are released. Each line takes queries by name and by every number, and the pages that these
 * read, some megabytes, count as memory of the process until then.
 */
const LINES_PER_RELEASE = 64;

/** Verifies the new snapshot: its bytes, its invariants, and that it finds the lines of the sample. */
export async function verifyBuilt(
  { path, copied, samples }: Written,
  { nameIndex, signal, yieldIfDue, startProgress }: BuildWork,
): Promise<void> {
  const progress = startProgress('verify');
  const onVerified = (done: number, total: number | undefined, note: string): void =>
    progress?.update(done, total, note);
  await verifySnapshot(path, {
    onVerified,
    yieldIfDue,
    nameIndex,
    signal,
    isOwn: true,
    parallelFrom: PARALLEL_BYTES_MIN,
    copied: copied?.after,
  });
  const reader = SnapshotReader.open(path);
  try {
    let lines = 0;
    for (const line of samples.flatMap((sample) => [...sample.resolved()])) {
      verifyLines(reader, [line]);
      if (++lines % LINES_PER_RELEASE === 0) reader.release();
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
  } finally {
    await reader.close();
  }
  progress?.finish();
}

/**
 * Compares the new snapshot with the previous one, and writes the differences to a temporary file. Without a previous one, earlier
 * records still lose the values that the new snapshot withholds.
 */
export async function compareWithPrevious(
  { path, copied }: Written,
  out: string,
  tip: ChangeTip | undefined,
  { before, changes, folder, signal, yieldIfDue, startProgress }: BuildWork,
): Promise<RecordedChanges | undefined> {
  if (changes === undefined || before === undefined || tip === undefined) {
    await changes?.purgeBefore(path, out, signal);
    return undefined;
  }
  const progress = startProgress('compare');
  const onPair = (pairs: number, total: number): void => progress?.update(pairs, total, counted(pairs, 'record'));
  const made = await changes.record({ before, path, out, folder, signal, yieldIfDue, onPair, copied }, tip);
  progress?.finish();
  return made;
}
