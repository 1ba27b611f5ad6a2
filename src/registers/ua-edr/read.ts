import {
  held,
  joinByKey,
  ordinary,
  type Group,
  type HeldRecord,
  type ImportRun,
  type Input,
  type XmlRow,
} from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { companyOf, type Company } from './company.ts';

const JOINED = { subject: held<Company>() };

const NEWER_ENTRY = ordinary('a newer record has the same number of its entry');

/** Turns subjects into register lines, in the order of their codes. Of one code, subjects that continue stand for those that ended. */
export function read(inputs: readonly Input<XmlRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  return joinByKey(inputs, run, {
    kinds: JOINED,
    rows(row, hold, { stamp }) {
      const company = companyOf(row, stamp?.date, run);
      if (company !== undefined) hold('subject', company.number ?? `key ${company.key}`, company);
    },
    line: (group) => linesOf(group, run),
  });
}

/** The lines of the subjects with one code. Only where the code does not identify a subject does it get a key. */
function* linesOf(group: Group<typeof JOINED>, run: ImportRun): Generator<RegisterLine> {
  const subjects = new Map<string, { readonly company: Company; readonly record: HeldRecord }>();
  for (const record of group.all('subject')) {
    const company = record.value;
    // The newest file comes first.
    if (subjects.has(company.key)) run.report.drop(NEWER_ENTRY, company.key);
    else subjects.set(company.key, { company, record });
  }
  const all = [...subjects.values()];
  const continuing = all.filter(({ company }) => !company.hasEnded);
  const kept = continuing.length === 0 ? all : continuing;
  for (const _ of all.slice(kept.length)) {
    run.report.drop(ordinary('ended, and a subject that goes on has the same code'), group.key);
  }
  if (kept.length > 1) run.report.note('code that several subjects have', group.key);
  for (const { company, record } of kept) {
    const { key, number, line: own } = company;
    const identified = number !== undefined && kept.length === 1;
    const line = run.line(record, () => (identified ? own : { key, ...own }));
    if (line !== undefined) yield line;
  }
}
