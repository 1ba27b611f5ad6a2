import { FEATURE_NAMES, WEIGHTS, rank, type Features, type Weights } from '../../src/matching/index.ts';
import type { SnapshotReader } from '../../src/snapshot/index.ts';
import { candidatesOf, type Candidate } from './ours.ts';
import type { MatchQuestion } from './questions.ts';

/** Features that the questions say nothing of keep the weights that were chosen by hand. */
const CHOSEN = new Set<keyof Features>(['number', 'status', 'former', 'country']);
/** Companies of a question that are learned from. */
const LEARNED_MAX = 10;
const STEPS = 1500;
const RATE = 0.5;
/** Keeps weights small that the questions hardly need. */
const PENALTY = 1e-4;

interface Sample {
  readonly features: Features;
  readonly isMeant: boolean;
}

/**
 * Weights by logistic regression over the companies that questions bring: first those that order companies, then what their rivals take
 * from the probability, which depends on the order.
 */
export function fitted(reader: SnapshotReader, questions: readonly MatchQuestion[]): Weights {
  const asked = questions.map((question) => ({ id: question.id, candidates: candidatesOf(reader, question) }));
  const ordering = FEATURE_NAMES.filter((name) => name !== 'rivals' && name !== 'behind' && !CHOSEN.has(name));
  const alone = { ...WEIGHTS, rivals: 0, behind: 0 };
  const ordered = descended(samplesOf(asked, alone), alone, ordering);
  const weights = descended(samplesOf(asked, ordered), ordered, ['rivals', 'behind']);
  return Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => [name, Math.round(100 * weight) / 100]),
  ) as Weights;
}

function samplesOf(
  asked: readonly { readonly id: string; readonly candidates: readonly Candidate[] }[],
  weights: Weights,
): Sample[] {
  return asked.flatMap(({ id, candidates }) =>
    rank(candidates, weights)
      .slice(0, LEARNED_MAX)
      .map(({ company, features }) => ({ features, isMeant: company.id === id })),
  );
}

/** Gradient descent over all samples at once. */
function descended(samples: readonly Sample[], from: Weights, learned: readonly (keyof Features)[]): Weights {
  const weights: Record<string, number> = { ...from };
  for (let step = 0; step < STEPS; step++) {
    const gradient = new Map<string, number>();
    let ofConstant = 0;
    for (const { features, isMeant } of samples) {
      let logit = weights['constant'] ?? 0;
      for (const name of FEATURE_NAMES) logit += (weights[name] ?? 0) * features[name];
      const error = 1 / (1 + Math.exp(-logit)) - (isMeant ? 1 : 0);
      ofConstant += error;
      for (const name of learned) gradient.set(name, (gradient.get(name) ?? 0) + error * features[name]);
    }
    const rate = (RATE * 8) / samples.length;
    weights['constant'] = (weights['constant'] ?? 0) - rate * ofConstant;
    for (const [name, sum] of gradient) {
      const weight = weights[name] ?? 0;
      weights[name] = weight - rate * sum - RATE * PENALTY * weight;
    }
  }
  return weights as Weights;
}
