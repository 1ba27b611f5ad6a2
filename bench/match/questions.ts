import { hashOf, partsOf } from '../../extras/matching/names/index.ts';
import { foldName } from '../../src/model/index.ts';
import { SnapshotScanner, searchRowsIn } from '../../src/snapshot/index.ts';
import { Random } from '../../tools/sample/index.ts';
import { noisyName, type NoisyName } from './noise.ts';

/** A noisy name, and the company that it was made of. */
export interface MatchQuestion extends NoisyName {
  /** Undefined where the company is not in the data. */
  readonly id: string | undefined;
  readonly name: string;
}

/** A company that the data do not have. */
export interface HeldOut {
  readonly name: string;
  readonly country: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly words: string;
}

/** So many questions whose company is there come with one whose company is not: of all, these are a quarter. */
const PRESENT_PER_ABSENT = 3;

/**
 * Draws companies and makes their names noisy. A company of which another has the name, but for legal form, order of words, accents and
 * spaces, is not asked for: nobody could tell which is meant. Where the country is said, the other may be in another country. To `count`
 * of these come a third as many whose company is not in the data, and whose words no company there has together.
 */
export function drawQuestions(
  snapshot: string,
  count: number,
  seed: number,
  heldOut: Iterable<HeldOut>,
): MatchQuestion[] {
  const random = new Random(seed);
  const all = new Map<string, number>();
  const drawn: Named[] = [];
  let seen = 0;
  for (const company of namesOf(snapshot)) {
    all.set(company.words, (all.get(company.words) ?? 0) + 1);
    all.set(`${company.country} ${company.words}`, (all.get(`${company.country} ${company.words}`) ?? 0) + 1);
    // A sample of some more companies than are needed, each as likely as any other.
    const place = seen++ < 4 * count ? drawn.length : random.int(seen);
    if (place < 4 * count) drawn[place] = company;
  }
  const questions: MatchQuestion[] = [];
  for (const { id, name, country, words } of drawn) {
    if (questions.length === count) break;
    const noisy = noisyName(name, country, random);
    const scope = noisy.country === country ? `${country} ${words}` : words;
    if (all.get(scope) === 1) questions.push({ ...noisy, id, name });
  }
  const absent = Math.round(questions.length / PRESENT_PER_ABSENT);
  // An even and an odd seed share no company that is not there.
  const isTaken = (words: string): boolean => !all.has(words) && hashOf(words) % 2 === seed % 2;
  return [...questions, ...absentQuestions(heldOut, absent, random, isTaken)];
}

/** Questions whose company is not in the data, each name once. */
function absentQuestions(
  heldOut: Iterable<HeldOut>,
  count: number,
  random: Random,
  isTaken: (words: string) => boolean,
): MatchQuestion[] {
  const questions: MatchQuestion[] = [];
  const asked = new Set<string>();
  for (const { name, country } of heldOut) {
    if (questions.length === count) break;
    const words = wordsOf(name);
    if (!isTaken(words) || asked.has(words)) continue;
    asked.add(words);
    questions.push({ ...noisyName(name, country, random), id: undefined, name });
  }
  return questions;
}

/** What names have in common that nobody could tell apart. */
function wordsOf(name: string): string {
  return partsOf(foldName(name)).words.toSorted().join('');
}

function* namesOf(snapshot: string): Generator<Named, void, undefined> {
  const scanner = new SnapshotScanner(snapshot);
  try {
    // All companies come first, then those of each country again: there those whose own country is not published.
    for (const { country: scope, json } of searchRowsIn(scanner)) {
      const { id, name, country_code: code } = JSON.parse(json) as { id: string; name?: string; country_code?: string };
      const country = scope === undefined ? code : code === undefined ? scope : undefined;
      if (name !== undefined && country !== undefined) yield { id, name, country, words: wordsOf(name) };
    }
  } finally {
    void scanner.close();
  }
}
