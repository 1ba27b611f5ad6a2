import {
  FieldFault,
  held,
  inputsOfKind,
  joinByKey,
  nationalNumber,
  ordinary,
  present,
  withSource,
  type AnswerRow,
  type Group,
  type ImportRun,
  type InputOfKinds,
} from '../../importer/index.ts';
import { quoteValue, type RegisterLine } from '../../model/index.ts';
import { companyOf, type Company } from './company.ts';
import type { KINDS } from './fields.ts';
import { pageOf } from './officers.ts';

const JOINED = { company: held<Company>() };

/** Turns the stock and the daily differences into lines of officers, one for each SIREN, in the order of the numbers. */
export function read(inputs: readonly InputOfKinds<typeof KINDS>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const inOrder = [...inputsOfKind(inputs, 'differences'), ...inputsOfKind(inputs, 'stock')];
  return joinByKey(inOrder, run, {
    kinds: JOINED,
    rows: {
      differences(row, hold) {
        for (const record of recordsOf(row)) {
          run.attempt(row, () => {
            const company = companyOf(record, row.askedOn, run);
            if (company !== undefined) hold('company', company.siren, company);
          });
        }
      },
      stock(row, hold, { stamp }) {
        const company = companyOf(row.value, stamp?.date, run);
        if (company !== undefined) hold('company', company.siren, company);
      },
    },
    line: (group) => lineOf(group, run),
  });
}

/** The records of a page of differences: `[{ "company": … }]`. */
function recordsOf(row: AnswerRow): unknown[] {
  const page = row.json();
  if (!Array.isArray(page)) throw new FieldFault('body', `must be a list, got ${quoteValue(page)}`);
  return page.map((entry) => (entry as { readonly company?: unknown } | null)?.company);
}

/** The line of the record that was changed last; of two that were changed at once, a difference comes before the stock. */
function lineOf(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const { key: siren } = group;
  const newest = group.latest('company', ({ changed }) => changed, ordinary('a newer record has the same SIREN'));
  if (newest === undefined) return undefined;
  const { officers, observed, without } = newest.value;
  if (without !== undefined || officers.length === 0) return run.report.drop(without ?? 'names no officer', siren);
  return run.line(newest, () =>
    present<RegisterLine>({
      as_of_date: observed,
      identifiers: [nationalNumber('FR', siren)],
      officers: withSource(officers, run.officerSource(observed, pageOf(siren))),
    }),
  );
}
