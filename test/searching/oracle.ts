/**
 * A naive implementation of the specification: scans an array of all companies for each query. Shares only the folding, which has its own
 * tests, with the snapshot.
 */
import { foldName, foldNumber, type CompanyRecord } from '../../src/model/index.ts';

/** A company in search results. */
export interface Listed {
  readonly id: string;
  readonly folded: string;
  readonly name: string;
  readonly numbers: readonly string[];
  readonly countries: ReadonlySet<string>;
}

/** Returns current companies in registry name order: folded name, then name by code point, then id. */
export function listed(records: readonly CompanyRecord[]): Listed[] {
  return records
    .filter(({ lifecycle }) => lifecycle.status === 'active')
    .map((record) => {
      const name = record.profile.name ?? '';
      const register = record.identifiers.find(({ country_scope: scope }) => scope !== undefined)?.country_scope;
      return {
        id: record.id,
        folded: foldName(name),
        name,
        numbers: record.identifiers.map(({ value }) => foldNumber(value)),
        countries: new Set([register?.slice(0, 2), record.profile.country_code].filter((code) => code !== undefined)),
      };
    })
    .toSorted((a, b) => byCodePoint(a.folded, b.folded) || byCodePoint(a.name, b.name) || byCodePoint(a.id, b.id));
}

/** Returns the ids of all matches of a query, in order. */
export function found(companies: readonly Listed[], query: string, country: string | undefined): string[] {
  const name = foldName(query);
  const number = foldNumber(query);
  const invoiced = findInvoiced(companies, number, country);
  return companies
    .filter(
      (company) =>
        (country === undefined || company.countries.has(country)) &&
        ((name !== '' && company.folded.startsWith(name)) ||
          (number !== '' && company.numbers.some((own) => own.startsWith(number))) ||
          invoiced.has(company.id)),
    )
    .map(({ id }) => id);
}

/** Maximum number of companies with one number that a search compares (src/snapshot/read/search.ts). */
const COMPARED_MAX = 64;

/** Returns the ids of the companies of Finland or Sweden that a number with the country's letters means. */
function findInvoiced(companies: readonly Listed[], number: string, country: string | undefined): ReadonlySet<string> {
  const [, finnish] = /^FI(\d{7,8})$/.exec(number) ?? [];
  const [, swedish = /^SE(\d{7,10})$/.exec(number)?.[1]] = /^SE(\d{10})01?$/.exec(number) ?? [];
  const own = finnish === undefined ? 'SE' : 'FI';
  const prefix = finnish ?? swedish;
  if (prefix === undefined) return new Set();
  const among = (scope: string | undefined): readonly Listed[] =>
    companies.filter(
      ({ numbers, countries }) =>
        (scope === undefined || countries.has(scope)) && numbers.some((one) => one.startsWith(prefix)),
    );
  const isCompared = [own, country].every((scope) => among(scope).length <= COMPARED_MAX);
  return new Set(isCompared ? among(own).map(({ id }) => id) : []);
}

function byCodePoint(a: string, b: string): number {
  const left = Array.from(a, (char) => char.codePointAt(0) ?? 0);
  const right = Array.from(b, (char) => char.codePointAt(0) ?? 0);
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
