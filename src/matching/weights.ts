import type { Weights } from './score.ts';

/** The weights, learned by `npm run bench:match -- --fit` from noisy names that no figure is measured with. docs/matching.md explains them. */
export const WEIGHTS: Weights = {
  constant: -9,
  words: 7,
  letters: 5,
  same: 1,
  form: 0.8,
  former: -0.3,
  country: 1,
  number: 6,
  status: 0.5,
  rivals: -1,
};

/** A company is certain to be meant from this probability on. */
export const CERTAIN_PROBABILITY = 0.95;
