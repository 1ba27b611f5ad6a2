import {
  nationalNumber,
  cellOf,
  lineOfEachRow,
  present,
  requiredCell,
  type CsvRow,
  type ImportRun,
} from '../../importer/index.ts';
import type { CompanyClassification, RegisterLine } from '../../model/index.ts';

/** How the register writes a number: digits, without zeros in front. */
const NUMBER = /^[1-9]\d{0,7}$/;

/** Turns rows of the company records into register lines, one each. */
export const read = lineOfEachRow(lineOf);

function lineOf(row: CsvRow, published: string | undefined, run: ImportRun): RegisterLine {
  const number = requiredCell(row, 'company_num');
  if (!NUMBER.test(number)) run.report.note('company number of unknown form, kept as published', number);
  const status = cellOf(row, 'company_status');
  run.code('company_status', status);
  return present<RegisterLine>({
    name: cellOf(row, 'company_name'),
    company_status: status,
    company_type: cellOf(row, 'company_type_code'),
    legal_form: cellOf(row, 'company_type'),
    as_of_date: published,
    identifiers: [nationalNumber('IE', number)],
    classifications: classificationsOf(row),
  });
}

/** The one activity of a company, as published: `3101.0` went through a floating-point number on its way. */
function classificationsOf(row: CsvRow): CompanyClassification[] | undefined {
  const code = cellOf(row, 'nace_v2_code');
  return code === undefined ? undefined : [{ scheme: 'NACE Rev. 2', code, is_primary: true }];
}
