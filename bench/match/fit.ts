import { FEATURE_NAMES, WEIGHTS, logitOf, rank, type Features, type Weights } from '../../src/matching/index.ts';
import { descendedTo } from './newton.ts';
import type { Candidate } from './ours.ts';

/**
 * Features that the questions say nothing of keep the weights that were chosen by hand. So does the country: companies that are not there
 * are sought in their country, too, and it would count against those that are.
 */
const CHOSEN = new Set<keyof Features>(['number', 'contrary', 'status', 'former', 'country']);
const ORDERING = FEATURE_NAMES.filter((name) => name !== 'rivals' && !CHOSEN.has(name));
/** Companies of a question that are learned from. */
const LEARNED_MAX = 12;
/** After so many rounds scale, rivals and constant agree. */
const ROUNDS = 30;

/** A question as it was answered; `id` is undefined where its company is not there. */
export interface Answered {
  readonly id: string | undefined;
  readonly candidates: readonly Candidate[];
}

/**
 * Weights by logistic regression over the companies that questions bring: first those that order companies, of which one or none is meant;
 * then the scale of these, the constant, and what rivals take, so that the first company is right as often as its probability says.
 */
export function fitted(asked: readonly Answered[]): Weights {
  const weights = orderingWeights(asked);
  for (let round = 0; round < ROUNDS; round++) {
    const [scale = 1, rivals = -1, shift = 0] = firstsWeights(asked, weights);
    const scaled = Object.fromEntries(ORDERING.map((name) => [name, scale * weights[name]]));
    Object.assign(weights, scaled, { constant: scale * weights.constant + shift, rivals });
  }
  return Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => [name, Math.round(100 * weight) / 100]),
  ) as Weights;
}

/** Of each question's companies one is meant, or none of them, which has the odds 1. */
function orderingWeights(asked: readonly Answered[]): Weights {
  const questions = asked.map(({ id, candidates }) => {
    const ranked = rank(candidates, { ...WEIGHTS, rivals: 0 }).slice(0, LEARNED_MAX);
    return {
      choices: ranked.map(({ features }) => [...ORDERING.map((name) => features[name]), 1]),
      chosen: ranked.findIndex(({ company }) => company.id === id),
    };
  });
  const learned = descendedTo(questions, ORDERING.length + 1);
  const named = Object.fromEntries(ORDERING.map((name, i) => [name, learned[i] ?? 0]));
  return { ...WEIGHTS, ...named, constant: learned.at(-1) ?? 0, rivals: -1 };
}

/** The scale of the weights, that of rivals, and what is added to the constant, by the first company of each question. */
function firstsWeights(asked: readonly Answered[], weights: Weights): number[] {
  const questions = asked.flatMap(({ id, candidates }) => {
    const [first] = rank(candidates, weights);
    if (first === undefined) return [];
    const { rivals } = first.features;
    const alone = logitOf({ ...first.features, rivals: 0 }, weights);
    return [{ choices: [[alone, rivals, 1]], chosen: first.company.id === id ? 0 : -1 }];
  });
  return descendedTo(questions, 3);
}
