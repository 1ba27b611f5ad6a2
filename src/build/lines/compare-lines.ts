import { checkLine, readRawLines } from '../../identity/index.ts';
import { InputError } from '../../model/index.ts';
import { doubled, readSignature, type FileSignature } from '../../files/index.ts';
import { DayCodes, type DayCount, type SnapshotReader } from '../../snapshot/index.ts';
import type { InputDigest } from '../work.ts';
import { ChangedCompanies } from './changed-companies.ts';
import { keptByLines } from './kept-set.ts';
import { DIGEST_BYTES, digestLine } from './line-digests.ts';
import type { LineIndex } from './line-index.ts';
import { LineIndexWriter } from './line-index-writer.ts';
import { NEW, OldLines } from './old-lines.ts';

/** An input of the previous build that is an input again, unchanged: its days, and the numbers of its first line and of the line after its last. */
interface SameInput {
  readonly days: readonly DayCount[];
  readonly start: number;
  readonly end: number;
}

/** Number of lines at the start of an unchanged input that are read for the sample. */
const SAMPLED_LINES = 100;

/** The lines of a build beside those of the previous one. */
export class LineDifference {
  readonly days: DayCodes;
  /** The line index of this build, which has all its lines. */
  readonly index: LineIndexWriter;
  readonly #before: LineIndex;
  readonly #old: OldLines;
  /** By line: one more than the number of the same line of the previous build; 0 for a new line. */
  #oldLines = new Uint32Array(1024);
  /** The signature of each input before it was read. */
  readonly signatures: FileSignature[] = [];
  /** By rank in the previous snapshot: 1 if the company stays as it is. */
  kept: Uint8Array = new Uint8Array(0);

  /** @param folder of this build */
  constructor(folder: string, before: LineIndex) {
    this.#before = before;
    this.days = new DayCodes(before.registers);
    this.index = new LineIndexWriter(folder, this.days);
    this.#old = new OldLines(before);
  }

  /** Adds the next line. Returns whether the previous build had it. */
  add(bytes: Buffer): boolean {
    const line = this.index.lines;
    const same = this.#old.take(this.index.addLine(bytes), line);
    this.#note(line, same);
    if (same !== NEW) this.index.addKey(this.#old.keyHash(same));
    return same !== NEW;
  }

  /** Reserves the lines of an unchanged input. */
  reserve({ start, end }: SameInput): void {
    this.#old.reserve(start, end);
  }

  /** Whether the lines of an unchanged input are all known, so that the input need not be read. */
  isKnown({ start, end }: SameInput): boolean {
    for (let line = start; line < end; line++) if (!this.#old.isKnown(line)) return false;
    return true;
  }

  /** Adds a reserved line of the previous build as the next one. Returns false if nothing is known of it. */
  takeReserved(same: number): boolean {
    if (!this.#old.isKnown(same)) return false;
    const line = this.index.lines;
    this.index.takeLine(this.#before, same);
    this.#old.takeReserved(same, line);
    this.#note(line, same);
    return true;
  }

  /**
   * Notes the day of a line that was taken over unread, and is read after all.
   * @throws {InputError} if it is another line: the file is not the one whose digest is known
   */
  readAgain(line: number, bytes: Buffer, file: string): void {
    if (!this.index.isTaken(line)) return;
    const at = ((this.#oldLines[line] ?? 0) - 1) * DIGEST_BYTES;
    const { digest, day } = digestLine(bytes);
    if (!digest.equals(this.#before.digests.subarray(at, at + DIGEST_BYTES))) throw changedMeanwhile(file);
    this.index.setDay(line, day);
  }

  #note(line: number, same: number): void {
    if (line >= this.#oldLines.length) this.#oldLines = doubled(this.#oldLines);
    this.#oldLines[line] = same + 1;
  }

  /** Decides which companies stay, once all lines are added. */
  decide(before: LineIndex, touched: Iterable<number>, keyHashes: ReadonlySet<number>): void {
    this.days.choose();
    const days = { before: before.days.map((day) => day ?? undefined), now: this.days.days };
    this.kept = keptByLines(before, this.#old, days, this.index);
    for (const rank of touched) this.kept[rank] = 0;
    for (const rank of this.#old.ranksOfKeys(keyHashes)) this.kept[rank] = 0;
  }

  /** Returns the rank in the previous snapshot of the company of a line, if it stays as it is. */
  keptRank(line: number): number | undefined {
    const same = this.#oldLines[line] ?? 0;
    const rank = same === 0 ? undefined : this.#old.rankOf(same - 1);
    return rank !== undefined && this.kept[rank] === 1 ? rank : undefined;
  }

  /** Returns the line before which the second reading of an input may stop, given its first line and the line after its last. */
  endOfReading(start: number, end: number): number {
    let wanted = Math.min(start + SAMPLED_LINES, end);
    for (let line = start; line < end; line++) {
      if (!this.index.isTaken(line)) return end;
      if (this.keptRank(line) === undefined) wanted = Math.max(wanted, line + 1);
    }
    return wanted;
  }

  /** Returns the number of lines whose company is resolved again. */
  countResolved(): number {
    let count = 0;
    for (let line = 0; line < this.index.lines; line++) if (this.keptRank(line) === undefined) count++;
    return count;
  }
}

/** What the comparison reads. */
interface Inputs {
  readonly inputs: readonly string[];
  readonly inputDigests?: readonly InputDigest[] | undefined;
  readonly folder: string;
  readonly signal?: AbortSignal;
  /** Called with the bytes read of an input. */
  readonly onProgress: (input: number, bytes: number) => void;
}

/**
 * Compares all lines with those of the previous snapshot. Only lines that it did not have are parsed, and of inputs that it had, too, only
 * lines are read of which nothing is kept.
 */
export async function compareLines(
  { inputs, inputDigests = [], folder, signal, onProgress }: Inputs,
  snapshot: SnapshotReader,
  before: LineIndex,
): Promise<LineDifference> {
  const difference = new LineDifference(folder, before);
  const touched = new Set<number>();
  const changed = new ChangedCompanies(snapshot, (rank) => touched.add(rank));
  try {
    const same = findSame(inputDigests, before);
    for (const one of same) if (one !== undefined) difference.reserve(one);
    for (const [input, file] of inputs.entries()) {
      difference.index.beginInput();
      difference.signatures.push(readSignature(file));
      const its = same[input];
      signal?.throwIfAborted();
      if (its !== undefined) difference.index.takeDays(its.days);
      if (its !== undefined && difference.isKnown(its)) {
        for (let line = its.start; line < its.end; line++) difference.takeReserved(line);
        difference.index.endInput();
        continue;
      }
      let next = its?.start ?? 0;
      const onBytes = (bytes: number): void => onProgress(input, bytes);
      for await (const raw of readRawLines({ file, onProgress: onBytes, ...(signal && { signal }) })) {
        if (its !== undefined && next < its.end && difference.takeReserved(next++)) continue;
        if (difference.add(raw.bytes)) continue;
        // Rejected lines are reported when the changed lines are read again.
        const line = checkLine(raw, file, () => undefined);
        difference.index.addKey(line?.key);
        if (line !== undefined) changed.add(line);
      }
      if (its !== undefined && next < its.end) throw changedMeanwhile(file);
      difference.index.endInput();
    }
    changed.scan();
    difference.decide(before, touched, changed.keyHashes);
    return difference;
  } catch (error) {
    difference.index.close();
    throw error;
  }
}

export function changedMeanwhile(file: string): InputError {
  return new InputError(`Cannot use "${file}": it was changed while it was read`);
}

/** Finds the inputs of the previous build that have the digests of these; undefined for a new or changed input. */
function findSame(
  digests: readonly InputDigest[],
  { inputs, inputDigests = [], inputDays }: LineIndex,
): (SameInput | undefined)[] {
  let start = 0;
  const before = inputs.map((lines, input): SameInput => {
    const end = start + lines;
    const its = { days: inputDays[input] ?? [], start, end };
    start = end;
    return its;
  });
  const byDigest = Map.groupBy(before, (_, input) => inputDigests[input] ?? null);
  return digests.map(({ sha256 }) => byDigest.get(sha256)?.shift());
}
