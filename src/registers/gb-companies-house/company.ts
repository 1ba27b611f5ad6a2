import {
  CountryNames,
  DAY_FIRST,
  addressOf,
  cellOf,
  nationalNumber,
  nonEmpty,
  present,
  publishedDay,
  requiredCell,
  type CsvRow,
  type ImportRun,
} from '../../importer/index.ts';
import type { CompanyAddress, CompanyClassification, CompanyName, RegisterLine } from '../../model/index.ts';
import countries from './countries.json' with { type: 'json' };

/** The columns of the activity codes; the first is the main one. */
const SIC_COLUMNS = [1, 2, 3, 4].map((position) => `SICCode.SicText_${position}`);

/** The register's words besides the names of countries. `CHANNEL ISLANDS` is two countries. */
const COUNTRIES = new CountryNames(countries);

/** How long a company number is. Spreadsheets and older files lose the zeros in front of one that is all digits. */
const NUMBER_LENGTH = 8;

/** Eight digits, or two letters (`R0`: a letter and a zero) and what follows them: `SP29395R` is one, too. */
const NUMBER = /^(\d{8}|[A-Z][A-Z0][0-9A-Z]{6})$/;

const PREFIX = /^[A-Z][A-Z0]/;

/** The prefix of UK establishments of overseas companies: their address is not that of the head office. */
const ESTABLISHMENT = 'BR';

/** `62012 - Business and domestic software development`: five digits are SIC 2007, four are left over from SIC 2003. */
const SIC_TEXT = /^(\d{4,5}) - (.+)$/s;

const NO_SIC = 'None Supplied';

const NO_COUNTRY = 'NOT SPECIFIED';

/** The category of companies that continue under another number. It decides the state, whatever the status. */
const CONVERTED = 'Converted/Closed';

/** The columns of previous names, the last one first. */
const PREVIOUS_NAMES = Array.from({ length: 10 }, (_, i) => `PreviousName_${i + 1}`);

/**
 * Builds the line of a row of the file of companies, without officers; what was not understood is counted in the report.
 * @param published the date of the file
 */
export function lineOf(row: CsvRow, number: string, published: string | undefined, run: ImportRun): RegisterLine {
  const category = cellOf(row, 'CompanyCategory');
  const status = cellOf(row, 'CompanyStatus');
  run.code('CompanyCategory', category);
  run.code('CompanyStatus', status);
  const country = countryOf(row, number, run);
  return present<RegisterLine>({
    name: cellOf(row, 'CompanyName'),
    country_code: country,
    company_status: status,
    legal_form: category,
    as_of_date: published,
    identifiers: [nationalNumber('GB', number)],
    classifications: nonEmpty(SIC_COLUMNS.flatMap((column, i) => classificationOf(row, column, i === 0, run))),
    state: run.state('CompanyStatus', category === CONVERTED ? category : status),
    registered_on: dayOf(row, 'IncorporationDate', run),
    address: addressIn(row, number, country),
    former_names: nonEmpty(PREVIOUS_NAMES.flatMap((column) => previousNameOf(row, column, run))),
    record_url: run.recordUrl(number),
  });
}

/** The registered office. The address of a UK establishment is not one. */
function addressIn(row: CsvRow, number: string, country: string | undefined): CompanyAddress | undefined {
  if (number.startsWith(ESTABLISHMENT)) return undefined;
  return addressOf({
    lines: [cellOf(row, 'RegAddress.AddressLine1'), cellOf(row, 'RegAddress.AddressLine2')],
    postal_code: cellOf(row, 'RegAddress.PostCode'),
    locality: cellOf(row, 'RegAddress.PostTown'),
    region: cellOf(row, 'RegAddress.County'),
    country_code: country,
  });
}

function previousNameOf(row: CsvRow, column: string, run: ImportRun): CompanyName[] {
  const name = cellOf(row, `${column}.CompanyName`);
  if (name === undefined) return [];
  return [present<CompanyName>({ name, kind: 'Previous name', until: dayOf(row, `${column}.CONDATE`, run) })];
}

function dayOf(row: CsvRow, column: string, run: ImportRun): string | undefined {
  return publishedDay(run, column, cellOf(row, column), DAY_FIRST);
}

/** The company number of a row. @throws {FieldFault} where it is missing */
export function numberOf(row: CsvRow, run: ImportRun): string {
  const published = requiredCell(row, 'CompanyNumber');
  if (/^\d{1,7}$/.test(published)) {
    run.report.note('company number that had lost its zeros, padded to eight digits', published);
    return published.padStart(NUMBER_LENGTH, '0');
  }
  if (!NUMBER.test(published)) run.report.note('company number of unknown form, kept as published', published);
  run.code('CompanyNumber prefix', PREFIX.exec(published)?.[0]);
  return published;
}

function countryOf(row: CsvRow, number: string, run: ImportRun): string | undefined {
  const name = cellOf(row, 'RegAddress.Country');
  if (name === undefined || name === NO_COUNTRY || number.startsWith(ESTABLISHMENT)) return undefined;
  return COUNTRIES.codeIn(run, 'RegAddress.Country', name);
}

function classificationOf(row: CsvRow, column: string, isPrimary: boolean, run: ImportRun): CompanyClassification[] {
  const text = cellOf(row, column);
  if (text === undefined || text === NO_SIC) return [];
  const [, code, label] = SIC_TEXT.exec(text) ?? [];
  if (code === undefined || label === undefined) {
    run.report.unknownCode('SICCode', text, 'left out');
    return [];
  }
  return [{ scheme: code.length === 5 ? 'UK SIC 2007' : 'UK SIC 2003', code, label, is_primary: isPrimary }];
}
