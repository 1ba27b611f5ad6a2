import { foldName, foldNumber, foldNumbers } from '../../model/index.ts';
import type { CompanyRecord } from '../../model/index.ts';
import { NUMBER_BYTES_MAX } from '../format/format.ts';

/** Returns the country whose register the company is in: that of its first scoped identifier, without the subdivision. */
export function registrationCountry(record: Pick<CompanyRecord, 'identifiers'>): string | undefined {
  return record.identifiers.find((identifier) => identifier.country_scope !== undefined)?.country_scope?.slice(0, 2);
}

/** Returns the countries under which a search finds the company: those of its register and of its head office, each once. */
export function listCountries(record: Pick<CompanyRecord, 'identifiers' | 'profile'>): string[] {
  const countries = [registrationCountry(record), record.profile.country_code];
  return [...new Set(countries.filter((country) => country !== undefined))];
}

/**
 * Returns the sort key of the registry name order: by folded name, then name as published by code point, then id. Its bytes sort in that
 * order: a folded name has no zero byte, and UTF-8 sorts like code points.
 */
export function orderKey({ id, profile: { name = '' } }: Pick<CompanyRecord, 'id' | 'profile'>): Buffer {
  return Buffer.from(`${foldName(name)}\0${name}\0${id}`);
}

/** Returns the folded name in an order key, as a slice of the key. */
export function findFoldedName(key: Buffer): Buffer {
  return key.subarray(0, key.indexOf(0));
}

/** Returns the folded identifiers of a company and the other forms of its numbers, each once, cut as in the radix tree. */
export function foldedNumbers({
  identifiers,
  numberForms,
}: Pick<CompanyRecord, 'identifiers' | 'numberForms'>): Buffer[] {
  const folded = foldNumbers([...identifiers, ...numberForms]);
  return folded.map((number) => Buffer.from(number).subarray(0, NUMBER_BYTES_MAX));
}

/**
 * Returns the queries that must find a company: its name, unless that folds to an empty text, and its numbers in all forms, unless the
 * radix tree cuts them.
 */
export function queriesFor(name: string | undefined, numbers: readonly string[]): string[] {
  return [
    ...(name === undefined || foldName(name) === '' ? [] : [name]),
    ...numbers.filter((value) => Buffer.byteLength(foldNumber(value)) <= NUMBER_BYTES_MAX),
  ];
}
