import { Random, zipf } from '../tools/sample/index.ts';
import type { RegisterLine } from '../src/model/index.ts';
import { generateLines, type BenchOptions } from './lines.ts';
import { HOT_WORDS } from './register.ts';

/** A prefix that a load test types. */
export interface TypedPrefix {
  /**
   * `uniform`: the start of any company's name; `popular`: of a few companies' names most of the time (Zipf);
   * `number`: the start of a business ID; `hot`: three letters that thousands of names begin with; `miss`: nothing.
   */
  readonly kind: 'uniform' | 'popular' | 'number' | 'hot' | 'miss';
  readonly q: string;
}

export interface PrefixOptions extends BenchOptions {
  /** How many prefixes. */
  readonly count: number;
}

/** Prefixes are cut from this many companies: the first ones, which are as mixed as all of them. */
const SAMPLED_COMPANIES_MAX = 20_000;

const LENGTH_MIN = 3;
const LENGTH_MAX = 12;

/** Three letters that thousands of names begin with. */
export const HOT_PREFIXES: readonly string[] = [
  ...new Set(HOT_WORDS.map((word) => word.slice(0, LENGTH_MIN).toLowerCase())),
];

/** A name or a business ID and the country of its company. */
export interface SampledText {
  readonly text: string;
  readonly country: string;
}

/** Names and business IDs long enough to be searched for, of the first companies; a text as often as it is published. */
export function sampleTexts(options: BenchOptions): { names: SampledText[]; numbers: SampledText[] } {
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

/** Typed prefixes of 3 to 12 characters of the companies that `generateLines` gives for the same options. */
export function* generatePrefixes(options: PrefixOptions): Generator<TypedPrefix> {
  const { names, numbers } = sampleTexts({
    ...options,
    companies: Math.min(options.companies, SAMPLED_COMPANIES_MAX),
  });
  const random = new Random(options.seed ^ 0x5eed);
  const popularity = zipf(names.length, 0);
  for (let i = 0; i < options.count; i++) {
    const kind = random.int(100);
    if (kind < 45) yield { kind: 'uniform', q: typed(random.pick(names).text, random) };
    else if (kind < 75) yield { kind: 'popular', q: typed(names[popularity.draw(random)]?.text ?? '', random) };
    else if (kind < 87) yield { kind: 'number', q: typed(random.pick(numbers).text, random) };
    else if (kind < 95) yield { kind: 'hot', q: random.pick(HOT_PREFIXES) };
    else yield { kind: 'miss', q: missed(random.pick(names).text, random) };
  }
}

/** The first 3 to 12 characters, as people type them: mostly in small letters, never ending in a blank. */
export function typed(text: string, random: Random): string {
  const length = LENGTH_MIN + random.int(LENGTH_MAX - LENGTH_MIN + 1);
  const start = Array.from(text).slice(0, length).join('').trimEnd();
  const cut = Array.from(start).length < LENGTH_MIN ? text.slice(0, LENGTH_MAX) : start;
  return random.chance(0.7) ? cut.toLowerCase() : cut;
}

/** No name contains these letters in this order. */
const NOWHERE = 'qzx';

/** A text that begins as a name does and that no name begins with. */
export function missed(text: string, random: Random): string {
  return typed(text, random).slice(0, LENGTH_MAX - NOWHERE.length) + NOWHERE;
}
