import { foldName, foldNumber } from '../model/index.ts';
import type { CompanyRecord } from '../model/index.ts';
import { NUMBER_BYTES_MAX } from './format.ts';

/** The country whose register the company is in: that of its first scoped identifier, without the subdivision. */
export function registrationCountry(record: CompanyRecord): string | undefined {
  return record.identifiers.find((identifier) => identifier.country_scope !== undefined)?.country_scope?.slice(0, 2);
}

/** The countries that the company is found under: that of its register and that of its head office, each once. */
export function countriesOf(record: CompanyRecord): string[] {
  const countries = [registrationCountry(record), record.profile.country_code];
  return [...new Set(countries.filter((country) => country !== undefined))];
}

/**
 * The sort key of the registry name order: by folded name, then name as published by code point, then id. Its bytes
 * compare in that order: a folded name holds no zero byte, and UTF-8 sorts like code points. `foldedLength` is where
 * the folded name ends in it.
 */
export function orderKey(record: CompanyRecord): { key: Buffer; foldedLength: number } {
  const name = record.profile.name ?? '';
  const folded = foldName(name);
  return { key: Buffer.from(`${folded}\0${name}\0${record.id}`), foldedLength: folded.length };
}

/** The folded identifiers of a company, each once, as far as the number tree knows them. */
export function foldedNumbers(record: CompanyRecord): Buffer[] {
  const folded = new Set(record.identifiers.map(({ value }) => foldNumber(value)));
  return [...folded].map((number) => Buffer.from(number).subarray(0, NUMBER_BYTES_MAX));
}
