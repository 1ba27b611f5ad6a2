import { foldName, foldNumber } from '../../model/index.ts';
import type { CompanyIdentifier, CompanyRecord } from '../../model/index.ts';
import { NUMBER_BYTES_MAX } from '../format/format.ts';

/** The country whose register the company is in: that of its first scoped identifier, without the subdivision. */
export function registrationCountry(record: Pick<CompanyRecord, 'identifiers'>): string | undefined {
  return record.identifiers.find((identifier) => identifier.country_scope !== undefined)?.country_scope?.slice(0, 2);
}

/** The countries that the company is found under: that of its register and that of its head office, each once. */
export function countriesOf(record: Pick<CompanyRecord, 'identifiers' | 'profile'>): string[] {
  const countries = [registrationCountry(record), record.profile.country_code];
  return [...new Set(countries.filter((country) => country !== undefined))];
}

/**
 * The sort key of the registry name order: by folded name, then name as published by code point, then id. Its bytes
 * compare in that order: a folded name holds no zero byte, and UTF-8 sorts like code points. `foldedLength` is where
 * the folded name ends in it.
 */
export function orderKey(record: Pick<CompanyRecord, 'id' | 'profile'>): { key: Buffer; foldedLength: number } {
  const name = record.profile.name ?? '';
  const folded = foldName(name);
  return { key: Buffer.from(`${folded}\0${name}\0${record.id}`), foldedLength: folded.length };
}

/** The folded identifiers of a company, each once, as far as the number tree knows them. */
export function foldedNumbers(record: CompanyRecord): Buffer[] {
  const folded = new Set(record.identifiers.map(({ value }) => foldNumber(value)));
  return [...folded].map((number) => Buffer.from(number).subarray(0, NUMBER_BYTES_MAX));
}

/**
 * The queries that find a company whole: its name, unless nothing of it is left once folded, and its numbers, unless one is
 * longer than the number tree knows.
 */
export function queriesFor(name: string | undefined, identifiers: readonly CompanyIdentifier[] = []): string[] {
  const numbers = identifiers.map(({ value }) => value);
  return [
    ...(name === undefined || foldName(name) === '' ? [] : [name]),
    ...numbers.filter((value) => Buffer.byteLength(foldNumber(value)) <= NUMBER_BYTES_MAX),
  ];
}
