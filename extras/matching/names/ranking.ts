import type { NameLikeness } from '../../../src/snapshot/index.ts';
import { CERTAIN_PROBABILITY } from './weights.ts';
import { FEATURE_NAMES, logitOf, probabilityOf, type Features, type Weights } from './score.ts';

/** Whether a company agrees with what was said of it: 1 it does, -1 it does not, 0 nothing was said or nothing is known. */
export type Agreement = -1 | 0 | 1;

/** The evidence that a company matches a query. */
export interface Evidence {
  readonly likeness: NameLikeness;
  /** Whether it is a former or further name that is alike. */
  readonly isFurtherName: boolean;
  readonly country: Agreement;
  readonly number: Agreement;
  readonly status: Agreement;
}

/** A company with its score. */
export interface Ranked<T> {
  readonly company: T;
  readonly features: Features;
  /** From 0 to 1. */
  readonly probability: number;
}

/** Companies by how likely each is the one that was meant, the likeliest first; equals stay in their order. */
export function rank<T extends Evidence>(companies: readonly T[], weights: Weights): Ranked<T>[] {
  const alone = companies.map((company) => {
    const features = featuresOf(company);
    const logit = logitOf(features, weights);
    return { company, features, logit, odds: Math.exp(logit) };
  });
  const ranked = alone.toSorted((a, b) => b.logit - a.logit);
  return ranked.map(({ company, features, logit }, place) => {
    const rivals = Math.log1p(ranked.reduce((sum, { odds }, at) => (at === place ? sum : sum + odds), 0));
    return { company, features: { ...features, rivals }, probability: probabilityOf(logit + weights.rivals * rivals) };
  });
}

/** Whether a company may be taken unseen: it is likely enough, which it is not where another is as likely. */
export function isCertain({ probability }: Pick<Ranked<unknown>, 'probability'>): boolean {
  return probability >= CERTAIN_PROBABILITY;
}

/** The contribution of each feature to a score, in logits, without zeros. */
export function contributions(
  features: Features,
  weights: Weights,
): { readonly id: keyof Features; readonly value: number }[] {
  return FEATURE_NAMES.map((id) => ({ id, value: weights[id] * features[id] })).filter(({ value }) => value !== 0);
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
