import type { Backend } from '../backend/index.ts';
import type { Company } from '../contract/index.ts';
import type { DetailsRecord } from '../model/index.ts';

/** A company of a similar name; the record is absent if the data service has no details. */
export interface SimilarCompany {
  readonly company: Company;
  readonly record: DetailsRecord | undefined;
}

/** Maximum number of companies of a request. */
export const SIMILAR_MAX = 5;

/** Number of companies whose country is compared: a match index searches other countries, too, where the best name is dissimilar. */
const COMPARED_MAX = 25;

/**
 * Minimum share of common words, by their rarity and their letters (`words` in docs/matching.md). Of 151 first suggestions that were
 * right for a misspelt, shortened or extended name it removed one; of 28 for meaningless texts it removed 13: the others share a rare word.
 */
const WORDS_MIN = 0.5;

/** Returns the companies whose names are similar to a text, the most similar first; undefined if the data has no match index. */
export async function findSimilar(
  backend: Backend,
  name: string,
  country: string | undefined,
): Promise<SimilarCompany[] | undefined> {
  const limit = country === undefined ? SIMILAR_MAX : COMPARED_MAX;
  const matched = await backend.match?.({ name, country, limit });
  if (matched === undefined) return undefined;
  const companies = matched.companies
    .filter(({ likeness }) => likeness.words >= WORDS_MIN)
    .map(({ json }) => JSON.parse(json) as Company);
  const found = await backend.details?.(companies.map(({ id }) => id));
  return companies
    .map((company, i) => ({ company, record: found?.records[i] }))
    .filter(({ company, record }) => {
      // It may have been restricted since its name was found.
      if (found !== undefined && record?.lifecycle.status !== 'active') return false;
      const countries = [company.country_code, record?.number?.country_scope?.slice(0, 2)];
      return country === undefined || countries.includes(country);
    })
    .slice(0, SIMILAR_MAX);
}
