import type { NameLikeness } from '../../../src/snapshot/index.ts';
import calibration from './calibration.json' with { type: 'json' };
import table from './features.json' with { type: 'json' };

/**
 * The features of a score by name, with their weights in logits. docs/matching.md explains them. The weights were learned (logistic
 * regression) from noisy names that are not used in measurements, except those that docs/matching.md names.
 */
export const FEATURES = table;
type Feature = keyof typeof table;
export const FEATURE_NAMES = Object.keys(table) as Feature[];

/** Each feature is 0 if it is unknown, so that data that a register does not publish counts neither for nor against a company. */
export type Features = Readonly<Record<Feature, number>>;

/** The score of a company without any feature, in logits. */
export const CONSTANT = -11.1;

/** Minimum probability of a company that is certain to be meant. */
export const CERTAIN_PROBABILITY = 0.95;

/** Minimum probability of a company that is not certain, but worth a look. */
export const DOUBTFUL_PROBABILITY = 0.1;

/** The contribution of a feature to a score, in logits. */
function toLogit(name: Feature, value: number): number {
  return table[name].weight * value;
}

function totalLogit(features: Features): number {
  return FEATURE_NAMES.reduce((sum, name) => sum + toLogit(name, features[name]), CONSTANT);
}

/** Returns the likeness of two names that orders companies before their other features are known. */
export function computeLikeness({ words, letters, same, form }: NameLikeness): number {
  return 0.55 * words + 0.35 * letters + 0.05 * same + 0.05 * ((form + 1) / 2);
}

/** Whether a company agrees with a requested value: 1 if it does, -1 if it does not, 0 if no value is requested or known. */
export type Agreement = -1 | 0 | 1;

/** The evidence that a company matches a query. */
export interface Evidence {
  readonly likeness: NameLikeness;
  /** Whether the similar name is a former or further name. */
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

/** Orders companies by the probability that each is meant, the likeliest first; equally likely companies stay in their order. */
export function rank<T extends Evidence>(companies: readonly T[]): Ranked<T>[] {
  const scored = companies.map((company) => {
    const features = withContradiction(toFeatures(company));
    const logit = totalLogit(features);
    return { company, features, logit, odds: Math.exp(logit) };
  });
  const ranked = scored.toSorted((a, b) => b.logit - a.logit);
  // The odds of the companies after each one.
  const after = ranked.map(() => 0);
  for (let at = ranked.length - 2; at >= 0; at--) after[at] = (after[at + 1] ?? 0) + (ranked[at + 1]?.odds ?? 0);
  let before = 0;
  return ranked.map(({ company, features, logit, odds }, place) => {
    const rivals = Math.log1p(before + (after[place] ?? 0));
    before += odds;
    const probability = 1 / (1 + Math.exp(-(logit + toLogit('rivals', rivals))));
    return { company, features: { ...features, rivals }, probability };
  });
}

/** Maximum score, in logits, of a company whose legal form contradicts the requested one: 90 percent, which is never certain. */
const CONTRADICTED_LOGIT_MAX = Math.log(9);

/** Raises the weight of a contradictory legal form until no other similarity makes up for it. Only the number does. */
function withContradiction(features: Features): Features {
  if (features.contradicts === 0 || features.number === 1) return features;
  const above = totalLogit(features) - CONTRADICTED_LOGIT_MAX;
  return above <= 0 ? features : { ...features, contradicts: 1 - above / table.contradicts.weight };
}

/** Whether a company is certain to be meant. Two equally likely companies are never certain. */
export function isCertain({ probability }: Pick<Ranked<unknown>, 'probability'>): boolean {
  return probability >= CERTAIN_PROBABILITY;
}

/** The contribution of each feature to a score, in logits, without zeros. */
export function contributions(features: Features): { readonly id: Feature; readonly value: number }[] {
  return FEATURE_NAMES.map((id) => ({ id, value: toLogit(id, features[id]) })).filter(({ value }) => value !== 0);
}

function toFeatures({ likeness, isFurtherName, country, number, status }: Evidence): Features {
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

/** Minimum odds of all other companies together, as a share of the odds of the company, for the reason to mention other companies. */
const RIVALS_PART_MIN = 0.2;

/** Returns the words for each feature; undefined if the feature does not apply. */
const PHRASES: readonly ((features: Features) => string | undefined)[] = [
  ({ number, contrary }) => (number === 1 ? 'same number' : contrary === 1 ? 'another number' : undefined),
  ({ words, same, former }) =>
    words === 0 ? undefined : `${same === 1 ? 'same' : 'similar'} ${former === 1 ? 'former or further ' : ''}name`,
  ({ mistakes }) => times(mistakes, 'different letter'),
  ({ abbreviated }) => times(abbreviated, 'abbreviated word'),
  ({ instead }) => times(instead, 'replaced word'),
  ({ extra, instead }) => times(extra - instead, 'additional word'),
  ({ missing, instead }) => (missing > 0 && instead === 0 ? 'a missing word' : undefined),
  ({ taken }) => (taken > 0 ? 'another company has the word as written' : undefined),
  ({ numbers }) => (numbers === 1 ? 'a number in only one name' : undefined),
  ({ form }) => (form >= 0.5 ? 'same legal form' : form < 0 ? 'another legal form' : undefined),
  ({ country }) => (country === 1 ? 'requested country' : country === -1 ? 'another country' : undefined),
  ({ status }) => (status === -1 ? 'another status' : undefined),
  (features) => (hasRivals(features) ? 'other companies are likely too' : undefined),
];

/** The reason of a score in words, such as `similar name, 1 different letter, same legal form`. */
export function formatReason(features: Features): string {
  return PHRASES.flatMap((phrase) => phrase(features) ?? []).join(', ');
}

function hasRivals(features: Features): boolean {
  const odds = Math.exp(totalLogit({ ...features, rivals: 0 }));
  return Math.expm1(features.rivals) >= RIVALS_PART_MIN * odds;
}

function times(count: number, what: string): string | undefined {
  return count >= 1 ? `${count} ${what}${count === 1 ? '' : 's'}` : undefined;
}

/** For each measurement: the percentage of certain results, and the percentage of these that were right (docs/matching.md). */
export const CALIBRATION = calibration;

/** How to read scores, for people who see results. */
export function calibrationText(): string {
  const shares = CALIBRATION.map(({ right }) => right);
  return (
    'A score is the probability that the company is meant, in percent. ' +
    `It is certain from ${100 * CERTAIN_PROBABILITY} percent on: in measurements with misspelt names ` +
    `${Math.min(...shares)} to ${Math.max(...shares)} percent of the certain companies were right.`
  );
}
