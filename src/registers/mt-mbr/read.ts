import {
  addressOf,
  nationalNumber,
  CountryNames,
  RecordReader,
  countryCode,
  lineOfEachRow,
  present,
  required,
  type ImportRun,
  type JsonRow,
} from '../../importer/index.ts';
import { collapseWhiteSpace, type RegisterLine } from '../../model/index.ts';

const COUNTRIES = new CountryNames();

/** Turns the records of the list into register lines, one per record. */
export const read = lineOfEachRow(lineOf);

function lineOf(row: JsonRow, published: string | undefined, run: ImportRun): RegisterLine | undefined {
  const record = new RecordReader(row.value);
  const number = required(record.text('registration_number'), 'registration_number');
  const [type, state] = [record.content('type'), record.content('state')];
  run.code('type', type);
  run.code('state', state);
  // No sole traders are known in the register; a type with this word would be one.
  const isSole = /\bsole\b/i.test(type ?? '');
  if (isSole && run.dropsSoleTrader(number)) return undefined;
  if (!/^[A-Z]{1,3} ?\d{1,7}$/.test(number)) {
    run.report.note('registration number with wrong form, kept as published', number);
  }
  const country_code = countryOf(record, run);
  const activity = activityOf(record, run);
  return present<RegisterLine>({
    name: collapseWhiteSpace(record.text('name') ?? '') || undefined,
    country_code,
    company_status: state,
    legal_form: type,
    as_of_date: published,
    identifiers: [nationalNumber('MT', number)],
    state: run.state('state', state),
    registered_on: run.dayIn(record, 'registration_date'),
    address: isSole || !OF_COMPANY.test(number) ? undefined : registeredOffice(record, country_code),
    euid: euidOf(number),
    classifications: activity === undefined ? undefined : [activity],
  });
}

/** Numbers of companies and partnerships. The number of an overseas company (`OC`) belongs to its branch. */
const OF_COMPANY = /^[CP] ?\d/;

/** Returns the registered office. `address` is the house; `street` was empty in all records seen so far. */
function registeredOffice(record: RecordReader, country_code: string | undefined) {
  return addressOf({
    lines: [record.content('address'), record.content('street')],
    postal_code: record.content('postcode'),
    locality: record.content('locality'),
    country_code,
  });
}

/** Returns the European number of a company. Whether partnerships have such a number is unknown. */
function euidOf(number: string): string | undefined {
  const [, digits] = /^C ?(\d+)$/.exec(number) ?? [];
  return digits === undefined ? undefined : `MTROC.C${digits}`;
}

/** Returns the country, which may be a name or a code. Most records have none. */
function countryOf(record: RecordReader, run: ImportRun): string | undefined {
  const country = record.content('country');
  return country === undefined ? undefined : (COUNTRIES.codeOf(country) ?? countryCode(run, 'country', country));
}

/** Returns the activity: a NACE code without its dot. Any other text is counted and skipped. */
function activityOf(record: RecordReader, run: ImportRun) {
  const code = record.digits('area_of_activity');
  if (code === undefined) return undefined;
  if (/^\d{2,6}$/.test(code)) return { scheme: 'NACE Rev. 2', code, is_primary: true };
  return run.report.unknownCode('area_of_activity', code, 'left out');
}
