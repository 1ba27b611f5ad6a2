import type { NameLikeness } from '../../../src/snapshot/index.ts';
import features from './features.json' with { type: 'json' };

/**
 * The features of a score by name, with their weights in logits. docs/matching.md explains them. The weights were learned from noisy names
 * that no figure is measured with (logistic regression), except those of former names, the country, numbers and the status.
 */
export const FEATURES = features;
export type Feature = keyof typeof features;
export const FEATURE_NAMES = Object.keys(features) as Feature[];

/** Each is 0 if unknown, so that data that a register does not publish counts neither for nor against a company. */
export type Features = NameLikeness & Readonly<Record<Feature, number>>;

/** The score of a company without any feature, in logits. */
export const CONSTANT = -11.01;

/** From this probability on a company is certain to be meant. */
export const CERTAIN_PROBABILITY = 0.95;

/** From this probability on a company that is not certain is worth a look. */
export const DOUBTFUL_PROBABILITY = 0.1;

/** The contribution of a feature to a score, in logits. */
export function logitOf(name: Feature, value: number): number {
  return features[name].weight * value;
}

/** The part of two names' likeness that orders companies before their other features are known. */
export function likenessOf({ words, letters, same, form }: NameLikeness): number {
  return 0.55 * words + 0.35 * letters + 0.05 * same + 0.05 * ((form + 1) / 2);
}
