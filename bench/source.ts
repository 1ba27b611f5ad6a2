import { SnapshotReader } from '../src/snapshot/index.ts';
import type { RegisterLine } from '../src/model/index.ts';
import { Random } from '../tools/sample/index.ts';
import { HOT_WORDS, generateLines, type LinesOptions } from '../tools/sample/lines.ts';
import { idsInOrder } from '../test/fixtures/ids-in-order.ts';
import { SEED } from './measuring.ts';
import { Targets } from './questions.ts';

const LENGTH_MIN = 3;
const LENGTH_MAX = 12;

/** The first three letters of very common names: thousands of names begin with each of these prefixes. */
export const HOT_PREFIXES: readonly string[] = [
  ...new Set(HOT_WORDS.map((word) => word.slice(0, LENGTH_MIN).toLowerCase())),
];

/** A name or a number, and the country of its company. */
interface SampledText {
  readonly text: string;
  readonly country: string;
}

/** Data that all mixes draw their questions from. */
export interface Source {
  readonly companies: number;
  /** Number of questions per mix, if there is enough data. */
  readonly count: number;
  /** Number of questions of `cold`. */
  readonly coldCount: number;
  /** Distinct names in random order. */
  readonly names: readonly SampledText[];
  readonly numbers: readonly SampledText[];
  /** Ids spread over all companies, in random order. */
  readonly ids: readonly string[];
  /** The port of a service that is not measured, for questions that need its responses. */
  readonly port: number;
  readonly targets: Targets;
}

/** Number of companies sampled per question; more than one, because a fifth of all names repeat. */
const SAMPLED_COMPANIES_PER_QUESTION = 1.5;

/** Draws names, numbers and ids from generated companies and their snapshot. */
export function drawSource(
  snapshot: string,
  options: Pick<Source, 'companies' | 'count' | 'coldCount' | 'port'>,
): Source {
  const { companies, count } = options;
  const sampled = Math.min(companies, Math.ceil(count * SAMPLED_COMPANIES_PER_QUESTION));
  const { names, numbers } = sampleTexts({ companies: sampled, seed: SEED });
  const random = new Random(SEED ^ 0x0dd5);
  const distinct = [...new Map(names.map((name) => [name.text, name])).values()];
  const reader = SnapshotReader.open(snapshot);
  const targets = new Targets(reader.metadata.generation);
  const every = Math.max(1, Math.floor(companies / count));
  const ids = [...idsInOrder(reader, every).take(count)];
  void reader.close();
  return {
    ...options,
    targets,
    names: shuffled(distinct, random),
    numbers: shuffled(numbers, random),
    ids: shuffled(ids, random),
  };
}

/**
 * Returns names and numbers of generated companies that are long enough for a search. Texts that occur several times are returned several
 * times.
 */
export function sampleTexts(options: LinesOptions): { names: SampledText[]; numbers: SampledText[] } {
  const names: SampledText[] = [];
  const numbers: SampledText[] = [];
  for (const batch of generateLines(options)) {
    for (const line of batch.trimEnd().split('\n')) {
      const { name = '', identifiers = [] } = JSON.parse(line) as RegisterLine;
      const country = identifiers[0]?.country_scope?.slice(0, 2) ?? '';
      if (Array.from(name).length >= LENGTH_MIN) names.push({ text: name, country });
      for (const { value } of identifiers) if (value.length >= LENGTH_MIN) numbers.push({ text: value, country });
    }
  }
  return { names, numbers };
}

/** Returns the first 3 to 12 characters as people type them: mostly in lower case, without a trailing space. */
export function typed(text: string, random: Random): string {
  const length = LENGTH_MIN + random.int(LENGTH_MAX - LENGTH_MIN + 1);
  const start = Array.from(text).slice(0, length).join('').trimEnd();
  const cut = Array.from(start).length < LENGTH_MIN ? text.slice(0, LENGTH_MAX) : start;
  return random.chance(0.7) ? cut.toLowerCase() : cut;
}

/** Returns a copy in random order. */
function shuffled<T>(items: readonly T[], random: Random): T[] {
  const all = [...items];
  for (let i = all.length - 1; i > 0; i--) {
    const j = random.int(i + 1);
    [all[i], all[j]] = [all[j] as T, all[i] as T];
  }
  return all;
}
