import calibration from './calibration.json' with { type: 'json' };
import { CERTAIN_PROBABILITY } from './score.ts';

/** For each measurement: how many results were certain, and how many of these were right, in percent (docs/matching.md). */
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
