import type { Backend, MatchResult } from '../../src/backend/index.ts';
import { SEARCH_LIMITS, type Company } from '../../src/contract/index.ts';
import {
  byValue,
  codePointCount,
  foldName,
  isCompanyId,
  numberCountry,
  paddedReadings,
  readingOf,
  readingsOf,
  type ReadingsByValue,
} from '../../src/model/index.ts';
import { ProblemError, findCompany, parseList } from '../../src/operations/index.ts';
import {
  CONSTANT,
  NameComparison,
  UNLIKE,
  contributions,
  isCertain,
  partsOf,
  rank,
  reasonOf,
  type Agreement,
  type Evidence,
  type NameLikeness,
  type Ranked,
} from '../matching/names/index.ts';
import type { Query } from './parameters.ts';
import { COMPANY_TYPE } from './properties.ts';
import type { ReconcileCandidate } from './schemas.ts';

/** Maximum number of companies that are scored: more than a response has, because equally similar companies lower each other's scores. */
const SCORED_MAX = 32;
const NUMBERED_MAX = 10;

const NO_INDEX = 'Names cannot be matched: the snapshot has no match index, which "openfirma build --match" makes';

interface Candidate extends Evidence {
  readonly record: Company;
  readonly furtherName: string | undefined;
}

/** Returns the companies that a query may mean, the likeliest first. */
export async function candidatesFor(backend: Backend, query: Query): Promise<ReconcileCandidate[]> {
  if (!query.isOfCompanies) return [];
  if (isCompanyId(query.name)) return await candidateById(backend, query.name);
  const requested = {
    asRequested: byValue(query.numbers.flatMap(readingsOf)),
    padded: byValue(query.numbers.flatMap(paddedReadings)),
    countries: query.countries,
  };
  const byNumber = await findByNumber(backend, query, requested);
  const known = new Set(byNumber.map(({ record }) => record.id));
  const byName = (await findByName(backend, query, requested)).filter(({ record }) => !known.has(record.id));
  return rank([...byNumber, ...byName])
    .slice(0, query.limit)
    .map(candidateOf);
}

async function candidateById(backend: Backend, id: string): Promise<ReconcileCandidate[]> {
  const company = await findCompany(backend, id);
  if (company === undefined || company.lifecycle.status === 'restricted') return [];
  const { name = id } = company;
  return [
    { id, name, ...describe(company), score: 100, match: true, reason: 'same ID', type: [COMPANY_TYPE], features: [] },
  ];
}

async function findByName(backend: Backend, query: Query, requested: RequestedNumbers): Promise<Candidate[]> {
  if (query.name === '') return [];
  const hasNumbers = query.numbers.length > 0;
  const found = await similarNames(backend, query, hasNumbers);
  return await Promise.all(
    found.map(async ({ json, likeness, furtherName }) => {
      const company = JSON.parse(json) as Company;
      // Results of a search have no identifiers.
      const whole = hasNumbers ? ((await findCompany(backend, company.id)) ?? company) : company;
      return evidenceOf(whole, query, { likeness, furtherName, number: numberAgreement(whole, requested) });
    }),
  );
}

/** Returns the companies with similar names, or the companies that a search finds if the data service can only be searched. */
async function similarNames(
  backend: Backend,
  { name, countries: [country] }: Query,
  hasNumbers: boolean,
): Promise<MatchResult['companies']> {
  if (backend.match !== undefined) {
    const matched = await backend.match({ name, country, limit: SCORED_MAX });
    if (matched === undefined) throw new ProblemError('upstream_unavailable', NO_INDEX, { retryAfterSeconds: 60 });
    return matched.companies;
  }
  // Each company whose numbers are compared takes one request to the service.
  const limit = hasNumbers ? SEARCH_LIMITS.limitDefault : SEARCH_LIMITS.limitMax;
  const likenessTo = comparisonWith(name);
  const found = new Map<string, MatchResult['companies'][number]>();
  for (const query of new Set([name, partsOf(foldName(name)).words.join(' ')])) {
    for (const company of await search(backend, query, limit, country))
      found.set(company.id, { json: JSON.stringify(company), likeness: likenessTo(company) });
  }
  return [...found.values()];
}

/** Returns the companies that a search finds; an empty list if the query is too short or too long for a search. */
export async function search(backend: Backend, query: string, limit: number, country?: string): Promise<Company[]> {
  return isSearchable(query) ? parseList((await backend.search({ query, country, limit })).json) : [];
}

export function isSearchable(query: string): boolean {
  const length = codePointCount(query);
  return length >= SEARCH_LIMITS.queryCharsMin && length <= SEARCH_LIMITS.queryCharsMax;
}

/** Returns the current companies that carry a number of the query. */
async function findByNumber(backend: Backend, query: Query, requested: RequestedNumbers): Promise<Candidate[]> {
  const numbers = numbersToFind(requested);
  if (numbers.length === 0 || backend.byNumber === undefined) return [];
  const { companies } = await backend.byNumber({ numbers, limit: NUMBERED_MAX });
  const likenessTo = comparisonWith(query.name);
  const known: Candidate[] = [];
  for (const { id, numbers: forms } of companies) {
    const company = await findCompany(backend, id);
    if (company?.lifecycle.status !== 'active') continue;
    const number = numberAgreement(company, requested, forms);
    if (number !== 1) continue;
    known.push(evidenceOf(company, query, { likeness: likenessTo(company), furtherName: undefined, number }));
  }
  return known;
}

/**
 * Returns a function that compares a name with the name of a company. Every word has the same weight: without an index it is unknown how
 * rare words are.
 */
function comparisonWith(name: string): (company: Company) => NameLikeness {
  const parts = partsOf(foldName(name));
  const comparison = new NameComparison(parts, () => 1);
  return (company) =>
    parts.words.length === 0 ? UNLIKE : comparison.with(partsOf(foldName(company.name ?? '')), company.country_code);
}

function evidenceOf(
  record: Company,
  { countries, statuses }: Query,
  { likeness, furtherName, number }: Pick<Candidate, 'likeness' | 'furtherName' | 'number'>,
): Candidate {
  const { identifiers = [], company_status: status, country_code: seat } = record;
  const scope = identifiers.find((one) => one.country_scope)?.country_scope?.slice(0, 2);
  return {
    record,
    furtherName,
    likeness,
    isFurtherName: furtherName !== undefined,
    country: agreement(countries, [seat, scope]),
    number,
    // Folding takes time, and most queries have no status.
    status: statuses.length === 0 ? 0 : agreement(statuses.map(foldName), [status && foldName(status)]),
  };
}

function agreement(requested: readonly string[], published: readonly (string | undefined)[]): Agreement {
  const known = published.filter((value) => value !== undefined);
  if (requested.length === 0 || known.length === 0) return 0;
  return known.some((value) => requested.includes(value)) ? 1 : -1;
}

function candidateOf({
  company: { record, furtherName },
  features,
  probability,
}: Ranked<Candidate>): ReconcileCandidate {
  const { id, name = id } = record;
  return {
    id,
    name,
    ...describe(record, furtherName),
    score: Math.round(1000 * probability) / 10,
    match: isCertain({ probability }),
    reason: reasonOf(features),
    type: [COMPANY_TYPE],
    features: [
      ...Object.entries(features).map(([feature, value]) => ({ id: feature, value: rounded(value) })),
      { id: 'constant_logit', value: CONSTANT },
      ...contributions(features).map((one) => ({ id: `${one.id}_logit`, value: rounded(one.value) })),
    ],
  };
}

export function describe(company: Company, furtherName?: string): { readonly description?: string } {
  const { country_code: country, legal_form: form, company_status: status } = company;
  const also = furtherName === undefined ? undefined : `also or formerly ${furtherName}`;
  const parts = [country, form, status, also].filter((part) => part !== undefined);
  return parts.length === 0 ? {} : { description: parts.join(' · ') };
}

function rounded(value: number): number {
  return Math.round(10_000 * value) / 10_000;
}

/** The numbers of a query, in all forms in which the look-up reads numbers. */
interface RequestedNumbers {
  readonly asRequested: ReadingsByValue;
  /** The same numbers with the leading zeros that they may have lost. */
  readonly padded: ReadingsByValue;
  /** The countries of the query. A number that lost its zeros is certain only in one of these countries. */
  readonly countries: readonly string[];
}

/** Returns the folded numbers by which companies are looked up. */
function numbersToFind({ asRequested, padded, countries }: RequestedNumbers): string[] {
  const certain = Array.from(padded).flatMap(([value, readings]) =>
    readings.some(({ country }) => country !== undefined && countries.includes(country)) ? [value] : [],
  );
  return [...new Set([...asRequested.keys(), ...certain])];
}

/**
 * Returns whether a company has a requested number. If the query has no country, a number that matches only with added zeros counts neither
 * for nor against the company.
 * @param forms other written forms of the registry number of the company, which no identifier shows
 */
function numberAgreement(
  { identifiers = [] }: Company,
  { asRequested, padded, countries }: RequestedNumbers,
  forms: readonly string[] = [],
): Agreement {
  if (asRequested.size === 0 || identifiers.length === 0) return 0;
  const registered = identifiers.find(({ scheme }) => scheme === 'national_registry_number');
  const all =
    registered === undefined ? identifiers : [...identifiers, ...forms.map((value) => ({ ...registered, value }))];
  if (all.some((identifier) => readingOf(identifier, asRequested) !== undefined)) return 1;
  const withZeros = all.filter((identifier) => readingOf(identifier, padded) !== undefined);
  if (withZeros.some((identifier) => countries.includes(numberCountry(identifier) ?? ''))) return 1;
  return withZeros.length > 0 && countries.length === 0 ? 0 : -1;
}
