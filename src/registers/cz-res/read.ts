import {
  RecordReader,
  held,
  joinByKey,
  ordinary,
  readCell,
  type CsvRow,
  type Group,
  type Hold,
  type ImportRun,
  type Input,
  type InputOfKinds,
  type JsonRow,
  type XmlRow,
} from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import {
  ACTIVITY_SCHEMES,
  buildLine,
  readBasics,
  readCompany,
  readNumber,
  type Basics,
  type Company,
} from './company.ts';
import type { KINDS } from './kinds.ts';
import { readExtracts, readResponse, type HeldOfficers } from './officers.ts';

const JOINED = {
  company: held<Company>(),
  /** Consecutive rows of activities of one subject. Each activity is a code list, a blank and a code. */
  activities: held<{ readonly rows: number; readonly activities: readonly string[] }>('activities', ({ rows }) => rows),
  officers: held<HeldOfficers>('public register'),
  basics: held<Basics>('basic record'),
};

/** The code list of legal forms: some rows of activities belong to it and repeat the form by source. */
const [FORM_LIST] = codes.KODCIS['legal forms, which rows among the activities repeat by source'];

/** Maximum number of activities of one subject in one record of the join. */
const BATCH_ACTIVITIES_MAX = 1000;

/** Turns subjects into register lines, joined by number. Of every kind of file, the newest counts. */
export function read(inputs: readonly InputOfKinds<typeof KINDS>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const batches = new Batches();
  const officers =
    (readOne: typeof readResponse | typeof readExtracts) =>
    (row: JsonRow | XmlRow, hold: Hold<typeof JOINED>, { stamp }: Input): void => {
      const found = readOne(new RecordReader(row.value), stamp?.date, run);
      if (found instanceof Map) for (const [number, value] of found) hold('officers', number, value);
      else run.report.drop(found, row.member ?? String(row.record));
    };
  return joinByKey(inputs, run, {
    kinds: JOINED,
    needed: { companies: 'no input is res_data.csv; the other files make no company' },
    rows: {
      companies: (row, hold, { stamp }) => hold('company', readNumber(row), readCompany(row, stamp?.date, run)),
      activities: (row, hold) => {
        const number = readNumber(row);
        const activity = readActivity(row, number, run);
        if (activity !== undefined) batches.add(number, activity, row, hold);
      },
      extracts: officers(readExtracts),
      answers: officers(readResponse),
      basics: (row, hold) => {
        const { number, basics } = readBasics(row, run);
        hold('basics', number, basics);
      },
    },
    onRead: () => batches.flush(),
    line: (group) => lineOfGroup(group, run),
  });
}

/** Returns the activity of a row: code list, blank, code. Counts a row without an activity and returns undefined. */
function readActivity(row: CsvRow, number: string, run: ImportRun): string | undefined {
  const list = readCell(row, 'KODCIS');
  const code = readCell(row, 'HODN');
  if (list === undefined || code === undefined)
    return run.report.drop(ordinary('activities: none, of a ceased subject'), number);
  run.code('KODCIS', list, 'left out');
  if (ACTIVITY_SCHEMES.has(list)) return `${list} ${code}`;
  const isForm = list === FORM_LIST;
  return run.report.drop(
    isForm ? ordinary('activities: a legal form, not an activity') : 'activities: of an unknown code list',
    number,
  );
}

/** Joins consecutive rows of activities, about seven per subject, into one record per subject. */
class Batches {
  #batch: { readonly number: string; readonly row: CsvRow; readonly hold: Hold<typeof JOINED> } | undefined;
  #rows = 0;
  readonly #activities = new Set<string>();

  add(number: string, activity: string, row: CsvRow, hold: Hold<typeof JOINED>): void {
    const isOther = number !== this.#batch?.number || row.input !== this.#batch.row.input;
    if (isOther || this.#activities.size === BATCH_ACTIVITIES_MAX) {
      this.flush();
      this.#batch = { number, row, hold };
    }
    this.#rows++;
    this.#activities.add(activity);
  }

  /** Holds the collected rows. Must be called at the end. */
  flush(): void {
    if (this.#batch === undefined) return;
    const { number, row, hold } = this.#batch;
    hold('activities', number, { rows: this.#rows, activities: [...this.#activities] }, row);
    this.#batch = undefined;
    this.#rows = 0;
    this.#activities.clear();
  }
}

/** Returns the line of a group. Records that do not become part of the line are counted. */
function lineOfGroup(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const company = group.newest('company');
  if (company === undefined) return group.dropAll('of a number that is not among the subjects');
  const { leftOut } = company.value;
  if (leftOut !== undefined) {
    group.drop('company', leftOut);
    return group.dropAll(ordinary('of a subject without a line'));
  }
  const activities = group.ofNewestFile('activities').flatMap(({ value }) => value.activities);
  const officers = group.newest('officers')?.value;
  if (officers?.officers.length === 0 && (officers.formerNames ?? officers.otherNames) === undefined)
    group.drop('officers', ordinary('no current officer'));
  const basics = group.newest('basics')?.value;
  return run.line(company, () => buildLine(group.key, company.value, { activities, officers, basics }, run));
}
