import { readFileSync } from 'node:fs';
import { decodeHTMLStrict } from 'entities/decode';
import { COUNTRY_CODE_PATTERN, isPublishedNumber, quoteValue, type CompanyIdentifier } from '../../model/index.ts';
import type { Reporting } from '../report.ts';
import { FieldFault } from '../present.ts';

export { alpha2Of } from '../../model/index.ts';

const COUNTRY = new RegExp(COUNTRY_CODE_PATTERN);

/** Returns a published country code. If it is not in ISO 3166-1, it is counted as unknown, and the result is undefined. */
export function countryCode(run: Reporting, field: string, published: string | undefined): string | undefined {
  if (published === undefined || COUNTRY.test(published)) return published;
  return run.report.unknownCode(field, published, 'left out');
}

/** @throws {FieldFault} if a text does not have the form `YYYY-MM-DD` */
export function requireDateForm(field: string, text: string): void {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return;
  throw new FieldFault(field, `must be a date, YYYY-MM-DD, got ${quoteValue(text)}`);
}

/** Returns whether a number has the right form and check digits; notes it in the report if not. @param what its name in the report */
export function noteWrongNumber(
  run: Reporting,
  rule: Parameters<typeof isPublishedNumber>[0],
  number: string,
  what: string,
  example = number,
): boolean {
  const isRight = isPublishedNumber(rule, number);
  if (!isRight) run.report.note(`${what} with wrong form or check digit, kept as published`, example);
  return isRight;
}

/** Makes the identifier of a company in the register of a country. */
export function nationalNumber(country_scope: string, value: string): CompanyIdentifier {
  return { scheme: 'national_registry_number', value, country_scope };
}

/** Restores the lost leading zeros of a number. Longer numbers and other texts are unchanged. */
export function withZeros(number: string, digits: number): string {
  return /^\d+$/.test(number) ? number.padStart(digits, '0') : number;
}

/** Returns the entry of a table, such as a code list in JSON; undefined for a key that is not in the table. */
export function findEntry<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Decodes HTML entities (`&amp;`, `&#268;`). Other ampersands, as in `AT&T`, are unchanged. */
export function withoutEntities(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text;
}

/** Reads a table of tab-separated values without its header. `#` begins a comment line. */
export function readTable(file: URL): string[][] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return rows.slice(1).map((row) => row.split('\t'));
}
