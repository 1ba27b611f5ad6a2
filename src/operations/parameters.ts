import { SEARCH_LIMITS } from '../contract/index.ts';
import { codePointCount, collapseWhiteSpace, countryFilter, isCompanyId } from '../model/index.ts';
import { invalidParameter } from './problem-error.ts';

export const SEARCH_PARAMETERS = ['q', 'country', 'limit', 'cursor'] as const;

export type SearchInput = { readonly [name in (typeof SEARCH_PARAMETERS)[number]]?: string };

export interface SearchParameters {
  readonly query: string;
  readonly country: string | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** Plain decimal digits: `05`, `+5`, `5.0` and `1e1` are rejected. */
const LIMIT = /^[1-9][0-9]?$/;

/** Checks the parameters of a search. Throws a {@linkcode ProblemError} that names the first invalid parameter. */
export function readSearchParameters(given: SearchInput): SearchParameters {
  return {
    query: readSearchText(given.q),
    country: readCountry(given.country),
    limit: readLimit(given.limit),
    cursor: readCursor(given.cursor),
  };
}

/** Checks the ID of a company. Throws a {@linkcode ProblemError} that names the parameter. */
export function readCompanyId(text: string | undefined, name = 'company_id'): string {
  if (text === undefined) throw invalidParameter(name, 'is required and missing');
  if (isCompanyId(text)) return text;
  throw invalidParameter(name, 'must have the format of a company ID (co_ and 26 characters)', text);
}

/** Returns the text to search for, with white space collapsed. Throws a {@linkcode ProblemError} that names the parameter. */
export function readSearchText(text: string | undefined): string {
  const { queryCharsMin: min, queryCharsMax: max } = SEARCH_LIMITS;
  if (text === undefined) throw invalidParameter('q', `is required and missing: give ${min} to ${max} characters`);
  const query = collapseWhiteSpace(text);
  const count = codePointCount(query);
  if (count >= min && count <= max) return query;
  throw invalidParameter(
    'q',
    `must hold ${min} to ${max} characters once white space is collapsed (it holds ${count})`,
    text,
  );
}

/** Returns the ISO code of a country filter; undefined for all countries. Throws a {@linkcode ProblemError} that names the parameter. */
export function readCountry(text: string | undefined, name = 'country'): string | undefined {
  if (text === undefined) return undefined;
  const country = countryFilter(text);
  if (country === undefined) throw invalidParameter(name, 'must be an ISO 3166-1 alpha-2 code or "all"', text);
  return country === 'all' ? undefined : country;
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return SEARCH_LIMITS.limitDefault;
  const limit = LIMIT.test(text) ? Number(text) : NaN;
  if (limit >= SEARCH_LIMITS.limitMin && limit <= SEARCH_LIMITS.limitMax) return limit;
  throw invalidParameter(
    'limit',
    `must be an integer from ${SEARCH_LIMITS.limitMin} to ${SEARCH_LIMITS.limitMax}`,
    text,
  );
}

function readCursor(text: string | undefined): string | undefined {
  if (text !== '') return text;
  throw invalidParameter('cursor', 'must be the next_cursor of the previous page', text);
}
