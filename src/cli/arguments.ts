import { InvalidArgumentError } from 'commander';
import { COUNTRIES, codePointCount, collapseWhiteSpace, isCompanyId } from '../model/index.ts';
import { WORKERS_MAX } from './serving/workers-wanted.ts';

/** Reads a whole number of at least 0 from a command line. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError(`"${text}" is not a whole number of at least 0.`);
  return Number(text);
}

/** Reads a number of workers. */
export function workerCount(text: string): number {
  const workers = wholeNumber(text);
  if (workers >= 1 && workers <= WORKERS_MAX) return workers;
  throw new InvalidArgumentError(`"${text}" is not between 1 and ${WORKERS_MAX}.`);
}

/** Reads a page size, 1 to 25 as in the API. */
export function pageSize(text: string): number {
  const limit = wholeNumber(text);
  if (limit < 1 || limit > 25) throw new InvalidArgumentError(`"${text}" is not between 1 and 25.`);
  return limit;
}

/** Reads a query as the API does: 3 to 64 characters once white space is collapsed. */
export function typedPrefix(text: string): string {
  const query = collapseWhiteSpace(text);
  const count = codePointCount(query);
  if (count < 3 || count > 64) throw new InvalidArgumentError(`"${text}" does not hold 3 to 64 characters.`);
  return query;
}

/** Reads a country as the API does: two letters, or `all`, which is undefined. */
export function countryCode(text: string): string | undefined {
  if (/^all$/i.test(text)) return undefined;
  if (!/^[A-Za-z]{2}$/.test(text)) throw new InvalidArgumentError(`"${text}" is not two letters, nor "all".`);
  return text.toUpperCase();
}

/** Reads one of several countries, as two letters, or `--` for companies of no country. */
export function countryList(text: string, before: readonly string[]): string[] {
  if (!/^([A-Za-z]{2}|--)$/.test(text)) throw new InvalidArgumentError(`"${text}" is not two letters, nor "--".`);
  const country = text.toUpperCase();
  if (country !== '--' && !COUNTRIES.has(country)) throw new InvalidArgumentError(`"${text}" is no country.`);
  return [...before, country];
}

/** Reads a CompanyId. */
export function companyId(text: string): string {
  if (!isCompanyId(text)) throw new InvalidArgumentError(`"${text}" is not co_ and 26 characters of base32.`);
  return text;
}
