import {
  nationalNumber,
  CountryNames,
  FieldFault,
  RecordReader,
  countryCode,
  lineOfEachRow,
  present,
  type ImportRun,
  type JsonRow,
  SOLE_TRADER,
} from '../../importer/index.ts';
import { collapseWhiteSpace, type CompanyClassification, type RegisterLine } from '../../model/index.ts';

/** No sole traders are known to be in the register; a type with this word would be one. */
const SOLE_TRADER_NAME = /\bsole\b/i;

const COUNTRIES = new CountryNames();

/** Turns the records of the list into register lines, one each. */
export const read = lineOfEachRow(lineOf);

function lineOf(row: JsonRow, published: string | undefined, run: ImportRun): RegisterLine | undefined {
  const record = new RecordReader(row.value);
  const number = record.text('registration_number');
  if (number === undefined) throw new FieldFault('registration_number', 'is missing');
  const [type, state] = [record.content('type'), record.content('state')];
  run.code('type', type);
  run.code('state', state);
  if (SOLE_TRADER_NAME.test(type ?? '') && !run.soleTraders) {
    run.report.drop(SOLE_TRADER, number);
    return undefined;
  }
  if (!/^[A-Z]{1,3} ?\d{1,7}$/.test(number)) {
    run.report.note('registration number with wrong form, kept as published', number);
  }
  const euid = euidOf(number);
  const activity = activityOf(record, run);
  return present<RegisterLine>({
    name: collapseWhiteSpace(record.text('name') ?? '') || undefined,
    country_code: countryOf(record, run),
    company_status: state,
    legal_form: type,
    as_of_date: published,
    identifiers: [nationalNumber('MT', number)],
    number_forms: euid === undefined ? undefined : [euid],
    classifications: activity === undefined ? undefined : [activity],
  });
}

/** The European number of a company; whether partnerships have one in the same form is not known. */
function euidOf(number: string): string | undefined {
  const [, digits] = /^C ?(\d+)$/.exec(number) ?? [];
  return digits === undefined ? undefined : `MTROC.C${digits}`;
}

/** The country, which may be a name or a code; empty on most records, which says nothing. */
function countryOf(record: RecordReader, run: ImportRun): string | undefined {
  const country = record.content('country');
  return country === undefined ? undefined : (COUNTRIES.codeOf(country) ?? countryCode(run, 'country', country));
}

/** The activity, a code of NACE without its dot; what is no code is counted and left out. */
function activityOf(record: RecordReader, run: ImportRun): CompanyClassification | undefined {
  const code = record.digits('area_of_activity');
  if (code === undefined) return undefined;
  if (/^\d{2,6}$/.test(code)) return { scheme: 'NACE Rev. 2', code, is_primary: true };
  run.report.unknownCode('area_of_activity', code, 'left out');
  return undefined;
}
