import {
  FieldFault,
  inputsOfKind,
  present,
  type AnswerRow,
  type ImportRun,
  type InputOfKinds,
  type JoinedGroup,
  type RecordPlace,
  ordinary,
} from '../../importer/index.ts';
import { quoteValue, type RegisterLine } from '../../model/index.ts';
import { companyOf, type Company } from './company.ts';
import type { KINDS } from './fields.ts';
import { withSources } from './officers.ts';

/**
 * Turns the stock and the daily differences into lines of officers, one for each SIREN, in the order of the numbers. The record that
 * was changed last stands; of two, the one that was seen last.
 */
export async function* read(
  inputs: readonly InputOfKinds<typeof KINDS>[],
  run: ImportRun,
): AsyncGenerator<RegisterLine> {
  const joined = run.joined('records');
  const add = (place: RecordPlace, value: unknown, published: string | undefined): void => {
    run.attempt(place, () => {
      const company = companyOf(value, published, run);
      if (company !== undefined) joined.add(company.siren, 0, place, JSON.stringify(company));
    });
  };
  for (const input of inputsOfKind(inputs, 'differences')) {
    for await (const row of input.rows()) {
      for (const company of run.attempt(row, () => companiesOf(row)) ?? []) add(row, company, row.askedOn);
    }
  }
  for (const input of inputsOfKind(inputs, 'stock')) {
    for await (const row of input.rows()) add(row, row.value, input.stamp?.date);
  }
  for (const group of joined.groups()) {
    const line = lineOf(group, run);
    if (line !== undefined) yield line;
  }
}

/** The records of a page of differences: `[{ "company": … }]`. */
function companiesOf(row: AnswerRow): unknown[] {
  const page = row.json();
  if (!Array.isArray(page)) throw new FieldFault('body', `must be a list, got ${quoteValue(page)}`);
  return page.map((entry) => (entry as { readonly company?: unknown } | null)?.company);
}

function lineOf({ key: siren, records }: JoinedGroup, run: ImportRun): RegisterLine | undefined {
  let newest: Company | undefined;
  for (const { text } of records) {
    const company = JSON.parse(text) as Company;
    if (newest !== undefined) run.report.drop(ordinary('a newer record has the same SIREN'), siren);
    if (newest === undefined || company.changed > newest.changed) newest = company;
  }
  const [place] = records;
  if (newest === undefined || place === undefined) return undefined;
  const { officers, observed, without } = newest;
  if (without !== undefined || officers.length === 0) {
    run.report.drop(without ?? 'names no officer', siren);
    return undefined;
  }
  return run.line(place, () =>
    present<RegisterLine>({
      as_of_date: observed,
      identifiers: [{ scheme: 'national_registry_number', value: siren, country_scope: 'FR' }],
      officers: withSources(officers, siren, observed),
    }),
  );
}
