import type { Weights } from './score.ts';

/**
 * The weights, learned by `npm run bench:match -- --fit` from noisy names that no figure is measured with. docs/matching.md
 * explains them. Those of former names, numbers and status are chosen: a question of the bench says nothing of them.
 */
export const WEIGHTS: Weights = {
  constant: -11.26,
  words: 4.06,
  letters: 2.12,
  same: 1.76,
  form: 0.6,
  mistakes: -1.62,
  taken: -3.13,
  abbreviated: -2.97,
  extra: -2.61,
  instead: -2.49,
  numbers: -6.49,
  shared: 2.7,
  rarest: 4.38,
  length: 0.54,
  former: -0.3,
  country: 0.41,
  number: 45,
  contrary: -8,
  status: 0.5,
  rivals: -0.96,
};

/** A company is certain to be meant from this probability on. */
export const CERTAIN_PROBABILITY = 0.95;
