import { CompanyResolver, checkLine, readRawLines } from '../identity/index.ts';
import { InputError, counted } from '../model/index.ts';
import { DayCodes, SnapshotWriter, openPublished, type SnapshotReader } from '../snapshot/index.ts';
import { withImports } from './import-reports.ts';
import { ChangedCompanies } from './lines/changed-lines.ts';
import { Interned, dayText } from './lines/company-facts.ts';
import { indexedCompanies, keptByLines } from './lines/kept-set.ts';
import { LineIndexWriter, NOT_PLAIN, type LineIndex } from './lines/line-index.ts';
import { NEW, OldLines } from './lines/old-lines.ts';
import { indexTagged, tagOf } from './lines/tags.ts';
import { join } from 'node:path';
import type { BuildWork, Written } from './steps.ts';

/** The share of changed lines from which a full build costs less. */
const CHANGED_MAX = 0.4;

/** What stays and what changes. */
interface Difference {
  readonly days: DayCodes;
  readonly index: LineIndexWriter;
  readonly old: OldLines;
  /** By new line: the same line of the previous build, or `NEW`. */
  readonly oldLines: Int32Array;
  /** By rank in the previous snapshot: 1 if the company stays as it is. */
  readonly kept: Uint8Array;
}

/**
 * Writes the snapshot of lines of which few have changed since the previous snapshot: companies whose lines are all there stay as they are,
 * in the same bytes; only the others are resolved again. The answers are those of a full build. Undefined if too much has changed.
 */
export async function continueSnapshot(
  work: BuildWork,
  before: SnapshotReader,
  index: LineIndex,
): Promise<Written | undefined> {
  const difference = await compareLines(work, before, index);
  if (difference === undefined) return undefined;
  return await writeContinued(work, before, index, difference);
}

async function compareLines(
  work: BuildWork,
  before: SnapshotReader,
  index: LineIndex,
): Promise<Difference | undefined> {
  const days = new DayCodes(index.registers);
  const old = new OldLines(index);
  const writer = new LineIndexWriter(work.folder, days);
  const touched = new Set<number>();
  const changed = new ChangedCompanies(before, (rank) => touched.add(rank));
  let oldLines = new Int32Array(1024);
  const inputs: number[] = [];
  for (const file of work.inputs) {
    writer.beginInput();
    const first = writer.lines;
    const { signal } = work;
    for await (const raw of readRawLines({ file, ...(signal && { signal }) })) {
      const line = writer.lines;
      const same = old.take(writer.addLine(raw.bytes), line);
      if (line === oldLines.length) {
        const more = new Int32Array(2 * line);
        more.set(oldLines);
        oldLines = more;
      }
      oldLines[line] = same;
      if (same !== NEW) {
        writer.addKey(old.keyHash(same));
        continue;
      }
      // Rejected lines are reported when the changed lines are read again.
      const checked = checkLine(raw, file, () => undefined);
      writer.addKey(checked?.key);
      if (checked !== undefined) changed.add(checked);
    }
    inputs.push(writer.lines - first);
  }
  const kept = keptByLines(index, old, { before: index.days.map((day) => day ?? undefined), now: days.days }, inputs);
  changed.scan();
  for (const rank of touched) kept[rank] = 0;
  for (const rank of old.ranksOfKeys(changed.keyHashes)) kept[rank] = 0;
  const difference = { days, index: writer, old, oldLines: oldLines.subarray(0, writer.lines), kept };
  let lines = 0;
  for (let line = 0; line < writer.lines; line++) if (!staysAt(line, difference)) lines++;
  if (lines <= CHANGED_MAX * writer.lines) return difference;
  writer.close();
  return undefined;
}

function staysAt(line: number, { oldLines, old, kept }: Pick<Difference, 'oldLines' | 'old' | 'kept'>): boolean {
  const same = oldLines[line] ?? NEW;
  const rank = same === NEW ? undefined : old.rankOf(same);
  return rank !== undefined && kept[rank] === 1;
}

async function writeContinued(
  work: BuildWork,
  before: SnapshotReader,
  index: LineIndex,
  difference: Difference,
): Promise<Written> {
  const { inputs, folder, key, sample, yieldIfDue, startProgress, rejects } = work;
  const { days, index: lineIndex, kept, old, oldLines } = difference;
  const texts = new Interned(index.texts);
  const published = openPublished(before);
  const isKept = (id: string): boolean => {
    const rank = before.rankOf(id);
    return rank !== undefined && kept[rank] === 1;
  };
  const resolver = await CompanyResolver.open(folder, {
    keyedHash: key.keyedHash,
    yieldIfDue,
    stays: isKept,
    previousSnapshot: {
      ...published,
      records: () => published.records((rank) => kept[rank] !== 1),
    },
  });
  const { report } = resolver;
  const writer = new SnapshotWriter(folder, work.nameIndex, days);
  /** By line of the resolver: its number in the index. */
  const numbers: number[] = [];
  try {
    let line = 0;
    for (const [input, file] of inputs.entries()) {
      const { signal } = work;
      let used = 0;
      for await (const raw of readRawLines({ file, ...(signal && { signal }) })) {
        const number = line++;
        if (staysAt(number, difference)) {
          used++;
          continue;
        }
        const rejected = rejects.count;
        const checked = checkLine(raw, file, rejects.add.bind(rejects));
        if (checked !== undefined || rejects.count > rejected) used++;
        if (checked === undefined) continue;
        const added = resolver.add(checked, raw.bytes, input);
        numbers[added] = number;
        sample.add({ line: checked, ...raw }, file, added);
      }
      if (used === 0) throw new InputError(`Cannot use "${file}": it holds no register line`);
    }
    for (const { rank, facts } of indexedCompanies(index)) {
      if (kept[rank] !== 1 || facts === undefined) continue;
      resolver.countUnchanged(facts.lines.map((one) => ({ ...one.counted, as_of_date: dayText(one.day, days.days) })));
      writer.countKept(facts.country, facts.officers, dayText(facts.day, days.days));
    }
    for await (const resolved of resolver.companies()) {
      writer.add(
        resolved.company,
        tagOf(resolved, lineIndex, days, texts, (one) => numbers[one] ?? 0),
        resolved.sources,
      );
      sample.assign(resolved);
    }
  } finally {
    resolver.close();
  }
  const path = join(folder, 'snapshot');
  const progress = startProgress('write');
  const onRow = (rows: number, table: string): void =>
    progress?.update(rows, undefined, `${counted(rows, 'row')}, now ${table}`);
  const registers = await withImports(resolver.registers, inputs, work.findUpdateFrequency);
  const ranks = new Uint32Array(index.companies);
  const copied = new Uint8Array(report.companies);
  const onAddress = indexedCompanies(index);
  const onFacts = indexedCompanies(index);
  const at = (companies: typeof onFacts, rank: number) => {
    for (let next = companies.next(); next.done !== true; next = companies.next())
      if (next.value.rank === rank) return next.value;
    throw new Error(`The line index has no company ${rank}`);
  };
  const metadata = await writer.finish(path, {
    onRow,
    yieldIfDue,
    registers,
    restrictionKey: key.name,
    kept: {
      reader: before,
      has: (rank) => kept[rank] === 1,
      addressAt: (rank) => at(onAddress, rank).address,
      dictionary: index.dictionary,
    },
    onCompany: (rank, address, of) => {
      if ('tag' in of) {
        indexTagged(lineIndex, rank, address, of.tag);
        return;
      }
      ranks[of.rank] = rank;
      copied[rank] = 1;
      lineIndex.addCompany(address, at(onFacts, of.rank).bytes);
    },
  });
  for (let line = 0; line < oldLines.length; line++) {
    if (!staysAt(line, difference)) continue;
    lineIndex.place(line, ranks[old.rankOf(oldLines[line] ?? 0) ?? 0] ?? NOT_PLAIN);
  }
  lineIndex.finish(join(folder, 'lines'), {
    generation: metadata.generation,
    trainedOn: index.trainedOn,
    texts,
    dictionary: writer.dictionary,
  });
  lineIndex.close();
  progress?.finish();
  return { path, metadata, report, copied: { before: kept, after: copied } };
}
