import {
  type ImportRun,
  type Input,
  type JoinedGroup,
  type JoinedRecord,
  type XmlRow,
  ordinary,
} from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { companyOf, type Company } from './company.ts';

/** Turns subjects into register lines, in the order of their codes. Of one code, subjects that go on stand for those that ended. */
export async function* read(inputs: readonly Input<XmlRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const joined = run.joined('subjects');
  for (const input of inputs) {
    for await (const row of input.rows()) {
      run.attempt(row, () => {
        const company = companyOf(row, input.stamp?.date, run);
        if (company !== undefined) joined.add(company.number ?? `key ${company.key}`, 0, row, JSON.stringify(company));
      });
    }
  }
  for (const group of joined.groups()) yield* linesOf(group, run);
}

/** The lines of the subjects with one code. Only where the code does not identify a subject does it get a key. */
function* linesOf({ key: code, records }: JoinedGroup, run: ImportRun): Generator<RegisterLine> {
  const subjects = new Map<string, { company: Company; record: JoinedRecord }>();
  for (const record of records) {
    const company = JSON.parse(record.text) as Company;
    // The newest file comes first.
    if (subjects.has(company.key))
      run.report.drop(ordinary('a newer record has the same number of its entry'), company.key);
    else subjects.set(company.key, { company, record });
  }
  const all = [...subjects.values()];
  const goOn = all.filter(({ company }) => !company.hasEnded);
  const kept = goOn.length === 0 ? all : goOn;
  for (let dropped = all.length - kept.length; dropped > 0; dropped--) {
    run.report.drop('ended, and a subject that goes on has the same code', code);
  }
  if (kept.length > 1) run.report.note('code that several subjects have', code);
  for (const { company, record } of kept) {
    const { key, number, line: own } = company;
    const identified = number !== undefined && kept.length === 1;
    const line = run.line(record, () => (identified ? own : { key, ...own }));
    if (line !== undefined) yield line;
  }
}
