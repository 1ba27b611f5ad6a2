import type { NameLikeness } from '../../../src/snapshot/index.ts';

/**
 * The features of a score. Each is 0 if unknown, so that data that a register does not publish counts neither for nor against a
 * company.
 */
export interface Features extends NameLikeness {
  /** 1 where it is a former or further name of the company. */
  readonly former: number;
  /** 1 if the company is in the requested country, -1 if it is elsewhere. */
  readonly country: number;
  /** 1 if it has the requested number. */
  readonly number: number;
  /** 1 if it has numbers, but not a requested one. */
  readonly contrary: number;
  /** 1 if the register's status is the requested one, -1 if it is another one. */
  readonly status: number;
  /** How likely the other companies are: the logarithm of 1 and the sum of their odds. */
  readonly rivals: number;
}

export const FEATURE_NAMES = [
  'words',
  'letters',
  'same',
  'form',
  'mistakes',
  'taken',
  'abbreviated',
  'extra',
  'instead',
  'missing',
  'numbers',
  'shared',
  'rarest',
  'former',
  'country',
  'number',
  'contrary',
  'status',
  'rivals',
] as const satisfies readonly (keyof Features)[];

/** The weights of the features and of the constant, in logits. They were learned once (docs/matching.md). */
export type Weights = Readonly<Record<keyof Features | 'constant', number>>;

/** The probability, from 0 to 1, that has a logarithm of its odds. */
export function probabilityOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** The logarithm of the odds. */
export function logitOf(features: Features, weights: Weights): number {
  return FEATURE_NAMES.reduce((sum, name) => sum + weights[name] * features[name], weights.constant);
}

/** The part of two names' likeness that orders companies before their other features are known. */
export function likenessOf({ words, letters, same, form }: NameLikeness): number {
  return 0.55 * words + 0.35 * letters + 0.05 * same + 0.05 * ((form + 1) / 2);
}
