import type { Weights } from './score.ts';

/**
 * The weights, learned from noisy names that no figure is measured with (logistic regression). docs/matching.md
 * explains them. Those of former names, the country, numbers and status are chosen.
 */
export const WEIGHTS: Weights = {
  constant: -11.01,
  words: 1.72,
  letters: 2.9,
  same: 2.11,
  form: 0.85,
  mistakes: -1.98,
  taken: -3.34,
  abbreviated: -3.74,
  extra: -2.4,
  instead: -2.59,
  missing: -1.87,
  numbers: -2.13,
  shared: 4.63,
  rarest: 5.41,
  former: -0.3,
  country: 0.05,
  number: 45,
  contrary: -8,
  status: 0.5,
  rivals: -1.05,
};

/** A company is certain to be meant from this probability on. */
export const CERTAIN_PROBABILITY = 0.95;
