import {
  FieldFault,
  addressOf,
  cellOf,
  lineOfEachRow,
  present,
  publishedDay,
  requireDateForm,
  requiredCell,
  type CsvRow,
  type ImportRun,
} from '../../importer/index.ts';
import { hasRightDigits, type RegisterLine } from '../../model/index.ts';

/** The register's own text for status 10. In the file of deregistered entities, the date of each row states it. */
const DEREGISTERED = 'Išregistruotas';

/** Words in the legal forms of one person (individuali įmonė), of branches (filialas) and of representations (atstovybė). */
const WITHOUT_ADDRESS = /individuali|filial|atstovyb/iu;

/** Turns rows of registered and deregistered entities into register lines, one per row. */
export const read = lineOfEachRow(lineOf);

/** @param published the date from the command line, which takes precedence over the date in the row */
function lineOf(row: CsvRow, published: string | undefined, run: ImportRun): RegisterLine {
  const form = cellOf(row, 'form_pavadinimas');
  const deregisteredOn = cellOf(row, 'isreg_data');
  const hasAddress = form !== undefined && !WITHOUT_ADDRESS.test(form);
  return present<RegisterLine>({
    name: cellOf(row, 'ja_pavadinimas'),
    company_status: statusOf(row, run),
    company_type: cellOf(row, 'form_kodas'),
    legal_form: form,
    as_of_date: published ?? cellOf(row, 'formavimo_data'),
    identifiers: [{ scheme: 'national_registry_number', value: numberOf(row, run), country_scope: 'LT' }],
    state: run.state('stat_kodas', deregisteredOn === undefined ? cellOf(row, 'stat_kodas') : '10'),
    registered_on: run.dayIn(row, 'ja_reg_data'),
    closed_on: publishedDay(run, 'isreg_data', deregisteredOn),
    address: hasAddress ? addressOf({ text: cellOf(row, 'adresas') }) : undefined,
  });
}

function numberOf(row: CsvRow, run: ImportRun): string {
  const code = requiredCell(row, 'ja_kodas');
  // An old code has seven digits and no check digit.
  if (/^\d{9}$/.test(code) ? !hasRightDigits('LT kodas', code) : !/^\d{7}$/.test(code)) {
    run.report.note('entity code with wrong form or check digit, kept as published', code);
  }
  return code;
}

function statusOf(row: CsvRow, run: ImportRun): string | undefined {
  if (row.cells.get('stat_kodas') === undefined && row.cells.get('isreg_data') === undefined) {
    throw new FieldFault('stat_kodas', 'is not a column, and neither is isreg_data: this is another list');
  }
  // Lines have the register's words instead of the code.
  run.code('stat_kodas', cellOf(row, 'stat_kodas'), 'replaced');
  const deregisteredOn = cellOf(row, 'isreg_data');
  if (deregisteredOn === undefined) return cellOf(row, 'stat_pavadinimas');
  requireDateForm('isreg_data', deregisteredOn);
  return DEREGISTERED;
}
