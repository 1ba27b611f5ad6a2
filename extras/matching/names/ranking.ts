import type { NameLikeness } from '../../../src/snapshot/index.ts';
import { CERTAIN_PROBABILITY, CONSTANT, FEATURE_NAMES, logitOf, type Feature, type Features } from './score.ts';

/** Whether a company agrees with a requested value: 1 it does, -1 it does not, 0 no value is requested or known. */
export type Agreement = -1 | 0 | 1;

/** The evidence that a company matches a query. */
export interface Evidence {
  readonly likeness: NameLikeness;
  /** Whether the similar name is a former or further one. */
  readonly isFurtherName: boolean;
  readonly country: Agreement;
  readonly number: Agreement;
  readonly status: Agreement;
}

export interface Ranked<T> {
  readonly company: T;
  readonly features: Features;
  readonly probability: number;
}

/** Orders companies by the probability that each is meant, the likeliest first; equals stay in their order. */
export function rank<T extends Evidence>(companies: readonly T[]): Ranked<T>[] {
  const scored = companies.map((company) => {
    const features = featuresOf(company);
    const logit = FEATURE_NAMES.reduce((sum, name) => sum + logitOf(name, features[name]), CONSTANT);
    return { company, features, logit, odds: Math.exp(logit) };
  });
  const ranked = scored.toSorted((a, b) => b.logit - a.logit);
  return ranked.map(({ company, features, logit }, place) => {
    const rivals = Math.log1p(ranked.reduce((sum, { odds }, at) => (at === place ? sum : sum + odds), 0));
    const probability = 1 / (1 + Math.exp(-(logit + logitOf('rivals', rivals))));
    return { company, features: { ...features, rivals }, probability };
  });
}

/** Whether a company is certain to be meant. Two equally likely companies are never certain. */
export function isCertain({ probability }: Pick<Ranked<unknown>, 'probability'>): boolean {
  return probability >= CERTAIN_PROBABILITY;
}

/** The contribution of each feature to a score, in logits, without zeros. */
export function contributions(features: Features): { readonly id: Feature; readonly value: number }[] {
  return FEATURE_NAMES.map((id) => ({ id, value: logitOf(id, features[id]) })).filter(({ value }) => value !== 0);
}

function featuresOf({ likeness, isFurtherName, country, number, status }: Evidence): Features {
  return {
    ...likeness,
    former: isFurtherName ? 1 : 0,
    country,
    number: number === 1 ? 1 : 0,
    contrary: number === -1 ? 1 : 0,
    status,
    rivals: 0,
  };
}
