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

/** The register's own text for status 10, which the file of deregistered entities states of every row by its date. */
const DEREGISTERED = 'Išregistruotas';

/** The words in forms of one person (individuali įmonė), and of branches (filialas) and representations (atstovybė). */
const WITHOUT_ADDRESS = /individuali|filial|atstovyb/iu;

/** Turns rows of registered and of deregistered entities into register lines, one each. */
export const read = lineOfEachRow(lineOf);

/** `published` is the date of the command line, which is preferred to the one in every row. */
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
  // Lines have the words of the register for it.
  run.code('stat_kodas', cellOf(row, 'stat_kodas'), 'replaced');
  const deregisteredOn = cellOf(row, 'isreg_data');
  if (deregisteredOn === undefined) return cellOf(row, 'stat_pavadinimas');
  requireDateForm('isreg_data', deregisteredOn);
  return DEREGISTERED;
}
