import type { Backend, MatchResult } from '../../src/backend/index.ts';
import { SEARCH_LIMITS, type Company } from '../../src/contract/index.ts';
import type { ReconcileCandidate } from './schemas.ts';
import {
  NameComparison,
  UNLIKE,
  WEIGHTS,
  contributions,
  isCertain,
  partsOf,
  rank,
  type Agreement,
  type Evidence,
  type Ranked,
} from '../matching/names/index.ts';
import { codePointCount, foldName, isCompanyId } from '../../src/model/index.ts';
import { ProblemError, findCompany, parseList } from '../../src/operations/index.ts';
import { numberAgreement, saidNumbers, valuesOf, type SaidNumbers } from './numbers.ts';
import type { Query } from './parameters.ts';
import { COMPANY_TYPE } from './properties.ts';

/** Companies that are scored: more than are answered, because those that are as alike count, too. */
const SCORED_MAX = 32;
/** Companies that carry one of the numbers that were said. */
const NUMBERED_MAX = 10;

/** What queries with a name are answered over a snapshot without an index; the operator has to build another one. */
const NO_INDEX = 'Names cannot be matched: the snapshot has no match index, which "openfirma build --match" makes';

interface Known extends Evidence {
  readonly its: Company;
  readonly furtherName: string | undefined;
}

/** Finds the companies that are meant by queries. */
export class Matcher {
  readonly #backend: Backend;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** The companies that may be meant, the likeliest first. */
  async candidates(query: Query): Promise<ReconcileCandidate[]> {
    if (!query.isOfCompanies) return [];
    if (isCompanyId(query.name)) return await this.#byId(query.name);
    const known = new Map<string, Known>();
    const said = saidNumbers(query.numbers, query.countries);
    for (const one of await this.#byNumber(query, said)) known.set(one.its.id, one);
    for (const one of await this.#byName(query, said)) if (!known.has(one.its.id)) known.set(one.its.id, one);
    const ranked = rank([...known.values()], WEIGHTS);
    return ranked.slice(0, query.limit).map(candidateOf);
  }

  /** The ID of a company means the company. */
  async #byId(id: string): Promise<ReconcileCandidate[]> {
    const company = await this.company(id);
    if (company === undefined || company.lifecycle.status === 'restricted') return [];
    const { name = id } = company;
    return [{ id, name, ...describe(company), score: 100, match: true, type: [COMPANY_TYPE], features: [] }];
  }

  async #byName(query: Query, said: SaidNumbers): Promise<Known[]> {
    const { name, countries } = query;
    if (name === '') return [];
    // Where the data service can only be searched, each company whose numbers are compared is a request to it.
    const limit = query.numbers.length === 0 ? SEARCH_LIMITS.limitMax : SEARCH_LIMITS.limitDefault;
    const found = await this.#named(name, countries[0], limit);
    const known = await Promise.all(
      found.map(async ({ json, likeness, furtherName }) => {
        const company = JSON.parse(json) as Company;
        // Results of a search have no identifiers.
        const whole = query.numbers.length === 0 ? company : ((await this.company(company.id)) ?? company);
        return evidenceOf(whole, query, { likeness, furtherName, number: numberAgreement(whole, said) });
      }),
    );
    return known;
  }

  /** The companies whose names are alike; where the data service can only search, those that a search finds. */
  async #named(name: string, country: string | undefined, limit: number): Promise<MatchResult['companies']> {
    if (this.#backend.match !== undefined) {
      const matched = await this.#backend.match({ name, country, limit: SCORED_MAX });
      if (matched === undefined) throw new ProblemError('upstream_unavailable', NO_INDEX, { retryAfterSeconds: 60 });
      return matched.companies;
    }
    const asked = partsOf(foldName(name));
    const comparison = new NameComparison(asked, () => 1);
    const found = new Map<string, MatchResult['companies'][number]>();
    for (const query of new Set([name, asked.words.join(' ')])) {
      const length = codePointCount(query);
      if (length < SEARCH_LIMITS.queryCharsMin || length > SEARCH_LIMITS.queryCharsMax) continue;
      const { json } = await this.#backend.search({ query, country, limit });
      for (const company of parseList<Company>(json))
        found.set(company.id, {
          json: JSON.stringify(company),
          likeness: comparison.with(partsOf(foldName(company.name ?? '')), company.country_code),
        });
    }
    return [...found.values()];
  }

  /** The companies that carry a number that was said. */
  async #byNumber(query: Query, said: SaidNumbers): Promise<Known[]> {
    const numbers = valuesOf(said);
    if (numbers.length === 0 || this.#backend.byNumber === undefined) return [];
    const { companies } = await this.#backend.byNumber({ numbers, limit: NUMBERED_MAX });
    const asked = partsOf(foldName(query.name));
    const comparison = new NameComparison(asked, () => 1);
    const known: Known[] = [];
    for (const { id, numbers: forms } of companies) {
      const company = await this.company(id);
      if (company?.lifecycle.status !== 'active') continue;
      const number = numberAgreement(company, said, forms);
      if (number !== 1) continue;
      const likeness =
        asked.words.length === 0
          ? UNLIKE
          : comparison.with(partsOf(foldName(company.name ?? '')), company.country_code);
      known.push(evidenceOf(company, query, { likeness, furtherName: undefined, number }));
    }
    return known;
  }

  /** The company under an id; undefined where none is visible. */
  async company(id: string): Promise<Company | undefined> {
    return await findCompany(this.#backend, id);
  }
}

function evidenceOf(
  company: Company,
  { countries, statuses }: Query,
  { likeness, furtherName, number }: Pick<Known, 'likeness' | 'furtherName' | 'number'>,
): Known {
  const { identifiers = [], company_status: status } = company;
  const itsCountries = [company.country_code, identifiers.find((one) => one.country_scope)?.country_scope?.slice(0, 2)];
  return {
    its: company,
    furtherName,
    likeness,
    isFurtherName: furtherName !== undefined,
    country: agreement(countries, itsCountries, (a, b) => a === b),
    number,
    status: agreement(statuses, [status], (a, b) => foldName(a) === foldName(b)),
  };
}

function agreement(
  said: readonly string[],
  published: readonly (string | undefined)[],
  isSame: (a: string, b: string) => boolean,
): Agreement {
  const known = published.filter((value) => value !== undefined);
  if (said.length === 0 || known.length === 0) return 0;
  return said.some((one) => known.some((other) => isSame(one, other))) ? 1 : -1;
}

function candidateOf({ company: { its, furtherName }, features, probability }: Ranked<Known>): ReconcileCandidate {
  const { id, name = id } = its;
  return {
    id,
    name,
    ...describe(its, furtherName),
    score: Math.round(1000 * probability) / 10,
    match: isCertain({ probability }),
    type: [COMPANY_TYPE],
    features: [
      ...Object.entries(features).map(([feature, value]) => ({ id: feature, value: rounded(value) })),
      { id: 'constant_logit', value: WEIGHTS.constant },
      ...contributions(features, WEIGHTS).map((one) => ({ id: `${one.id}_logit`, value: rounded(one.value) })),
    ],
  };
}

/** Distinguishes a company from its namesakes. */
export function describe(company: Company, furtherName?: string): { readonly description?: string } {
  const { country_code: country, legal_form: form, company_status: status } = company;
  const also = furtherName === undefined ? undefined : `also or formerly ${furtherName}`;
  const parts = [country, form, status, also].filter((part) => part !== undefined);
  return parts.length === 0 ? {} : { description: parts.join(' · ') };
}

function rounded(value: number): number {
  return Math.round(10_000 * value) / 10_000;
}
