import { join } from 'node:path';
import { readSignature } from '../files/index.ts';
import type { CompanyResolver } from '../identity/index.ts';
import { counted } from '../model/index.ts';
import type { DayCodes, SnapshotMetadata, SnapshotWriter, WritingOptions } from '../snapshot/index.ts';
import { withImports } from './import-reports.ts';
import type { Interned } from './lines/company-facts.ts';
import type { LineIndexHead } from './lines/line-index.ts';
import type { LineIndexWriter } from './lines/line-index-writer.ts';
import { indexTagged, tagOf } from './lines/tags.ts';
import type { BuildWork } from './work.ts';

/** Number of companies after which the progress is shown: reading the clock takes longer than counting one. */
const COMPANIES_PER_UPDATE = 64;

/** The parts that write a snapshot and its line index. */
export interface WritingParts {
  readonly resolver: CompanyResolver;
  readonly writer: SnapshotWriter;
  readonly index: LineIndexWriter;
  readonly days: DayCodes;
  readonly texts: Interned;
}

/**
 * Adds the companies of all lines of the resolver to the snapshot. Returns whether one is restricted that was not before.
 * @param lines their number, for the progress
 * @param numberInIndex returns the number in the line index of a line of the resolver
 */
export async function addCompanies(
  { startProgress, sample, before }: BuildWork,
  { resolver, writer, index, days, texts }: WritingParts,
  lines: number,
  numberInIndex: (line: number) => number,
): Promise<boolean> {
  const { report } = resolver;
  const kept = report.companies;
  const progress = startProgress('join and sort');
  let hasRestricted = false;
  for await (const resolved of resolver.companies()) {
    const { id, lifecycle } = resolved.company;
    hasRestricted ||= lifecycle.status === 'restricted' && before?.isRestricted(id) !== true;
    writer.add(resolved.company, tagOf(resolved, index, days, texts, numberInIndex), resolved.sources);
    sample.assign(resolved);
    const done = report.companies - kept;
    // The number of lines is a good estimate of the number of companies.
    if (done % COMPANIES_PER_UPDATE === 0) progress?.update(done, lines, counted(done, 'company'));
  }
  progress?.finish();
  return hasRestricted;
}

/** The companies that a snapshot takes over; none in a full build. */
interface TakenOver extends Partial<Pick<LineIndexHead, 'trainedOn'>> {
  readonly kept: NonNullable<WritingOptions['kept']>;
  /** Called for each with its rank in the new snapshot, its rank in the previous one, and its id. */
  readonly onRank: (rank: number, before: number, id: Buffer) => void;
  /** Called before the line index is written. */
  readonly placeLines: () => void;
}

/** Writes the snapshot and its line index to the build's folder. */
export async function finishSnapshot(
  { inputs, inputDigests, program, folder, key, signal, yieldIfDue, startProgress, findUpdateFrequency }: BuildWork,
  { resolver, writer, index, texts, hasRestricted }: WritingParts & Pick<LineIndexHead, 'hasRestricted'>,
  taken?: TakenOver,
): Promise<{ readonly path: string; readonly metadata: SnapshotMetadata }> {
  const path = join(folder, 'snapshot');
  const progress = startProgress('write');
  const { report } = resolver;
  let written = 0;
  const metadata = await writer.finish(path, {
    onRow: (rows, table) => {
      if (table === 'ids') written++;
      // Each record is written once among the companies and once in `ids`, nearly all of the work.
      progress?.update(written, 2 * report.companies, `${counted(rows, 'row')}, now ${table}`);
    },
    yieldIfDue,
    signal,
    registers: await withImports(resolver.registers, inputs, findUpdateFrequency),
    restrictionKey: key.name,
    ...(taken && { kept: taken.kept }),
    onCompany: (rank, address, company) => {
      written++;
      if ('tag' in company) {
        indexTagged(index, rank, address, company.tag);
        return;
      }
      taken?.onRank(rank, company.entry.rank, company.id);
      index.addCompany(address, company.entry.bytes);
    },
  });
  taken?.placeLines();
  const { generation } = metadata;
  const trained = taken?.trainedOn === undefined ? {} : { trainedOn: taken.trainedOn };
  // Another file may have been read than the one whose digest is known.
  const digestsOfRead = inputDigests?.map(({ sha256, signature }, input) =>
    readSignature(inputs[input] ?? '') === signature ? sha256 : null,
  );
  index.finish(join(folder, 'lines'), {
    generation,
    program,
    inputDigests: digestsOfRead,
    ...trained,
    ...(hasRestricted === true && { hasRestricted }),
    texts,
    ...writer.forNext,
  });
  progress?.finish();
  return { path, metadata };
}
