import { openBackend, type Backend } from '../../../src/backend/index.ts';
import type { Company } from '../../../src/contract/index.ts';
import { NO_DETAILS, lostDigits, type CompanyDetails, type CompanyState } from '../../../src/model/index.ts';
import { findCompany } from '../../../src/operations/index.ts';
import { MATCH_INDEX } from '../../matching/index/name-index.ts';
import { candidatesFor } from '../../reconcile/matcher.ts';
import { toQuery } from '../../reconcile/parameters.ts';
import { findCountry, findDetails } from '../../reconcile/properties.ts';
import type { ReconcileCandidate } from '../../reconcile/schemas.ts';
import type { RowValues } from '../list-run.ts';

/** The values of a row that identify a company, unchanged. */
export type WantedCompany = Omit<RowValues, 'id'>;

/** The result of a row. Values that no register publishes are absent. */
export interface MatchedRow {
  readonly company_id?: string;
  readonly company_name?: string;
  readonly company_number?: string;
  readonly company_locality?: string;
  readonly company_country?: string;
  readonly company_state?: CompanyState | undefined;
  /** The probability that the row means the company, in percent; absent without a candidate. */
  readonly match_score?: number;
  readonly match_certain: boolean;
  readonly match_reason: string;
  /** The other candidates, the likeliest first. */
  readonly candidates: readonly OtherCandidate[];
}

/** A further candidate, described so that companies of one name can be distinguished. */
type OtherCandidate = Pick<ReconcileCandidate, 'id' | 'name' | 'description' | 'score'>;

/** The start data of a thread. */
export interface MatcherTask {
  readonly snapshot: string;
  readonly candidates: number;
}

/** Opens the snapshot. Returns the function that matches a batch. */
export function openMatcher({ snapshot, candidates }: MatcherTask) {
  const backend = openBackend(`snapshot:${snapshot}`, { nameIndex: async () => MATCH_INDEX });
  return async (rows: readonly WantedCompany[]): Promise<MatchedRow[]> => {
    const matched: MatchedRow[] = [];
    for (const row of rows) matched.push(await matchRow(backend, row, candidates));
    return matched;
  };
}

/** Minimum score of a candidate, in percent: a user may take an ID without checking its score. */
const SCORE_MIN = 1;

/** Matches one row. @param limit maximum number of candidates, the best included */
export async function matchRow(backend: Backend, wanted: WantedCompany, limit: number): Promise<MatchedRow> {
  const { name, country, numbers } = wanted;
  const query = toQuery(name, country === '' ? [] : [country], numbers, limit);
  const isUnknown = country.trim() !== '' && findCountry(country) === undefined;
  const unread = [
    ...(isUnknown ? [`, country ${JSON.stringify(country)} is not known`] : []),
    ...numbers.filter(lostDigits).map((number) => `, the number ${JSON.stringify(number)} has lost digits`),
  ].join('');
  if (query.name === '' && query.numbers.length === 0) return unmatched('the row has neither a name nor a number');
  // The best one is read below, whole.
  const found = await candidatesFor(backend, query, 1);
  const [best, ...others] = found.filter(({ score }) => score >= SCORE_MIN);
  if (best === undefined)
    return unmatched((found.length === 0 ? 'no similar name' : `no company is ${SCORE_MIN} percent likely`) + unread);
  const company = await findCompany(backend, best.id);
  const [details] = await findDetails(backend, [best.id]);
  return {
    ...toShownCompany(best, company, details),
    company_state: details?.state,
    match_score: best.score,
    match_certain: best.match,
    match_reason: best.reason + unread,
    candidates: others.map(toOtherCandidate),
  };
}

function unmatched(reason: string): MatchedRow {
  return { match_certain: false, match_reason: reason, candidates: [] };
}

function toOtherCandidate({ id, name, description, score }: ReconcileCandidate): OtherCandidate {
  return { id, name, ...(description !== undefined && { description }), score };
}

function toShownCompany(
  { id, name }: ReconcileCandidate,
  company: Company | undefined,
  { address: { locality } = {} }: CompanyDetails = NO_DETAILS,
) {
  const [strongest] = company?.identifiers ?? [];
  const country = company?.country_code ?? strongest?.country_scope?.slice(0, 2);
  return {
    company_id: id,
    company_name: name,
    ...(strongest !== undefined && { company_number: strongest.value }),
    ...(locality !== undefined && { company_locality: locality }),
    ...(country !== undefined && { company_country: country }),
  };
}

const MAIN_COLUMNS = [
  'company_id',
  'company_name',
  'company_number',
  'company_locality',
  'company_country',
  'company_state',
  'match_score',
  'match_certain',
  'match_reason',
] as const;

const CANDIDATE_COLUMNS = ['id', 'name', 'description', 'score'] as const;

/** Returns the names of the columns of the result, in order. @param limit maximum number of candidates, the best included */
export function matchColumns(limit: number): string[] {
  const next = Array.from({ length: limit - 1 }, (_, i) =>
    CANDIDATE_COLUMNS.map((what) => `candidate_${i + 2}_${what}`),
  );
  return [...MAIN_COLUMNS, ...next.flat()];
}

/** Returns the cells of the result, in the order of {@linkcode matchColumns}. */
export function matchCells(row: MatchedRow, limit: number): string[] {
  const next = Array.from({ length: limit - 1 }, (_, i) => {
    const candidate: Partial<OtherCandidate> = row.candidates[i] ?? {};
    return CANDIDATE_COLUMNS.map((what) => String(candidate[what] ?? ''));
  });
  return [...MAIN_COLUMNS.map((name) => String(row[name] ?? '')), ...next.flat()];
}
