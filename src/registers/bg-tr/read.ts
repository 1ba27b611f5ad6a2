import {
  RecordReader,
  SOLE_TRADER,
  daysBetween,
  held,
  inputsOfKind,
  joinByKey,
  ordinary,
  type Hold,
  type ImportRun,
  type InputOfKinds,
  type RecordPlace,
} from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { findDeeds, listedOn } from './crawl.ts';
import { PERSON_FORMS, type KINDS } from './fields.ts';
import { readFiling, type Filing } from './filing.ts';
import { buildLine, type Days } from './line.ts';

/** Maximum number of consecutive days without a file that holidays can explain. */
const HOLIDAYS_MAX = 7;

const SUNDAY = 0;

const JOINED = { filing: held<Filing>() };

/**
 * Replays the days: all filings are sorted by company on disk, and the filings of a company are folded to its present state. Neither the
 * order of the files nor a duplicate day changes the result.
 */
export function read(inputs: readonly InputOfKinds<typeof KINDS>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  // The date of a crawl is the day of its last round, not a day with filings.
  const filed = new Set(inputsOfKind(inputs, 'days').flatMap(({ stamp }) => stamp?.date ?? []));
  const listed = new Set<string>();
  let days: Days = findDays([], listed);
  const take = (deed: unknown, day: string | undefined, place: RecordPlace, hold: Hold<typeof JOINED>): void => {
    run.attempt(place, () => {
      const filing = readFiling(new RecordReader(deed), day, run);
      if (filing.day !== '') filed.add(filing.day);
      if (!run.soleTraders && PERSON_FORMS.has(filing.form ?? '')) run.report.drop(SOLE_TRADER, filing.number);
      else hold('filing', filing.number, filing);
    });
  };
  return joinByKey(inputs, run, {
    kinds: JOINED,
    rows: {
      days: (row, hold, { stamp }) => take(row.value, stamp?.date, row, hold),
      crawl: (row, hold) => {
        if (row.kind === 'page') {
          for (const { day } of listedOn(row.body ?? '')) listed.add(day);
          return;
        }
        // The key of a day is the day and the id of its file.
        const [day = ''] = row.key.split(' ');
        filed.add(day);
        for (const deed of findDeeds(row.json())) take(deed, day, row, hold);
      },
    },
    onRead() {
      days = findDays(filed, listed);
      for (const day of days.listed) run.report.note('a listed day without a file: its entries are not known', day);
      const unlisted = ordinary('no file of a day other than Sunday, a gap or a holiday');
      for (const day of days.unlisted) run.report.note(unlisted, day);
      if (days.beforeGap !== undefined) run.report.note('data of this date may have changed since', days.beforeGap);
    },
    line(group) {
      const filings = group.values('filing');
      const first = group.newest('filing', ordinary('a further filing of a company, part of its line'));
      return first && run.line(first, () => buildLine(group.key, filings, days, run));
    },
  });
}

/**
 * Finds the days without a file between the first and the last day.
 * @param list the days that the publisher lists, from the newest back to where its pages were read
 */
export function findDays(given: Iterable<string>, list: ReadonlySet<string>): Days {
  const days = [...new Set(given)].toSorted();
  const [listedSince = '~'] = [...list].toSorted();
  const listed: string[] = [];
  const unlisted: string[] = [];
  let beforeGap: string | undefined;
  for (const [position, day] of days.slice(1).entries()) {
    const before = days[position] ?? day;
    const between = daysBetween(before, day).slice(1, -1);
    const missing = between.filter((one) => list.has(one));
    if (missing.length > 0 || between.filter((one) => one < listedSince).length > HOLIDAYS_MAX) beforeGap ??= before;
    listed.push(...missing);
    unlisted.push(...between.filter((one) => one < listedSince && new Date(one).getUTCDay() !== SUNDAY));
  }
  const last = days.at(-1);
  return { ...(last !== undefined && { last }), listed, unlisted, ...(beforeGap !== undefined && { beforeGap }) };
}
