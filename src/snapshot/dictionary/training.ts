import { PHRASES_MAX, PHRASE_BYTES_MAX } from './dictionary.ts';
import { PhraseFinder } from './phrase-finder.ts';

/** Companies whose texts the phrases are taken from. Twice as many made the texts of others no shorter, and the book twice as large. */
const SAMPLE_COMPANIES = 6000;

/** Bytes of one company's texts that are looked at, so that the sample has a bound. */
const SAMPLE_BYTES_MAX = 2048;

/** In each round two neighbours may become one phrase: as many as the longest phrase needs, and one for good measure. */
const ROUNDS = 9;

interface Sampled {
  readonly id: Buffer;
  readonly texts: readonly Buffer[];
}

/**
 * The texts of some companies, chosen by their ids: the smallest, which are as good as drawn by lot, and the same in whatever order
 * companies come.
 */
export class PhraseSample {
  readonly #most: number;
  #companies: Sampled[] = [];
  /** No company behind this one is among the smallest. */
  #last: Buffer | undefined;

  /** Takes the texts of `most` companies at most. */
  constructor(most = SAMPLE_COMPANIES) {
    this.#most = most;
  }

  /** Takes a company's texts, or does not ask for them; they are copied. */
  add(id: Uint8Array, textsOf: () => readonly Buffer[]): void {
    if (this.#last !== undefined && Buffer.compare(id, this.#last) > 0) return;
    let left = SAMPLE_BYTES_MAX;
    const cut = textsOf().map((text) => {
      const taken = text.subarray(0, left);
      left -= taken.length;
      return ownCopy(taken);
    });
    this.#companies.push({ id: ownCopy(id), texts: cut });
    if (this.#companies.length >= 2 * this.#most) this.#keepSmallest();
  }

  /** Lets go of the texts of the companies with the smallest ids, in the order of these. */
  take(): Buffer[] {
    this.#keepSmallest();
    const texts = this.#companies.flatMap((company) => company.texts);
    this.#companies = [];
    return texts;
  }

  #keepSmallest(): void {
    this.#companies.sort((a, b) => Buffer.compare(a.id, b.id));
    if (this.#companies.length < this.#most) return;
    this.#companies.length = this.#most;
    this.#last = this.#companies.at(-1)?.id;
  }
}

/** A copy in memory of its own: cut from a pool, a few bytes that are kept would keep the other kilobytes too. */
function ownCopy(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

/**
 * The phrases that make texts short, the most frequent first, every byte among them. It is the way of FSST (Boncz, Neumann and Leis,
 * "FSST: Fast Random Access String Compression", 2020) with more and longer phrases: in each round texts are written with the phrases
 * so far, each phrase and each two neighbours are weighed by what they save, and the heaviest are the phrases of the next round.
 */
export function phrasesOf(texts: readonly Uint8Array[]): Uint8Array[] {
  let phrases = SINGLE_BYTES;
  for (let round = 0; round < ROUNDS; round++) phrases = heaviest(usesIn(texts, phrases, true));
  const uses = usesIn(texts, phrases, false);
  return [...uses]
    .filter(([phrase, count]) => phrase.length === 1 || savedBy(count, phrase) > 0)
    .toSorted(([a, countOfA], [b, countOfB]) => countOfB - countOfA || inOrder(a, b))
    .map(([phrase]) => bytesOf(phrase));
}

/** How often each phrase, as a text of bytes, is used to write texts; with `joined`, also each two that stand side by side. */
function usesIn(texts: readonly Uint8Array[], phrases: readonly Uint8Array[], isJoined: boolean): Map<string, number> {
  const finder = new PhraseFinder(phrases);
  const counts = new Float64Array(phrases.length);
  const pairs = new Map<number, number>();
  for (const text of texts) {
    let before = -1;
    for (let at = 0; at < text.length;) {
      const code = finder.longestAt(text, at);
      counts[code] = (counts[code] ?? 0) + 1;
      const pair = before * PHRASES_MAX + code;
      if (isJoined && before >= 0) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      before = code;
      at += phrases[code]?.length ?? 1;
    }
  }
  const written = phrases.map((phrase) => Buffer.from(phrase).toString('latin1'));
  const uses = new Map(written.map((phrase, code) => [phrase, counts[code] ?? 0]));
  for (const [pair, count] of pairs) {
    // Nearly all stand side by side once, and are worth nothing.
    if (count < 2) continue;
    const joined = `${written[Math.floor(pair / PHRASES_MAX)] ?? ''}${written[pair % PHRASES_MAX] ?? ''}`;
    if (joined.length <= PHRASE_BYTES_MAX) uses.set(joined, (uses.get(joined) ?? 0) + count);
  }
  return uses;
}

/** Every byte, and of all longer phrases as many as there is room for. */
function heaviest(uses: ReadonlyMap<string, number>): Uint8Array[] {
  const longer: { readonly phrase: string; readonly saved: number }[] = [];
  for (const [phrase, count] of uses) {
    const saved = savedBy(count, phrase);
    if (phrase.length > 1 && saved > 0) longer.push({ phrase, saved });
  }
  longer.sort((a, b) => b.saved - a.saved || inOrder(a.phrase, b.phrase));
  longer.length = Math.min(longer.length, PHRASES_MAX - SINGLE_BYTES.length);
  return [...SINGLE_BYTES, ...longer.map(({ phrase }) => bytesOf(phrase))];
}

const SINGLE_BYTES: readonly Uint8Array[] = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));

/** The tenths of bytes that a phrase saves in the sample: a code is 1.3 bytes long, and the phrase and its length are stored. */
function savedBy(count: number, { length }: string): number {
  return count * (10 * length - 13) - 10 * (length + 1);
}

function bytesOf(phrase: string): Uint8Array {
  return Buffer.from(phrase, 'latin1');
}

/** By code units, which are bytes here: no locale has a say. */
function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
