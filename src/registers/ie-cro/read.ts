import {
  addressOf,
  nationalNumber,
  cellOf,
  lineOfEachRow,
  present,
  requiredCell,
  type CsvRow,
  type ImportRun,
} from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';

/** Turns rows of the company records into register lines, one per row. */
export const read = lineOfEachRow(lineOf);

function lineOf(row: CsvRow, published: string | undefined, run: ImportRun): RegisterLine {
  const number = requiredCell(row, 'company_num');
  if (!/^[1-9]\d{0,7}$/.test(number)) run.report.note('company number of unknown form, kept as published', number);
  const status = run.codeIn(row, 'company_status');
  return present<RegisterLine>({
    name: cellOf(row, 'company_name'),
    company_status: status,
    company_type: cellOf(row, 'company_type_code'),
    legal_form: cellOf(row, 'company_type'),
    as_of_date: published,
    identifiers: [nationalNumber('IE', number)],
    state: run.state('company_status', status),
    registered_on: run.dayIn(row, 'company_reg_date'),
    closed_on: run.dayIn(row, 'comp_dissolved_date'),
    address: registeredOffice(row),
    classifications: classificationsOf(row),
  });
}

/** The placeholder for an address: `********NO ADDRESS DETAILS*******`. */
const PLACEHOLDER = /\*{3}/;

/** Returns the registered office. Its last lines have the county and the country. */
function registeredOffice(row: CsvRow) {
  // The address of a foreign company is that of its Irish branch.
  if (/external|branch/i.test(cellOf(row, 'company_type') ?? '')) return undefined;
  const lines = ['company_address_1', 'company_address_2', 'company_address_3', 'company_address_4'].map((column) =>
    cellOf(row, column),
  );
  return addressOf({
    lines: lines.filter((line) => line !== undefined && !PLACEHOLDER.test(line)),
    postal_code: cellOf(row, 'eircode'),
  });
}

/**
 * Returns the only activity of a company. The register publishes the class 62.02 as `6202.0`, because of a floating-point number. Three
 * digits may be a class of divisions 01 to 09 without its zero, or a group, so they get no dot.
 */
function classificationsOf(row: CsvRow) {
  const digits = cellOf(row, 'nace_v2_code')?.replace(/\.0$/, '');
  if (digits === undefined) return undefined;
  return [{ scheme: 'NACE Rev. 2', code: digits.replace(/^(\d\d)(\d\d)$/, '$1.$2'), is_primary: true }];
}
