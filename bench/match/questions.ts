import { hashKey, splitName } from '../../extras/matching/names/index.ts';
import { foldName } from '../../src/model/index.ts';
import { SnapshotReader, scanSearchRows } from '../../src/snapshot/index.ts';
import { Random } from '../../tools/sample/index.ts';
import { noisyName, type NoisyName } from './noise.ts';

/** A noisy name and its company. */
export interface MatchQuestion extends NoisyName {
  /** Undefined if the company is not in the data. */
  readonly id: string | undefined;
}

/** A company that is not in the data. */
export interface HeldOut {
  readonly name: string;
  readonly country: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly country: string;
}

/** The seed of the questions, and the number of questions. */
const SEED = 7;
const QUESTIONS = 4000;
/** Number of questions about a company in the data for each question about a company that is not. */
const PRESENT_PER_ABSENT = 3;

/**
 * Draws companies and makes their names noisy. Skips companies that share their name with another company except for legal form, word
 * order, accents and spaces; if the question has a country, only companies of that country count. Adds a third as many questions about
 * companies that are not in the data; no company in the data has all words of such a name.
 */
export function drawQuestions(snapshot: string, heldOut: Iterable<HeldOut>): MatchQuestion[] {
  const random = new Random(SEED);
  const all = new Map<string, number>();
  const drawn: (Named & { readonly words: string })[] = [];
  let seen = 0;
  for (const named of readNames(snapshot)) {
    const company = { ...named, words: toSortedWords(named.name) };
    all.set(company.words, (all.get(company.words) ?? 0) + 1);
    all.set(`${company.country} ${company.words}`, (all.get(`${company.country} ${company.words}`) ?? 0) + 1);
    // Reservoir sampling, of more companies than needed because some are skipped.
    const place = seen++ < 4 * QUESTIONS ? drawn.length : random.int(seen);
    if (place < 4 * QUESTIONS) drawn[place] = company;
  }
  const questions: MatchQuestion[] = [];
  for (const { id, name, country, words } of drawn) {
    if (questions.length === QUESTIONS) break;
    const noisy = noisyName(name, country, random);
    const scope = noisy.country === country ? `${country} ${words}` : words;
    if (all.get(scope) === 1) questions.push({ ...noisy, id });
  }
  const absent = Math.round(questions.length / PRESENT_PER_ABSENT);
  const asked = new Set<string>();
  for (const { name, country } of heldOut) {
    if (asked.size === absent) break;
    const words = toSortedWords(name);
    // The weights were learned from the other half of the companies.
    if (all.has(words) || hashKey(words) % 2 !== SEED % 2 || asked.has(words)) continue;
    asked.add(words);
    questions.push({ ...noisyName(name, country, random), id: undefined });
  }
  return questions;
}

/** Returns the sorted words of a name: names with equal words count as the same name. */
function toSortedWords(name: string): string {
  return splitName(foldName(name)).words.toSorted().join('');
}

/** Yields every company of a snapshot that has a name and a country. */
export function* readNames(snapshot: string): Generator<Named, void, undefined> {
  const reader = SnapshotReader.open(snapshot);
  try {
    // All companies come first, then the companies by country: these rows supply countries that the first rows lack.
    for (const { country: scope, json } of scanSearchRows(reader)) {
      const { id, name, country_code: code } = JSON.parse(json) as { id: string; name?: string; country_code?: string };
      const country = scope === undefined ? code : code === undefined ? scope : undefined;
      if (name !== undefined && country !== undefined) yield { id, name, country };
    }
  } finally {
    void reader.close();
  }
}
