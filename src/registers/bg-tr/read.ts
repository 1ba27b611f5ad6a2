import { type ImportRun, type Input, type JoinedGroup, type JsonRow } from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { PERSON_FORMS } from './codes.ts';
import { daysOf, type Days } from './days.ts';
import { Element } from './element.ts';
import { filingOf, type Filing } from './filing.ts';
import { lineOf } from './line.ts';

/**
 * Replays the days: all filings are sorted by company on disk, and those of one company are folded to its present state.
 * Neither the order of the files nor a day that is there twice changes what comes out.
 */
export async function* read(inputs: readonly Input<JsonRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const joined = run.joined('filings');
  const filed = new Set<string>();
  for (const input of inputs) {
    const day = input.stamp?.date;
    if (day !== undefined) filed.add(day);
    for await (const row of input.rows()) {
      run.attempt(row, () => {
        const filing = filingOf(new Element(row.value), day, run);
        if (filing.day !== '') filed.add(filing.day);
        if (!run.soleTraders && PERSON_FORMS.has(filing.form ?? '')) run.report.drop('sole trader', filing.number);
        else joined.add(filing.number, 0, row, JSON.stringify(filing));
      });
    }
  }
  const days = daysOf(filed);
  for (const day of days.workdaysWithout) run.report.note('no file of a working day, a gap or a holiday', day);
  if (days.beforeGap !== undefined) {
    run.report.note('more than a week without a file: what was entered then is not known', `after ${days.beforeGap}`);
  }
  for (const group of joined.groups()) {
    const line = lineOfGroup(group, days, run);
    if (line !== undefined) yield line;
  }
}

function lineOfGroup({ key: number, records }: JoinedGroup, days: Days, run: ImportRun): RegisterLine | undefined {
  const [first, ...further] = records;
  if (first === undefined) return undefined;
  for (const _ of further) run.report.drop('a further filing of a company, part of its line', number);
  const filings = records.map(({ text }) => JSON.parse(text) as Filing);
  return run.line(first, () => lineOf(number, filings, days, run));
}
