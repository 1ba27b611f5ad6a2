import type { NameLikeness } from './compare-names.ts';
import { CERTAIN_PROBABILITY } from './weights.ts';
import { FEATURE_NAMES, logitOf, probabilityOf, type Features, type Weights } from './score.ts';

/** Whether a company agrees with what was said of it: 1 it does, -1 it does not, 0 nothing was said or nothing is known. */
export type Agreement = -1 | 0 | 1;

/** What is known of a company beside a question. */
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

/** Companies whose evidence tells apart less than this are as likely, in logits. */
const RIVAL_LOGITS = 0.5;

/** Companies by how likely each is the one that was meant, the likeliest first; equals stay in their order. */
export function rank<T extends Evidence>(companies: readonly T[], weights: Weights): Ranked<T>[] {
  const alone = companies.map((company) => {
    const features = featuresOf(company);
    return { company, features, logit: logitOf(features, weights) };
  });
  const ranked = alone.map(({ company, features, logit }, at) => {
    const others = alone.filter((_, place) => place !== at);
    const rivals = others.filter((other) => Math.abs(other.logit - logit) <= RIVAL_LOGITS).length;
    const behind = others.some((other) => other.logit > logit + RIVAL_LOGITS) ? 1 : 0;
    const all = { ...features, rivals: Math.log2(1 + rivals), behind };
    return { company, features: all, logit, probability: probabilityOf(all, weights) };
  });
  return ranked
    .toSorted((a, b) => b.logit - a.logit)
    .map(({ company, features, probability }) => ({ company, features, probability }));
}

/** Whether a company may be taken unseen: it is likely enough, and no other is as likely. */
export function isCertain({ features, probability }: Pick<Ranked<unknown>, 'features' | 'probability'>): boolean {
  return probability >= CERTAIN_PROBABILITY && features.rivals === 0 && features.behind === 0;
}

/** What each feature adds to a score, in logits; those that add nothing are left out. */
export function contributions(
  features: Features,
  weights: Weights,
): { readonly id: keyof Features; readonly value: number }[] {
  return FEATURE_NAMES.map((id) => ({ id, value: weights[id] * features[id] })).filter(({ value }) => value !== 0);
}

function featuresOf({ likeness, isFurtherName, country, number, status }: Evidence): Features {
  const { words, letters, same, form } = likeness;
  return { words, letters, same, form, former: isFurtherName ? 1 : 0, country, number, status, rivals: 0, behind: 0 };
}
