import { FieldFault, countryCode, type ImportRun, type JoinedRecord, type RecordReader } from '../../importer/index.ts';
import type { CompanyIdentifier } from '../../model/index.ts';
import { paddedNumber } from './number.ts';

/** The tax number of a company, or of a group of them; persons have their personal number in it. */
const COMPANY_TAX_NUMBER = /^CZ(\d{8}|699\d{6})$/;

/** What is joined of the basic record of a subject. */
export interface Basics {
  readonly taxNumber?: string;
  /** Whether the number is in the register of value added tax. */
  readonly isForVat?: boolean;
  readonly country?: string;
}

/**
 * Reads an answer of the ARES service about a subject, which alone gives its tax number and the country of its seat.
 * @throws {FieldFault} where it has no number
 */
export function readBasics(record: RecordReader, run: ImportRun): { number: string; text: string } {
  const published = record.content('ico');
  if (published === undefined) throw new FieldFault('ico', 'is missing');
  const number = paddedNumber(published);
  const taxNumber = record.content('dic');
  const isCompanys = taxNumber !== undefined && COMPANY_TAX_NUMBER.test(taxNumber);
  // The number itself is not shown to anybody: it may be a personal one.
  if (taxNumber !== undefined && !isCompanys)
    run.report.note('tax number that may be a personal one, left out', number);
  const basics = {
    taxNumber: isCompanys ? taxNumber : undefined,
    isForVat: record.object('seznamRegistraci')?.content('stavZdrojeDph') === 'AKTIVNI' ? true : undefined,
    country: countryCode(run, 'kodStatu', record.object('sidlo')?.content('kodStatu')),
  };
  return { number, text: JSON.stringify(basics) };
}

/** A tax number (DIČ) is the number for value added tax of those who are registered for it. */
export function taxIdentifiersOf({ taxNumber, isForVat }: Basics): CompanyIdentifier[] {
  if (taxNumber === undefined) return [];
  return [{ scheme: isForVat === true ? 'eu_vat_number' : 'tin', value: taxNumber, country_scope: 'CZ' }];
}

/** What was joined, as {@linkcode readBasics} gave it. */
export function basicsOf(record: JoinedRecord): Basics {
  return JSON.parse(record.text) as Basics;
}
