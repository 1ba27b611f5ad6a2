import { Smallest, type YieldIfDue } from '../../files/index.ts';
import { compareText } from '../../model/index.ts';
import { PHRASES_MAX, PHRASE_BYTES_MAX, Dictionary } from './dictionary.ts';
import { CODED_PHRASE_BYTES_MAX, hasCode } from './day-codes.ts';
import { PhraseFinder } from './phrase-finder.ts';

/** Number of companies in the sample. Twice as many made the dictionary twice as large, and other texts no shorter. */
const SAMPLE_COMPANIES = 6000;

/** Maximum number of bytes of one company's texts in the sample. */
const SAMPLE_BYTES_MAX = 2048;

/**
 * Number of training rounds. A round joins two neighbours to one phrase, so eight rounds could make the longest phrase; a ninth lets the
 * choice settle.
 */
const ROUNDS = 9;

/** Number of texts of the first round; fewer are used in every round. */
const FIRST_TEXTS = 2000;

interface Sampled {
  readonly id: Buffer;
  readonly texts: readonly Buffer[];
}

/** The texts of the companies with the smallest ids: a random sample that does not depend on the order of the companies. */
export class TextSample {
  readonly #companies: Smallest<Sampled>;

  /** @param size maximum number of companies in the sample */
  constructor(size = SAMPLE_COMPANIES) {
    this.#companies = new Smallest(size, (a, b) => Buffer.compare(a.id, b.id));
  }

  /** Copies a company's texts. Does not call `readTexts` if the company is not in the sample. */
  add(id: Uint8Array, readTexts: () => readonly Buffer[]): void {
    const { bound } = this.#companies;
    if (bound !== undefined && Buffer.compare(id, bound.id) > 0) return;
    let left = SAMPLE_BYTES_MAX;
    const texts = readTexts().map((text) => {
      const taken = text.subarray(0, left);
      left -= taken.length;
      return unpooledCopy(taken);
    });
    this.#companies.add({ id: unpooledCopy(id), texts });
  }

  /** Returns the texts in the order of ids. */
  texts(): Buffer[] {
    return this.#companies.inOrder().flatMap((company) => company.texts);
  }
}

/** Copies bytes outside of Node's pool: a slice of it would keep the whole pool alive. */
function unpooledCopy(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

/**
 * Trains a dictionary for texts like these; takes seconds. The method is FSST (Boncz, Neumann and Leis, "FSST: Fast Random Access
 * String Compression", 2020) with more and longer phrases. Each round encodes the texts with the current phrases, weighs every
 * phrase and every pair of neighbours by the bytes they save, and keeps the best. The most frequent phrases get the short codes.
 */
export async function trainDictionary(texts: readonly Uint8Array[], yieldIfDue: YieldIfDue): Promise<Dictionary> {
  let phrases = SINGLE_BYTES;
  let earlier: readonly Phrase[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    // As in FSST the first rounds, whose phrases are soon replaced, see few of the texts.
    const share = Math.max(FIRST_TEXTS, Math.ceil(texts.length * (round / ROUNDS) ** 4));
    const next = choosePhrases(await countUses(texts.slice(0, share), phrases, true, yieldIfDue));
    // Rounds with the same texts depend only on the previous one. If a choice of phrases returns, two choices alternate.
    if (share >= texts.length && areSame(next, earlier)) {
      if ((ROUNDS - round) % 2 === 0) phrases = next;
      break;
    }
    [earlier, phrases] = [phrases, next];
  }
  const uses = await countUses(texts, phrases, false, yieldIfDue);
  const byFrequency = [...uses]
    .filter(([phrase, count]) => phrase.length === 1 || savedTenths(count, phrase) > 0)
    .toSorted(([a, countOfA], [b, countOfB]) => countOfB - countOfA || compareText(a, b));
  return Dictionary.of(byFrequency.map(([phrase]) => toBytes(phrase)));
}

/** Counts how often the texts use each phrase (as latin1) and, with `withPairs`, each pair of neighbours. */
async function countUses(
  texts: readonly Uint8Array[],
  phrases: readonly Phrase[],
  withPairs: boolean,
  yieldIfDue: YieldIfDue,
): Promise<Map<string, number>> {
  const finder = new PhraseFinder(phrases.map(({ bytes }) => bytes));
  const lengths = Uint8Array.from(phrases, ({ bytes }) => bytes.length);
  const counts = new Float64Array(phrases.length);
  const pairs = new Map<number, number>();
  for (const text of texts) {
    let before = -1;
    for (let at = 0; at < text.length;) {
      const code = finder.longestAt(text, at);
      counts[code] = (counts[code] ?? 0) + 1;
      const pair = before * PHRASES_MAX + code;
      if (withPairs && before >= 0) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      before = code;
      at += lengths[code] ?? 1;
    }
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
  }
  const uses = new Map(phrases.map(({ name }, code) => [name, counts[code] ?? 0]));
  for (const [pair, count] of pairs) {
    // Most pairs occur once and save nothing.
    if (count < 2) continue;
    const joined = `${phrases[Math.floor(pair / PHRASES_MAX)]?.name ?? ''}${phrases[pair % PHRASES_MAX]?.name ?? ''}`;
    if (joined.length <= (hasCode(joined) ? CODED_PHRASE_BYTES_MAX : PHRASE_BYTES_MAX))
      uses.set(joined, (uses.get(joined) ?? 0) + count);
  }
  return uses;
}

/** Returns every single byte, and as many longer phrases as fit, by the bytes that they save. */
function choosePhrases(uses: ReadonlyMap<string, number>): readonly Phrase[] {
  const longer: { readonly phrase: string; readonly saved: number }[] = [];
  for (const [phrase, count] of uses) {
    const saved = savedTenths(count, phrase);
    if (phrase.length > 1 && saved > 0) longer.push({ phrase, saved });
  }
  longer.sort((a, b) => b.saved - a.saved || compareText(a.phrase, b.phrase));
  longer.length = Math.min(longer.length, PHRASES_MAX - SINGLE_BYTES.length);
  return [...SINGLE_BYTES, ...longer.map(({ phrase }) => toPhrase(phrase))];
}

interface Phrase {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const SINGLE_BYTES: readonly Phrase[] = Array.from({ length: 256 }, (_, byte) => toPhrase(String.fromCharCode(byte)));

function toPhrase(name: string): Phrase {
  return { name, bytes: toBytes(name) };
}

function areSame(some: readonly Phrase[], others: readonly Phrase[]): boolean {
  return some.length === others.length && some.every(({ name }, i) => name === others[i]?.name);
}

/**
 * Returns the tenths of bytes that a phrase saves in the sample. A code has 1.3 bytes on average; the dictionary stores the phrase and its
 * length.
 */
function savedTenths(count: number, { length }: string): number {
  return count * (10 * length - 13) - 10 * (length + 1);
}

function toBytes(phrase: string): Uint8Array {
  return Buffer.from(phrase, 'latin1');
}
