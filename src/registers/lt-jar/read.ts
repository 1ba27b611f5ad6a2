import { FieldFault, cellOf, lineOfEachRow, present, type ImportRun, type Row } from '../../importer/index.ts';
import { quoteValue, type RegisterLine } from '../../model/index.ts';
import { hasRightCheckDigit } from './check-digit.ts';
import { DEREGISTERED } from './codes.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Turns rows of registered and of deregistered entities into register lines, one each. */
export const read = lineOfEachRow(lineOf);

/** `published` is the date of the command line, which goes before the one in every row. */
function lineOf(row: Row, published: string | undefined, run: ImportRun): RegisterLine {
  return present<RegisterLine>({
    name: cellOf(row, 'ja_pavadinimas'),
    company_status: statusOf(row, run),
    company_type: cellOf(row, 'form_kodas'),
    legal_form: cellOf(row, 'form_pavadinimas'),
    as_of_date: published ?? cellOf(row, 'formavimo_data'),
    identifiers: [{ scheme: 'national_registry_number', value: numberOf(row, run), country_scope: 'LT' }],
  });
}

function numberOf(row: Row, run: ImportRun): string {
  const code = cellOf(row, 'ja_kodas');
  if (code === undefined) throw new FieldFault('ja_kodas', 'is missing');
  // Seven digits are a code of old, without a check digit.
  if (/^\d{9}$/.test(code) ? !hasRightCheckDigit(code) : !/^\d{7}$/.test(code)) {
    run.report.note('entity code with wrong form or check digit, kept as published', code);
  }
  return code;
}

function statusOf(row: Row, run: ImportRun): string | undefined {
  if (row.csv?.cell('stat_kodas') === undefined && row.csv?.cell('isreg_data') === undefined) {
    throw new FieldFault('stat_kodas', 'is no column, and neither is isreg_data: this is another list');
  }
  run.code('stat_kodas', cellOf(row, 'stat_kodas'));
  const deregisteredOn = cellOf(row, 'isreg_data');
  if (deregisteredOn === undefined) return cellOf(row, 'stat_pavadinimas');
  if (!DATE.test(deregisteredOn)) {
    throw new FieldFault('isreg_data', `must be a date, YYYY-MM-DD, got ${quoteValue(deregisteredOn)}`);
  }
  return DEREGISTERED;
}
