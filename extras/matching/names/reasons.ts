import { CONSTANT, FEATURE_NAMES, logitOf, type Features } from './score.ts';

/** Other companies are named as a reason if their odds are together at least this part of those of the company. */
const RIVALS_PART_MIN = 0.2;

/** How each feature reads in words; undefined if it says nothing of these names. */
const PHRASES: readonly ((features: Features) => string | undefined)[] = [
  ({ number, contrary }) => (number === 1 ? 'same number' : contrary === 1 ? 'another number' : undefined),
  ({ words, same, former }) =>
    words === 0 ? undefined : `${same === 1 ? 'same' : 'similar'} ${former === 1 ? 'former or further ' : ''}name`,
  ({ mistakes }) => counted(mistakes, 'different letter'),
  ({ abbreviated }) => counted(abbreviated, 'abbreviated word'),
  ({ instead }) => counted(instead, 'replaced word'),
  ({ extra, instead }) => counted(extra - instead, 'additional word'),
  ({ missing, instead }) => (missing > 0 && instead === 0 ? 'a missing word' : undefined),
  ({ taken }) => (taken > 0 ? 'another company has the word as written' : undefined),
  ({ numbers }) => (numbers === 1 ? 'a number in only one name' : undefined),
  ({ form }) => (form === 1 ? 'same legal form' : form === -1 ? 'another legal form' : undefined),
  ({ country }) => (country === 1 ? 'requested country' : country === -1 ? 'another country' : undefined),
  ({ status }) => (status === -1 ? 'another status' : undefined),
  (features) => (hasRivals(features) ? 'other companies are likely too' : undefined),
];

/** The reason of a score in words, such as `similar name, 1 different letter, same legal form`. */
export function reasonOf(features: Features): string {
  return PHRASES.flatMap((phrase) => phrase(features) ?? []).join(', ');
}

function hasRivals(features: Features): boolean {
  const own = FEATURE_NAMES.filter((name) => name !== 'rivals');
  const odds = Math.exp(own.reduce((sum, name) => sum + logitOf(name, features[name]), CONSTANT));
  return Math.expm1(features.rivals) >= RIVALS_PART_MIN * odds;
}

function counted(count: number, what: string): string | undefined {
  return count >= 1 ? `${count} ${what}${count === 1 ? '' : 's'}` : undefined;
}
