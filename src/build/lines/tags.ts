import { countedLine, type RankedLine, type ResolvedCompany } from '../../identity/index.ts';
import { countryOf, type DayCodes } from '../../snapshot/index.ts';
import { encodeFacts, type Interned } from './company-facts.ts';
import { NOT_PLAIN } from './line-index.ts';
import type { LineIndexWriter } from './line-index-writer.ts';

const NO_TAG = Buffer.alloc(0);

/** How the lines of a build are numbered in its line index. */
type NumberInIndex = (line: number) => number;

/**
 * Returns what goes with a company through the writer: the numbers of its lines and its facts, if it is plain; else nothing. Notes in the
 * index that the lines of other companies are known, unless the company is withheld.
 */
export function tagOf(
  { company, lines, superseded = [], plain, sources }: ResolvedCompany,
  index: LineIndexWriter,
  days: DayCodes,
  texts: Interned,
  numberInIndex: NumberInIndex,
): Buffer {
  const { status } = company.lifecycle;
  // The digest of a line that is written in an unusual way has its day.
  const isUnusual = ({ line, number }: RankedLine): boolean => !index.hasDay(numberInIndex(number), line.as_of_date);
  if (plain === undefined || plain.some(isUnusual)) {
    if (status !== 'restricted')
      for (const line of [...lines, ...superseded]) index.place(numberInIndex(line), NOT_PLAIN);
    return NO_TAG;
  }
  const { as_of_date: day } = company.profile;
  const facts = encodeFacts(
    {
      country: countryOf(company),
      officers: company.officers.length,
      day: days.codeOf(sources?.profile?.register, day) ?? day,
      lines: plain.map(({ line }) => ({
        counted: countedLine(line),
        day: days.codeOf(line.register, line.as_of_date) ?? line.as_of_date,
      })),
    },
    texts,
  );
  const head = Buffer.allocUnsafe(4 * (1 + plain.length));
  head.writeUInt32LE(plain.length, 0);
  for (const [i, { number }] of plain.entries()) head.writeUInt32LE(numberInIndex(number), 4 * (1 + i));
  return Buffer.concat([head, facts]);
}

/** Adds a company of a tag to the index. */
export function indexTagged(index: LineIndexWriter, rank: number, address: Buffer, tag: Buffer): void {
  if (tag.length === 0) {
    index.addCompany(address, undefined);
    return;
  }
  const lines = tag.readUInt32LE(0);
  for (let i = 0; i < lines; i++) index.place(tag.readUInt32LE(4 * (1 + i)), rank);
  index.addCompany(address, tag.subarray(4 * (1 + lines)));
}
