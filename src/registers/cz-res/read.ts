import {
  type ImportRun,
  type Joined,
  type JoinedGroup,
  type JoinedRecord,
  RecordReader,
  type InputOfKinds,
  type Reason,
  ordinary,
  prefixed,
} from '../../importer/index.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import { Activities, activitiesOf, rowsOf } from './activities.ts';
import { readAnswer } from './answers.ts';
import { basicsOf, readBasics } from './basics.ts';
import { companyOf, numberOf, readCompany } from './companies.ts';
import { readExtracts, type TakeOfficers } from './extracts.ts';
import type { KINDS } from './fields.ts';
import { lineOf, type Said } from './line.ts';
import { lineOfficersOf } from './officers.ts';

/** The kinds of what is joined under the number of a subject. */
const COMPANY = 0;
const ACTIVITIES = 1;
const OFFICERS = 2;
const BASICS = 3;

/** What the report calls them. */
const NAMES = ['subject', 'activities', 'public register', 'basic record'];

/**
 * Turns subjects into register lines, one per number, in the order of the numbers. Whatever the files say is joined by
 * the number; of every kind what the newest file says stands.
 */
export async function* read(inputs: readonly CzInput[], run: ImportRun): AsyncGenerator<RegisterLine> {
  if (!inputs.some(({ kind }) => kind === 'companies')) {
    throw new InputError('Cannot import cz-res: no input is res_data.csv; the other files make no company');
  }
  const joined = run.joined('subjects');
  for (const input of inputs) await addInput(input, joined, run);
  for (const group of joined.groups()) {
    const line = groupLine(group, run);
    if (line !== undefined) yield line;
  }
}

type CzInput = InputOfKinds<typeof KINDS>;

async function addInput(input: CzInput, joined: Joined, run: ImportRun): Promise<void> {
  if (input.kind === 'companies') {
    for await (const row of input.rows()) {
      run.attempt(row, () => {
        const company = readCompany(row, input.stamp?.date, run.soleTraders);
        joined.add(numberOf(row), COMPANY, row, JSON.stringify(company));
      });
    }
  } else if (input.kind === 'activities') {
    const activities = new Activities(run, joined, ACTIVITIES);
    for await (const row of input.rows()) activities.add(row);
    activities.flush();
  } else if (input.kind === 'basics') {
    for await (const row of input.rows()) {
      run.attempt(row, () => {
        const { number, text } = readBasics(new RecordReader(row.value), run);
        joined.add(number, BASICS, row, text);
      });
    }
  } else {
    const readOne = input.kind === 'answers' ? readAnswer : readExtracts;
    for await (const row of input.rows()) {
      const take: TakeOfficers = (number, text) => joined.add(number, OFFICERS, row, text);
      const nothing = run.attempt(row, () => readOne(new RecordReader(row.value), input, run, take));
      if (nothing !== undefined) run.report.drop(`public register: ${nothing}`, row.member ?? String(row.record));
    }
  }
}

/** The line of a group. Whatever does not become part of one is counted. */
function groupLine({ key: number, records }: JoinedGroup, run: ImportRun): RegisterLine | undefined {
  const { report } = run;
  const [company, ...olderCompanies] = records.filter(({ kind }) => kind === COMPANY);
  for (const _ of olderCompanies) report.drop(ordinary('a newer record has the same number'), number);
  const { leftOut } = company === undefined ? { leftOut: undefined } : companyOf(company);
  if (company === undefined || leftOut !== undefined) {
    if (leftOut !== undefined) report.drop(leftOut, number);
    const why = company === undefined ? 'of a number that is not among the subjects' : 'of a subject without a line';
    for (const record of records) if (record.kind !== COMPANY) drop(record, why, number, run);
    return undefined;
  }
  const said = saidOf(records, number, run);
  return run.line(company, () => lineOf(number, companyOf(company), said, run));
}

/** What the newest file of each kind says. The two publications of the public register are one kind. */
function saidOf(records: readonly JoinedRecord[], number: string, run: ImportRun): Said {
  const newest = new Map<number, JoinedRecord>();
  const activities: string[] = [];
  for (const record of records) {
    if (record.kind === COMPANY) continue;
    const first = newest.get(record.kind) ?? record;
    newest.set(record.kind, first);
    if (record.kind === ACTIVITIES && record.input === first.input) activities.push(...activitiesOf(record));
    else if (record !== first) drop(record, ordinary('a newer record has the same number'), number, run);
  }
  const register = newest.get(OFFICERS);
  const officers = register === undefined ? [] : lineOfficersOf(number, register.text);
  if (register !== undefined && officers.length === 0) drop(register, 'no current officer', number, run);
  const basics = newest.get(BASICS);
  return { activities, officers, basics: basics === undefined ? {} : basicsOf(basics) };
}

/** Counts a record that became no part of a line; one of activities counts as many rows as it was made of. */
function drop(record: JoinedRecord, why: string | Reason, number: string, run: ImportRun): void {
  const rows = record.kind === ACTIVITIES ? rowsOf(record) : 1;
  for (let i = 0; i < rows; i++) run.report.drop(prefixed(NAMES[record.kind] ?? '', why), number);
}
