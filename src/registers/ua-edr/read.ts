import {
  held,
  joinByKey,
  runningOf,
  type Group,
  type ImportRun,
  type Input,
  type XmlRow,
} from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { companyOf, type Company } from './company.ts';

const JOINED = { subject: held<Company>() };

/** Turns subjects into register lines, in the order of their codes. Of one code, running subjects replace ended ones. */
export function read(inputs: readonly Input<XmlRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  return joinByKey(inputs, run, {
    kinds: JOINED,
    rows(row, hold, { stamp }) {
      const company = companyOf(row, stamp?.date, run);
      if (company !== undefined) hold('subject', company.number ?? `key ${company.id}`, company);
    },
    line: (group) => linesOf(group, run),
  });
}

/** The lines of the subjects with one code. A subject has a key only if the code does not identify it. */
function linesOf(group: Group<typeof JOINED>, run: ImportRun): RegisterLine[] {
  const subjects = runningOf(group.key, group.all('subject'), run);
  return subjects.flatMap(({ record, value: { id, number, line } }) => {
    const isIdentified = number !== undefined && subjects.length === 1;
    return run.line(record, () => (isIdentified ? line : { key: id, ...line })) ?? [];
  });
}
