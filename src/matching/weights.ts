import type { Weights } from './score.ts';

/**
 * The weights, learned by `npm run bench:match -- --fit` from noisy names that no figure is measured with. docs/matching.md
 * explains them. Those of former names, country, number and status are chosen: a question of the bench says nothing of them, or was
 * sought by them.
 */
export const WEIGHTS: Weights = {
  constant: -3.68,
  words: 10.13,
  letters: 0.9,
  same: 2.32,
  form: 0.62,
  former: -0.3,
  country: 1,
  number: 9,
  status: 0.5,
  rivals: -2.36,
  behind: -8.27,
};

/** A company is certain to be meant from this probability on. */
export const CERTAIN_PROBABILITY = 0.95;
