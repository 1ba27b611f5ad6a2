import type { NameLikeness } from './compare-names.ts';

/**
 * What a score is made of. Each feature is 0 where nothing is known, so that what a register does not publish counts neither for nor
 * against a company.
 */
export interface Features {
  /** Of the name that is most alike, see {@linkcode NameLikeness}. */
  readonly words: number;
  readonly letters: number;
  readonly same: number;
  readonly form: number;
  /** 1 where it is a former or further name of the company. */
  readonly former: number;
  /** 1 where the company is in the country that was asked for, -1 where it is elsewhere. */
  readonly country: number;
  /** 1 where it has the number, -1 where it has none of the numbers that were asked for. */
  readonly number: number;
  /** 1 where the register's status is that asked for, -1 where it is another one. */
  readonly status: number;
  /** How many other companies are as likely, as a logarithm: 0 none, 1 one, 2 three. */
  readonly rivals: number;
  /** 1 where another company is likelier. */
  readonly behind: number;
}

export const FEATURE_NAMES = [
  'words',
  'letters',
  'same',
  'form',
  'former',
  'country',
  'number',
  'status',
  'rivals',
  'behind',
] as const satisfies readonly (keyof Features)[];

/** The weights of the features and of the constant, in logits. `npm run bench:match -- --fit` computes them. */
export type Weights = Readonly<Record<keyof Features | 'constant', number>>;

/** The probability, from 0 to 1, that it is the company that was meant, as the weights have learned it. */
export function probabilityOf(features: Features, weights: Weights): number {
  return 1 / (1 + Math.exp(-logitOf(features, weights)));
}

/** The logarithm of the odds. */
export function logitOf(features: Features, weights: Weights): number {
  return FEATURE_NAMES.reduce((sum, name) => sum + weights[name] * features[name], weights.constant);
}

/** The part of two names' likeness that orders companies before their other features are known. */
export function likenessOf({ words, letters, same, form }: NameLikeness): number {
  return 0.55 * words + 0.35 * letters + 0.05 * same + 0.05 * ((form + 1) / 2);
}
