import type { Backend, MatchResult } from '../../src/backend/index.ts';
import { SEARCH_LIMITS, type Company } from '../../src/contract/index.ts';
import type { DetailsSearchResult } from '../../src/details/index.ts';
import { codePointCount, foldName, isCompanyId } from '../../src/model/index.ts';
import { ProblemError, findCompany, parseList } from '../../src/operations/index.ts';
import {
  CONSTANT,
  NameComparison,
  UNLIKE,
  contributions,
  formatReason,
  isCertain,
  rank,
  splitName,
  type Agreement,
  type Evidence,
  type NameLikeness,
  type Ranked,
} from '../matching/names/index.ts';
import { describe, describeAll, type Description } from './describe.ts';
import { numberAgreement, numbersToFind, requestedNumbers, type RequestedNumbers } from './numbers.ts';
import type { Query } from './parameters.ts';
import { COMPANY_TYPE, findDetails } from './properties.ts';
import type { ReconcileCandidate } from './schemas.ts';

/** Maximum number of companies that are scored: more than a response has, because equally similar companies lower each other's scores. */
const SCORED_MAX = 32;
const NUMBERED_MAX = 10;

const NO_INDEX =
  'Names cannot be matched: the snapshot has no match index, which "openfirma build --match" makes, or one of another version';

interface Candidate extends Evidence {
  readonly record: Company;
  readonly furtherName: string | undefined;
}

/**
 * Returns the companies that a query may mean, the likeliest first.
 * @param undescribed the number of the likeliest companies without a description: describing reads a company and its details
 */
export async function candidatesFor(backend: Backend, query: Query, undescribed = 0): Promise<ReconcileCandidate[]> {
  if (!query.isOfCompanies) return [];
  if (isCompanyId(query.name)) return await candidateById(backend, query.name);
  const requested = requestedNumbers(query.numbers, query.countries);
  const byNumber = await findByNumber(backend, query, requested);
  const known = new Set(byNumber.map(({ record }) => record.id));
  const byName = (await findByName(backend, query, requested)).filter(({ record }) => !known.has(record.id));
  const ranked = rank([...byNumber, ...byName]).slice(0, query.limit);
  const companies = ranked.map(({ company: { record, furtherName } }) => ({ ...record, furtherName }));
  const descriptions = await describeAll(backend, companies.slice(undescribed));
  return ranked.map((one, i) => toCandidate(one, descriptions[i - undescribed] ?? {}));
}

async function candidateById(backend: Backend, id: string): Promise<ReconcileCandidate[]> {
  const company = await findCompany(backend, id);
  if (company === undefined || company.lifecycle.status === 'restricted') return [];
  const { name = id } = company;
  const [details] = await findDetails(backend, [id]);
  return [
    {
      id,
      name,
      ...describe(company, details),
      score: 100,
      match: true,
      reason: 'same ID',
      type: [COMPANY_TYPE],
      features: [],
    },
  ];
}

async function findByName(backend: Backend, query: Query, requested: RequestedNumbers): Promise<Candidate[]> {
  if (query.name === '') return [];
  const hasNumbers = query.numbers.length > 0;
  const found = await similarNames(backend, query, hasNumbers);
  return await Promise.all(
    found.map(async ({ json, likeness, furtherName }) => {
      const company = JSON.parse(json) as Company;
      const whole = hasNumbers ? await loadWhole(backend, company) : company;
      return toEvidence(whole, query, { likeness, furtherName, number: numberAgreement(whole, requested) });
    }),
  );
}

/** Adds the identifiers to a company of a search, whose results have none. It may have been restricted since it was found. */
async function loadWhole(backend: Backend, found: Company): Promise<Company> {
  const whole = (await findCompany(backend, found.id)) ?? found;
  return whole.lifecycle.status === 'active' ? { ...found, ...whole } : whole;
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
  for (const query of new Set([name, splitName(foldName(name)).words.join(' ')])) {
    for (const company of await search(backend, query, limit, country))
      found.set(company.id, { json: JSON.stringify(company), likeness: likenessTo(company) });
  }
  return [...found.values()];
}

/**
 * Returns the companies that a search finds, with details if they come with the search; an empty list if the query is too short or too long
 * for a search.
 */
export async function search(
  backend: Backend,
  query: string,
  limit: number,
  country?: string,
): Promise<DetailsSearchResult[]> {
  if (!isSearchable(query)) return [];
  const request = { query, country, limit };
  return parseList(((await backend.searchWithDetails?.(request)) ?? (await backend.search(request))).json);
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
    known.push(toEvidence(company, query, { likeness: likenessTo(company), furtherName: undefined, number }));
  }
  return known;
}

/**
 * Returns a function that compares a name with the name of a company. Every word has the same weight: without an index it is unknown how
 * rare words are.
 */
function comparisonWith(name: string): (company: Company) => NameLikeness {
  const parts = splitName(foldName(name));
  const comparison = new NameComparison(parts, () => 1);
  return (company) =>
    parts.words.length === 0 ? UNLIKE : comparison.with(splitName(foldName(company.name ?? '')), company.country_code);
}

function toEvidence(
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

function toCandidate(
  { company: { record }, features, probability }: Ranked<Candidate>,
  description: Description,
): ReconcileCandidate {
  const { id, name = id } = record;
  return {
    id,
    name,
    ...description,
    score: Math.round(1000 * probability) / 10,
    match: isCertain({ probability }),
    reason: formatReason(features),
    type: [COMPANY_TYPE],
    features: [
      ...Object.entries(features).map(([feature, value]) => ({ id: feature, value: rounded(value) })),
      { id: 'constant_logit', value: CONSTANT },
      ...contributions(features).map((one) => ({ id: `${one.id}_logit`, value: rounded(one.value) })),
    ],
  };
}

function rounded(value: number): number {
  return Math.round(10_000 * value) / 10_000;
}
