import type { Random } from '../tools/sample/index.ts';
import type { RegisterLine } from '../src/model/index.ts';
import { HOT_WORDS, generateLines, type LinesOptions } from '../tools/sample/lines.ts';

const LENGTH_MIN = 3;
const LENGTH_MAX = 12;

/** The first three letters of thousands of names each. */
export const HOT_PREFIXES: readonly string[] = [
  ...new Set(HOT_WORDS.map((word) => word.slice(0, LENGTH_MIN).toLowerCase())),
];

/** A name or a number and the country of its company. */
export interface SampledText {
  readonly text: string;
  readonly country: string;
}

/** Names and numbers of generated companies that are long enough for a search. Repeated texts are repeated. */
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

/** The first 3 to 12 characters as people type them: mostly in lower case, without a trailing space. */
export function typed(text: string, random: Random): string {
  const length = LENGTH_MIN + random.int(LENGTH_MAX - LENGTH_MIN + 1);
  const start = Array.from(text).slice(0, length).join('').trimEnd();
  const cut = Array.from(start).length < LENGTH_MIN ? text.slice(0, LENGTH_MAX) : start;
  return random.chance(0.7) ? cut.toLowerCase() : cut;
}

/** Letters that no name contains in this order. */
const NOWHERE = 'qzx';

/** The start of a name, continued so that no name matches. */
export function missed(text: string, random: Random): string {
  return typed(text, random).slice(0, LENGTH_MAX - NOWHERE.length) + NOWHERE;
}
