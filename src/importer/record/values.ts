import {
  COUNTRY_CODE_PATTERN,
  isPublishedNumber,
  quoteValue,
  type CompanyIdentifier,
  type LineOfficer,
} from '../../model/index.ts';
import alpha3 from './alpha-3.json' with { type: 'json' };
import type { ImportRun } from '../import-run.ts';
import { FieldFault } from './field-fault.ts';
import { present } from './present.ts';

const COUNTRY = new RegExp(COUNTRY_CODE_PATTERN);

/** A published country code; undefined, and counted under the name of its field, where it is no code of ISO 3166-1. */
export function countryCode(run: ImportRun, field: string, published: string | undefined): string | undefined {
  if (published === undefined || COUNTRY.test(published)) return published;
  run.report.unknownCode(field, published, 'left out');
  return undefined;
}

const ALPHA_2: ReadonlyMap<string, string> = new Map(Object.entries(alpha3));

/** The two letters of a country of ISO 3166-1 by its three; undefined where they are not one. */
export function alpha2Of(letters: string): string | undefined {
  return ALPHA_2.get(letters);
}

/** @throws {FieldFault} where a text has not the form `YYYY-MM-DD` */
export function requireDateForm(field: string, text: string): void {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return;
  throw new FieldFault(field, `must be a date, YYYY-MM-DD, got ${quoteValue(text)}`);
}

/**
 * The source of an officer.
 * @param published the date of the file that names the officer
 * @param url the page of the register about the officers of the company
 */
export function officerSource(system: string, published: string | undefined, url?: string): LineOfficer['source'] {
  const observed_at = published === undefined ? undefined : `${published}T00:00:00Z`;
  return present<LineOfficer['source']>({ system, url, observed_at });
}

/**
 * Says whether a number has the form and the check digits of its rule. One that has not is noted: lines keep it as published.
 * @param what the number is called in the report
 */
export function noteWrongNumber(
  run: ImportRun,
  rule: Parameters<typeof isPublishedNumber>[0],
  number: string,
  what: string,
  example = number,
): boolean {
  const isRight = isPublishedNumber(rule, number);
  if (!isRight) run.report.note(`${what} with wrong form or check digit, kept as published`, example);
  return isRight;
}

/** The number under which a register of a country knows a company. */
export function nationalNumber(country_scope: string, value: string): CompanyIdentifier {
  return { scheme: 'national_registry_number', value, country_scope };
}

/** A number with the zeros in front that a file has lost. What is longer, or not only digits, stays as it is. */
export function withZeros(number: string, digits: number): string {
  return /^\d+$/.test(number) ? number.padStart(digits, '0') : number;
}
