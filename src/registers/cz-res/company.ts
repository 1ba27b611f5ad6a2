import {
  RecordReader,
  SOLE_TRADER,
  countryCode,
  nationalNumber,
  nonEmpty,
  noteWrongNumber,
  ordinary,
  present,
  publishedDay,
  readCell,
  requireDateForm,
  required,
  requiredCell,
  toAddress,
  withSource,
  type CsvRow,
  type ImportRun,
  type JsonRow,
  type Reason,
} from '../../importer/index.ts';
import type { CompanyAddress, CompanyClassification, CompanyIdentifier, RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import forms from './forms.json' with { type: 'json' };
import { paddedNumber, type HeldOfficers } from './officers.ts';

/** A row of subjects: the values of its line, or the reason why it has no line. */
export interface Company {
  readonly leftOut?: string | Reason;
  readonly name?: string;
  readonly form?: string;
  readonly registered?: string;
  /** The day on which the subject ended. */
  readonly ceased?: string;
  /** The seat; absent if the subject is a person. */
  readonly address?: CompanyAddress;
  /** The main activity in each scheme. */
  readonly nace?: string;
  readonly nace2025?: string;
  /** The date of the state that the file shows. */
  readonly asOf?: string;
}

/** The values of the basic record of a subject. */
export interface Basics {
  readonly taxNumber?: string;
  /** Set if the number is registered for value added tax. */
  readonly isForVat?: true;
  readonly country?: string;
}

/** The records of a subject in the other files. */
interface Others {
  /** Each is a code list, a blank and a code. */
  readonly activities: readonly string[];
  readonly officers: HeldOfficers | undefined;
  readonly basics: Basics | undefined;
}

/** The schemes of activities by code list, column KODCIS; the name of each scheme has its version. */
export const ACTIVITY_SCHEMES: ReadonlyMap<string, string> = new Map(Object.entries(codes.KODCIS.activities));

/**
 * The statistical legal forms, column FORMA: code list 56 of the statistical office, with the labels that ARES returns (code list
 * PravniForma, source res). The file itself has only the codes.
 */
const FORMS: Readonly<Record<string, string>> = forms;

/** Forms of one person in business; the register of persons writes all of them as 100. */
const PERSON_FORMS = new Set(['100', '101', '102', '103', '104', '105', '106', '107', '108', '424', '425']);

/** Parts of another subject that is itself in the file. A foreign company's branch (421) is kept: it represents the company. */
const BRANCH_FORMS = new Set(['501', '521']);

/** The tax number of a company, or of a group of companies. The tax number of a person contains the personal number. */
const COMPANY_TAX_NUMBER = /^CZ(\d{8}|699\d{6})$/;

/** The words of ARES for the state of a subject that has ended or not (stavZdrojeRes). The file has only the day of the end. */
const [CEASED, ACTIVE] = ['ZANIKLY', 'AKTIVNI'];

/** The addition to the name of a company in liquidation. */
const IN_LIQUIDATION = /(?<!\p{L})v likvidaci(?!\p{L})/iu;

/** Maximum number of activities in a register line; the largest enterprises have more. */
const CLASSIFICATIONS_MAX = 100;

const RESPONSES = 'https://ares.gov.cz/ekonomicke-subjekty-v-be/rest/ekonomicke-subjekty-vr/';

/** Returns the number of a row's subject. @throws {FieldFault} if it is missing */
export function readNumber(row: CsvRow): string {
  return paddedNumber(requiredCell(row, 'ICO'));
}

/**
 * Reads a row of subjects.
 * @throws {FieldFault} if the date of the end is not a date
 */
export function readCompany(row: CsvRow, published: string | undefined, run: ImportRun): Company {
  const form = readCell(row, 'FORMA');
  const ceased = readCell(row, 'DDATZAN');
  if (ceased !== undefined) requireDateForm('DDATZAN', ceased);
  // For a ceased sole trader only the number and the day are published, so the form is missing.
  const isPerson = form === undefined ? ceased !== undefined : PERSON_FORMS.has(form);
  if (isPerson && !run.soleTraders)
    return { leftOut: form === undefined ? ordinary('sole trader, ceased') : SOLE_TRADER };
  if (!isPerson && BRANCH_FORMS.has(form ?? '')) return { leftOut: 'branch or establishment of another subject' };
  return present<Company>({
    name: readCell(row, 'FIRMA'),
    form,
    registered: publishedDay(run, 'DDATVZN', readCell(row, 'DDATVZN')),
    ceased,
    address: isPerson ? undefined : readSeat(row),
    nace: readCell(row, 'NACE'),
    nace2025: readCell(row, 'NACE2025'),
    asOf: published ?? readCell(row, 'DATPLAT'),
  });
}

/**
 * Returns the seat of a subject: by the register of addresses, as ARES writes it (`Radlická 3294/10, Smíchov`), else as one text. In a
 * village without streets, the name of the village precedes the number.
 */
function readSeat(row: CsvRow): CompanyAddress | undefined {
  const [town, part, street] = ['OBEC_TEXT', 'COBCE_TEXT', 'ULICE_TEXT'].map((column) => readCell(row, column));
  const number = [readCell(row, 'CDOM'), readCell(row, 'COR')].filter((one) => one !== undefined).join('/');
  const place = [`${street ?? part ?? town ?? ''} ${number}`.trim(), street !== undefined && part !== town ? part : ''];
  return town === undefined
    ? toAddress({ text: readCell(row, 'TEXTADR'), postal_code: readCell(row, 'PSC') })
    : toAddress({
        street: number === '' && street === undefined ? undefined : place.filter(Boolean).join(', '),
        postal_code: readCell(row, 'PSC'),
        locality: town,
      });
}

/**
 * Reads a response of the ARES service about a subject. The files of subjects have neither the tax number nor the country of the seat.
 * @throws {FieldFault} if the response has no number
 */
export function readBasics(row: JsonRow, run: ImportRun): { number: string; basics: Basics } {
  const record = new RecordReader(row.value);
  const number = paddedNumber(required(record.content('ico'), 'ico'));
  const taxNumber = record.content('dic');
  const isCompanys = taxNumber !== undefined && COMPANY_TAX_NUMBER.test(taxNumber);
  // The tax number itself is not shown: it may contain a personal number.
  if (taxNumber !== undefined && !isCompanys) run.report.note('tax number that may be a personal one, skipped', number);
  const basics = present<Basics>({
    taxNumber: isCompanys ? taxNumber : undefined,
    isForVat: record.object('seznamRegistraci')?.content('stavZdrojeDph') === 'AKTIVNI' ? true : undefined,
    country: countryCode(run, 'kodStatu', countryOfSeat(record)),
  });
  return { number, basics };
}

/**
 * Returns the country of the seat. Some responses have no seat of the subject, but the seats that single registers have of it; these must
 * agree.
 */
function countryOfSeat(record: RecordReader): string | undefined {
  const country = record.object('sidlo')?.content('kodStatu');
  if (country !== undefined) return country;
  const seats = record.objects('dalsiUdaje').flatMap((register) => register.objects('sidlo'));
  // A seat that a register had before is marked as not the primary record.
  const current = seats.filter((seat) => !seat.has('primarniZaznam') || seat.flag('primarniZaznam'));
  const [first, ...others] = new Set(current.flatMap((seat) => seat.object('sidlo')?.content('kodStatu') ?? []));
  return others.length === 0 ? first : undefined;
}

/** Returns the line of a subject. */
export function buildLine(number: string, company: Company, others: Others, run: ImportRun): RegisterLine {
  const { form, name, asOf, ceased, address, registered } = company;
  const { basics = {}, officers, activities } = others;
  run.code('FORMA', form);
  noteWrongNumber(run, 'CZ IČO', number, 'identification number');
  const classifications = toClassifications(company, activities);
  if (classifications.length > CLASSIFICATIONS_MAX) {
    run.report.note(`more than ${CLASSIFICATIONS_MAX} activities, the rest skipped`, number);
  }
  const source = run.officerSource(officers?.observed, `${RESPONSES}${encodeURIComponent(number)}`);
  return present<RegisterLine>({
    name,
    country_code: basics.country,
    company_status: ceased === undefined ? undefined : CEASED,
    company_type: form,
    legal_form: form === undefined ? undefined : (FORMS[form] ?? form),
    as_of_date: asOf,
    state: findState(company, officers?.isInsolvent === true, run),
    registered_on: registered,
    closed_on: ceased,
    address: address && present({ ...address, country_code: basics.country }),
    former_names: nonEmpty(officers?.formerNames ?? []),
    other_names: nonEmpty(officers?.otherNames ?? []),
    record_url: run.recordUrl(number),
    identifiers: [nationalNumber('CZ', number), ...toTaxIdentifiers(basics)],
    classifications: nonEmpty(classifications.slice(0, CLASSIFICATIONS_MAX)),
    officers: withSource(officers?.officers ?? [], source),
  });
}

function findState({ ceased, name = '' }: Company, isInsolvent: boolean, run: ImportRun): RegisterLine['state'] {
  if (ceased !== undefined) return run.state('stavZdrojeRes', CEASED);
  if (isInsolvent) return run.state('officers', 'insolvenční správce');
  return IN_LIQUIDATION.test(name) ? run.state('addition to FIRMA', 'v likvidaci') : run.state('stavZdrojeRes', ACTIVE);
}

/** Returns the tax number (DIČ), which is also the number for value added tax if the subject is registered for it. */
function toTaxIdentifiers({ taxNumber, isForVat }: Basics): CompanyIdentifier[] {
  if (taxNumber === undefined) return [];
  return [{ scheme: isForVat === true ? 'eu_vat_number' : 'tin', value: taxNumber, country_scope: 'CZ' }];
}

/** Returns the main activity in each scheme, from the file of subjects, then the other activities. */
function toClassifications({ nace, nace2025 }: Company, activities: readonly string[]): CompanyClassification[] {
  const [rev2 = '', edition2025 = ''] = ACTIVITY_SCHEMES.keys();
  const main = [`${rev2} ${nace ?? ''}`, `${edition2025} ${nace2025 ?? ''}`].filter((one) => !one.endsWith(' '));
  return [...new Set([...main, ...activities])].map((activity) => {
    const [list = '', code = ''] = activity.split(' ', 2);
    return { scheme: ACTIVITY_SCHEMES.get(list) ?? list, code, is_primary: main.includes(activity) };
  });
}
