import {
  FieldFault,
  RecordReader,
  SOLE_TRADER,
  cellOf,
  countryCode,
  nationalNumber,
  nonEmpty,
  noteWrongNumber,
  officerSource,
  ordinary,
  present,
  requireDateForm,
  requiredCell,
  withSource,
  withZeros,
  type CsvRow,
  type ImportRun,
  type JsonRow,
  type Reason,
} from '../../importer/index.ts';
import type { CompanyClassification, CompanyIdentifier, RegisterLine } from '../../model/index.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import forms from './forms.json' with { type: 'json' };
import type { HeldOfficers } from './officers.ts';

/** What is held of a row of subjects: why it gives no line, or what its line is made of. */
export interface Company {
  readonly leftOut?: string | Reason;
  readonly name?: string;
  readonly form?: string;
  readonly ceased?: true;
  /** The main activity in each scheme. */
  readonly nace?: string;
  readonly nace2025?: string;
  /** The date of the state that the file shows. */
  readonly asOf?: string;
}

/** What is held of the basic record of a subject. */
export interface Basics {
  readonly taxNumber?: string;
  /** Set where the number is in the register of value added tax. */
  readonly isForVat?: true;
  readonly country?: string;
}

/** What the other files say about a subject. */
interface Others {
  /** Code list, blank, code. */
  readonly activities: readonly string[];
  readonly officers: HeldOfficers | undefined;
  readonly basics: Basics | undefined;
}

/** Which code list an activity is of, column KODCIS; the name of each scheme says its version. */
export const ACTIVITY_SCHEMES: ReadonlyMap<string, string> = new Map(Object.entries(codes.KODCIS.activities));

/**
 * The statistical legal forms, column FORMA: code list 56 of the statistical office, in its words, as ARES returns it
 * (code list PravniForma, source res). The file itself holds only the codes.
 */
const FORMS: Readonly<Record<string, string>> = forms;

/** Forms of one person in business; 100 is how the register of persons writes them all. */
const PERSON_FORMS = new Set(['100', '101', '102', '103', '104', '105', '106', '107', '108', '424', '425']);

/** Parts of another subject that is itself in the file. A foreign company's branch (421) is none: it stands for it. */
const BRANCH_FORMS = new Set(['501', '521']);

/** The tax number of a company, or of a group of them; persons have their personal number in it. */
const COMPANY_TAX_NUMBER = /^CZ(\d{8}|699\d{6})$/;

/** What ARES calls the state of a subject with a day of its end (stavZdrojeRes); the file has only the day. */
const CEASED = 'ZANIKLY';

/** A line takes a hundred; the largest enterprises do more things than that. */
const CLASSIFICATIONS_MAX = 100;

const DIGITS = 8;

const ANSWERS = 'https://ares.gov.cz/ekonomicke-subjekty-v-be/rest/ekonomicke-subjekty-vr/';

/** A number (IČO) with the zeros in front that some files leave out. */
export function paddedNumber(text: string): string {
  return withZeros(text, DIGITS);
}

/** The number of a row's subject. @throws {FieldFault} where there is none */
export function numberOf(row: CsvRow): string {
  return paddedNumber(requiredCell(row, 'ICO'));
}

/**
 * Reads a row of subjects.
 * @throws {FieldFault} where the date of the end is not a date
 */
export function companyOf(row: CsvRow, published: string | undefined, soleTraders: boolean): Company {
  const form = cellOf(row, 'FORMA');
  const end = cellOf(row, 'DDATZAN');
  if (end !== undefined) requireDateForm('DDATZAN', end);
  const leftOut = whyLeftOut(form, end !== undefined, soleTraders);
  if (leftOut !== undefined) return { leftOut };
  return present<Company>({
    name: cellOf(row, 'FIRMA'),
    form,
    ceased: end === undefined ? undefined : true,
    nace: cellOf(row, 'NACE'),
    nace2025: cellOf(row, 'NACE2025'),
    asOf: published ?? cellOf(row, 'DATPLAT'),
  });
}

/** Of a person who has given up business only the number and the day are published, so there is no form. */
function whyLeftOut(form: string | undefined, ceased: boolean, soleTraders: boolean): string | Reason | undefined {
  const isPerson = form === undefined ? ceased : PERSON_FORMS.has(form);
  if (isPerson && !soleTraders) return form === undefined ? ordinary('sole trader, ceased') : SOLE_TRADER;
  return !isPerson && BRANCH_FORMS.has(form ?? '') ? 'branch or establishment of another subject' : undefined;
}

/**
 * Reads an answer of the ARES service about a subject: only it has the tax number and the country of the seat.
 * @throws {FieldFault} where it has no number
 */
export function basicsOf(row: JsonRow, run: ImportRun): { number: string; basics: Basics } {
  const record = new RecordReader(row.value);
  const published = record.content('ico');
  if (published === undefined) throw new FieldFault('ico', 'is missing');
  const number = paddedNumber(published);
  const taxNumber = record.content('dic');
  const isCompanys = taxNumber !== undefined && COMPANY_TAX_NUMBER.test(taxNumber);
  // The number itself is not shown to anybody: it may be a personal one.
  if (taxNumber !== undefined && !isCompanys)
    run.report.note('tax number that may be a personal one, left out', number);
  const basics = present<Basics>({
    taxNumber: isCompanys ? taxNumber : undefined,
    isForVat: record.object('seznamRegistraci')?.content('stavZdrojeDph') === 'AKTIVNI' ? true : undefined,
    country: countryCode(run, 'kodStatu', record.object('sidlo')?.content('kodStatu')),
  });
  return { number, basics };
}

/** Builds the line of a subject; what was not understood is counted in the report. */
export function lineOf(number: string, company: Company, others: Others, run: ImportRun): RegisterLine {
  const { form, name, asOf } = company;
  const { basics = {}, officers, activities } = others;
  run.code('FORMA', form);
  noteWrongNumber(run, 'CZ IČO', number, 'identification number');
  const classifications = classificationsOf(company, activities);
  if (classifications.length > CLASSIFICATIONS_MAX) {
    run.report.note(`more than ${CLASSIFICATIONS_MAX} activities, the rest left out`, number);
  }
  const source = officerSource(
    about.officersReuse.system,
    officers?.observed,
    `${ANSWERS}${encodeURIComponent(number)}`,
  );
  return present<RegisterLine>({
    name,
    country_code: basics.country,
    company_status: company.ceased === true ? CEASED : undefined,
    company_type: form,
    legal_form: form === undefined ? undefined : (FORMS[form] ?? form),
    as_of_date: asOf,
    identifiers: [nationalNumber('CZ', number), ...taxIdentifiersOf(basics)],
    classifications: nonEmpty(classifications.slice(0, CLASSIFICATIONS_MAX)),
    officers: withSource(officers?.officers ?? [], source),
  });
}

/** A tax number (DIČ) is the number for value added tax of those who are registered for it. */
function taxIdentifiersOf({ taxNumber, isForVat }: Basics): CompanyIdentifier[] {
  if (taxNumber === undefined) return [];
  return [{ scheme: isForVat === true ? 'eu_vat_number' : 'tin', value: taxNumber, country_scope: 'CZ' }];
}

/** The main activity in each scheme, which the file of subjects gives, then the others. */
function classificationsOf({ nace, nace2025 }: Company, activities: readonly string[]): CompanyClassification[] {
  const [rev2 = '', edition2025 = ''] = ACTIVITY_SCHEMES.keys();
  const main = [`${rev2} ${nace ?? ''}`, `${edition2025} ${nace2025 ?? ''}`].filter((one) => !one.endsWith(' '));
  return [...new Set([...main, ...activities])].map((activity) => {
    const [list = '', code = ''] = activity.split(' ', 2);
    return { scheme: ACTIVITY_SCHEMES.get(list) ?? list, code, is_primary: main.includes(activity) };
  });
}
