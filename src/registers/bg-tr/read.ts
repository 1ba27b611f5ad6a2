import {
  type AnswerRow,
  type ImportRun,
  type InputOfKinds,
  type Joined,
  type JoinedGroup,
  type RecordPlace,
  SOLE_TRADER,
} from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { PERSON_FORMS } from './codes.ts';
import { daysOf, type Days } from './days.ts';
import { deedsIn } from './door.ts';
import { Element } from './element.ts';
import type { KINDS } from './fields.ts';
import { filingOf, type Filing } from './filing.ts';
import { lineOf } from './line.ts';
import { listedOn } from './crawl.ts';

/** What was read: filings by company, and days. */
interface Filed {
  readonly filings: Joined;
  /** The days of files and of filings. */
  readonly days: Set<string>;
  /** The days that the publisher lists. */
  readonly listed: Set<string>;
}

/**
 * Replays the days: all filings are sorted by company on disk, and those of one company are folded to its present state.
 * Neither the order of the files nor a day that is there twice changes what comes out.
 */
export async function* read(
  inputs: readonly InputOfKinds<typeof KINDS>[],
  run: ImportRun,
): AsyncGenerator<RegisterLine> {
  const filed: Filed = { filings: run.joined('filings'), days: new Set(), listed: new Set() };
  for (const input of inputs) {
    for await (const row of input.rows()) {
      if (row.format === 'json') take(row.value, input.stamp?.date, row, filed, run);
      else if (row.kind === 'page') for (const { day } of listedOn(row.body ?? '')) filed.listed.add(day);
      else takeDay(row, filed, run);
    }
    // A crawl has the day of its last round, which is no day of filings.
    if (input.kind === 'days' && input.stamp !== undefined) filed.days.add(input.stamp.date);
  }
  const days = daysOf(filed.days, filed.listed);
  for (const day of days.listed)
    run.report.note('a listed day without a file: what was entered then is not known', day);
  for (const day of days.unlisted) run.report.note('no file of a day that is no Sunday, a gap or a holiday', day);
  if (days.beforeGap !== undefined)
    run.report.note('what is dated with this day may have changed since', days.beforeGap);
  for (const group of filed.filings.groups()) {
    const line = lineOfGroup(group, days, run);
    if (line !== undefined) yield line;
  }
}

/** The answer of a crawl that is a day: its key is the day and the id of its file. */
function takeDay(row: AnswerRow, filed: Filed, run: ImportRun): void {
  const [day = ''] = row.key.split(' ');
  filed.days.add(day);
  for (const deed of run.attempt(row, () => deedsIn(row.json())) ?? []) take(deed, day, row, filed, run);
}

function take(deed: unknown, day: string | undefined, place: RecordPlace, filed: Filed, run: ImportRun): void {
  run.attempt(place, () => {
    const filing = filingOf(new Element(deed), day, run);
    if (filing.day !== '') filed.days.add(filing.day);
    if (!run.soleTraders && PERSON_FORMS.has(filing.form ?? '')) run.report.drop(SOLE_TRADER, filing.number);
    else filed.filings.add(filing.number, 0, place, JSON.stringify(filing));
  });
}

function lineOfGroup({ key: number, records }: JoinedGroup, days: Days, run: ImportRun): RegisterLine | undefined {
  const [first, ...further] = records;
  if (first === undefined) return undefined;
  for (const _ of further) run.report.drop('a further filing of a company, part of its line', number);
  const filings = records.map(({ text }) => JSON.parse(text) as Filing);
  return run.line(first, () => lineOf(number, filings, days, run));
}
