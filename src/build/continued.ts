import { realpathSync, statSync } from 'node:fs';
import { readSignature } from '../files/index.ts';
import { CompanyResolver, LineSample, checkLine, readRawLines, type RawLine } from '../identity/index.ts';
import { InputError, counted, encodeCompanyId } from '../model/index.ts';
import { KeptRanks, SnapshotWriter, openPublished, type SnapshotReader } from '../snapshot/index.ts';
import { changedMeanwhile, compareLines, type LineDifference } from './lines/compare-lines.ts';
import { Interned, dayText } from './lines/company-facts.ts';
import { plainCompanies, type PlainCompany } from './lines/kept-set.ts';
import { readLineIndex, type LineIndex } from './lines/line-index.ts';
import type { BuildWork, StepProgress, Written } from './work.ts';
import { addCompanies, finishSnapshot, type WritingParts } from './writing.ts';

/** The share of lines to resolve from which a full build costs less. */
const RESOLVED_MAX = 0.4;

/** How far the data may grow before a full build trains the dictionary again. */
const GROWTH_MAX = 1.25;

/** The previous snapshot, its path, and its line index. */
interface Before {
  readonly reader: SnapshotReader;
  readonly path: string;
  readonly index: LineIndex;
}

/**
 * Writes the snapshot of lines of which few have changed since the previous snapshot: companies whose lines are all there stay as they are,
 * in the same bytes; only the others are resolved again. The answers are those of a full build. Returns the reason, as a clause, if all
 * lines must be resolved again.
 */
export async function continueSnapshot(work: BuildWork, previous: Omit<Before, 'index'>): Promise<Written | string> {
  const { reader, path } = previous;
  const index = readLineIndex(realpathSync(path), reader.metadata.generation, work.program);
  if (typeof index === 'string') return index;
  if (index.hasRestricted === true) return 'the previous build restricted companies';
  if (index.companies > GROWTH_MAX * index.trainedOn)
    return `there are ${index.companies} companies, ${index.trainedOn} when all were resolved last`;
  const before = { ...previous, index };
  const progress = work.startProgress('compare lines');
  const onProgress = toBytesRead(work.inputs, progress);
  const difference = await compareLines({ ...work, onProgress }, reader, index);
  try {
    const resolved = difference.countResolved();
    const resolvedOfAll = `${counted(resolved, 'line')} of ${difference.index.lines} to resolve`;
    progress?.finish(resolvedOfAll);
    if (resolved > RESOLVED_MAX * difference.index.lines) return `too many lines have changed: ${resolvedOfAll}`;
    return await new ContinuedBuild(work, before, difference).write();
  } finally {
    difference.index.close();
  }
}

/** The build of a snapshot that takes over companies of the previous one. */
class ContinuedBuild {
  readonly #work: BuildWork;
  readonly #before: Before;
  readonly #difference: LineDifference;
  /** By line of the resolver: its number among all lines. */
  readonly #numbers: number[] = [];
  /** A sample of the lines of companies that stay as they are and have one line, and these lines by rank in the previous snapshot. */
  readonly #sample = new LineSample();
  readonly #sampledRanks = new Map<number, number>();
  readonly #lineCounts: Uint8Array;

  constructor(work: BuildWork, before: Before, difference: LineDifference) {
    this.#work = work;
    this.#before = before;
    this.#difference = difference;
    this.#lineCounts = countLines(before.index);
  }

  /** Returns a reason if all lines must be resolved again. */
  async write(): Promise<Written | string> {
    const { folder, nameIndex } = this.#work;
    const { days, index } = this.#difference;
    const resolver = await this.#openResolver();
    const writer = new SnapshotWriter(folder, nameIndex, days);
    const parts = { resolver, writer, index, days, texts: new Interned(this.#before.index.texts) };
    try {
      await this.#readChanged(resolver);
      const lines = resolver.report.lines;
      this.#countKept(resolver, writer);
      if (await addCompanies(this.#work, parts, lines, (line) => this.#numbers[line] ?? 0))
        return 'a company is restricted that was not, and the dictionary may have phrases of its values';
    } finally {
      resolver.close();
    }
    return await this.#finish(parts);
  }

  async #openResolver(): Promise<CompanyResolver> {
    const { folder, key, yieldIfDue } = this.#work;
    const published = openPublished(this.#before.reader);
    const isKept = (rank: number | undefined): boolean => rank !== undefined && this.#difference.kept[rank] === 1;
    return await CompanyResolver.open(folder, {
      keyedHash: key.keyedHash,
      yieldIfDue,
      stays: (id) => isKept(published.rankOf(id)),
      previousSnapshot: { ...published, records: () => published.records((rank) => !isKept(rank)) },
    });
  }

  /** Reads the lines of companies that do not stay as they are. */
  async #readChanged(resolver: CompanyResolver): Promise<void> {
    const { inputs, rejects, sample, signal, startProgress } = this.#work;
    const difference = this.#difference;
    const progress = startProgress('read changed lines');
    const onProgress = toBytesRead(inputs, progress);
    let start = 0;
    for (const [input, file] of inputs.entries()) {
      let lines = 0;
      let number = start - 1;
      const next = start + (difference.index.inputs[input] ?? 0);
      const end = difference.endOfReading(start, next);
      start = next;
      const onBytes = (bytes: number): void => onProgress(input, bytes);
      for await (const raw of readRawLines({ file, onProgress: onBytes, ...(signal && { signal }) })) {
        if (++number === end) break;
        const kept = difference.keptRank(number);
        if (kept !== undefined) {
          lines++;
          if (this.#lineCounts[kept] === 1 && this.#sample.wants(raw.bytes)) this.#sampleKept(raw, file, number, kept);
          continue;
        }
        difference.readAgain(number, raw.bytes, file);
        const rejected = rejects.count;
        const line = checkLine(raw, file, rejects.add.bind(rejects));
        lines += line === undefined ? rejects.count - rejected : 1;
        if (line === undefined) {
          difference.index.noteOthers(input);
          continue;
        }
        const added = resolver.add(line, raw.bytes, input);
        this.#numbers[added] = number;
        sample.add({ line, ...raw }, file, added);
      }
      if (lines === 0) throw new InputError(`Cannot use "${file}": it holds no register line`);
      // Lines are known by their numbers, so both readings must be of one file.
      if (number < end - 1 || readSignature(file) !== difference.signatures[input]) throw changedMeanwhile(file);
    }
    progress?.finish();
  }

  #sampleKept(raw: RawLine, file: string, number: number, rank: number): void {
    this.#difference.readAgain(number, raw.bytes, file);
    const line = checkLine(raw, file, () => undefined);
    if (line === undefined)
      throw new Error(`Line ${raw.lineNumber} of "${file}" has the digest of a line but is not one`);
    this.#sample.add({ line, ...raw }, file, number);
    this.#sampledRanks.set(rank, number);
  }

  /** Counts the companies that stay as they are. */
  #countKept(resolver: CompanyResolver, writer: SnapshotWriter): void {
    const { days } = this.#difference.days;
    for (const { facts } of this.#keptCompanies()) {
      resolver.countUnchanged(facts.lines.map(({ counted: its, day }) => ({ ...its, as_of_date: dayText(day, days) })));
      writer.countKept(facts.country, facts.officers, dayText(facts.day, days));
    }
  }

  /** Yields the companies that stay as they are, in name order. */
  *#keptCompanies(): Generator<PlainCompany, void, undefined> {
    for (const company of plainCompanies(this.#before.index))
      if (this.#difference.kept[company.rank] === 1) yield company;
  }

  async #finish(parts: WritingParts): Promise<Written> {
    const { index, kept } = this.#difference;
    const { report } = parts.resolver;
    const { reader, path } = this.#before;
    const { dictionary, branchRanks, trainedOn } = this.#before.index;
    const ranks = new KeptRanks(reader);
    const copied = new Uint8Array(report.companies);
    const finished = await finishSnapshot(this.#work, parts, {
      kept: { reader, path, companies: this.#keptCompanies(), dictionary, branchRanks, ranks },
      trainedOn,
      onRank: (rank, before, id) => {
        copied[rank] = 1;
        const line = this.#sampledRanks.get(before);
        if (line !== undefined) this.#sample.assignWhole(line, encodeCompanyId(id));
      },
      placeLines: () => {
        for (let line = 0; line < index.lines; line++) {
          const before = this.#difference.keptRank(line);
          const rank = before === undefined ? undefined : ranks.rankOf(before);
          if (rank !== undefined) index.place(line, rank);
        }
      },
    });
    return { ...finished, report, copied: { before: kept, after: copied }, samples: [this.#work.sample, this.#sample] };
  }
}

/** Returns a function that shows one progress over all inputs, from the bytes read of one. */
function toBytesRead(inputs: readonly string[], progress: StepProgress | undefined) {
  const starts = [0];
  for (const file of inputs) starts.push((starts.at(-1) ?? 0) + statSync(file).size);
  return (input: number, bytes: number): void => progress?.update((starts[input] ?? 0) + bytes, starts.at(-1));
}

/** Returns by rank the number of lines of each plain company; 255 for more. */
function countLines({ ranks, companies }: LineIndex): Uint8Array {
  const counts = new Uint8Array(companies);
  for (const rank of ranks) if (rank < companies) counts[rank] = Math.min(255, (counts[rank] ?? 0) + 1);
  return counts;
}
