import { checkLine, readRawLines } from '../../identity/index.ts';
import { doubled } from '../../files/index.ts';
import { DayCodes, type SnapshotReader } from '../../snapshot/index.ts';
import { ChangedCompanies } from './changed-companies.ts';
import { keptByLines } from './kept-set.ts';
import { LineIndexWriter, type LineIndex } from './line-index.ts';
import { NEW, OldLines } from './old-lines.ts';

/** The lines of a build beside those of the previous one. */
export class LineDifference {
  readonly days: DayCodes;
  /** The line index of this build, which has all its lines. */
  readonly index: LineIndexWriter;
  readonly #old: OldLines;
  /** By line: one more than the number of the same line of the previous build; 0 for a new line. */
  #oldLines = new Uint32Array(1024);
  /** By rank in the previous snapshot: 1 if the company stays as it is. */
  kept: Uint8Array = new Uint8Array(0);

  /** @param folder of this build */
  constructor(folder: string, before: LineIndex) {
    this.days = new DayCodes(before.registers);
    this.index = new LineIndexWriter(folder, this.days);
    this.#old = new OldLines(before);
  }

  /** Adds the next line. Returns whether the previous build had it. */
  add(bytes: Buffer): boolean {
    const line = this.index.lines;
    const same = this.#old.take(this.index.addLine(bytes), line);
    if (line === this.#oldLines.length) this.#oldLines = doubled(this.#oldLines);
    this.#oldLines[line] = same + 1;
    if (same !== NEW) this.index.addKey(this.#old.keyHash(same));
    return same !== NEW;
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
  readonly folder: string;
  readonly signal?: AbortSignal;
  /** Called with the bytes read of each input. */
  readonly onProgress: (done: number, total: number | undefined) => void;
}

/** Reads all lines, and compares them with those of the previous snapshot. Only lines that it did not have are parsed. */
export async function compareLines(
  { inputs, folder, signal, onProgress }: Inputs,
  snapshot: SnapshotReader,
  before: LineIndex,
): Promise<LineDifference> {
  const difference = new LineDifference(folder, before);
  const touched = new Set<number>();
  const changed = new ChangedCompanies(snapshot, (rank) => touched.add(rank));
  try {
    for (const file of inputs) {
      difference.index.beginInput();
      for await (const raw of readRawLines({ file, onProgress, ...(signal && { signal }) })) {
        if (difference.add(raw.bytes)) continue;
        // Rejected lines are reported when the changed lines are read again.
        const line = checkLine(raw, file, () => undefined);
        difference.index.addKey(line?.key);
        if (line !== undefined) changed.add(line);
      }
    }
    changed.scan();
    difference.decide(before, touched, changed.keyHashes);
    return difference;
  } catch (error) {
    difference.index.close();
    throw error;
  }
}
