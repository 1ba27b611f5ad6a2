import { partsOf } from '../../src/matching/index.ts';
import { foldName } from '../../src/model/index.ts';
import { SnapshotScanner, searchRowsIn } from '../../src/snapshot/index.ts';
import { Random } from '../../fiction/index.ts';
import { noisyName, type NoisyName } from './noise.ts';

/** A noisy name, and the company that it was made of. */
export interface MatchQuestion extends NoisyName {
  readonly id: string;
  readonly name: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly words: string;
}

/**
 * Draws companies and makes their names noisy. A company of which another has the name, but for legal form, order of words, accents and
 * spaces, is not asked for: nobody could tell which is meant. Where the country is said, the other may be in another country.
 */
export function drawQuestions(snapshot: string, count: number, seed: number): MatchQuestion[] {
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
  return questions;
}

function* namesOf(snapshot: string): Generator<Named, void, undefined> {
  const scanner = new SnapshotScanner(snapshot);
  try {
    for (const { country, json } of searchRowsIn(scanner)) {
      // All companies come first, then those of each country again.
      if (country !== undefined) break;
      const { id, name, country_code: code } = JSON.parse(json) as { id: string; name?: string; country_code?: string };
      if (name === undefined || code === undefined) continue;
      const words = partsOf(foldName(name)).words.toSorted().join('');
      yield { id, name, country: code, words };
    }
  } finally {
    void scanner.close();
  }
}
