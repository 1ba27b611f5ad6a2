import { foldName } from '../../model/index.ts';

/** How many hits a search gives at most, as a client of the service found in June 2026. No document says it. */
const HITS_MAX = 1000;

/** Limits are round numbers: so many hits, or a multiple, may have been cut at a limit that was lowered. */
const ROUND = [100, 250];

/**
 * Signs that stand in names: the letters of Europe's Latin alphabets, digits, marks. A narrower search adds one of them, or another
 * one that the hits have in that place. Marks stand apart, for the service may refuse some of them.
 */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789äöüßáàâãåăąæçćčďđéèêëėęěğíìîïıłľñńňóòôõőøœřşśšșťțúùûűůýźżžþð';
const MARKS = ' &+-.,:\'"/(„»!#@=`';
const SIGNS = Array.from(LETTERS).flatMap((letter, i) => (i % 4 === 3 ? [letter, MARKS.charAt(i >> 2)] : letter));

/** No two thousand names begin alike for longer than this: a server that says so does not look at the beginning. */
export const PREFIX_CHARS_MAX = 60;

/** A search by form and pattern, as the key of its question: `GES:immo*`. */
export interface Pattern {
  readonly form: string;
  /** What names begin with, in lower case. */
  readonly prefix: string;
  /** Whether the prefix is all of the name. */
  readonly isWhole: boolean;
}

export function keyOf({ form, prefix, isWhole }: Pattern): string {
  return `${form}:${prefix}${isWhole ? '' : '*'}`;
}

export function patternOf(key: string): Pattern {
  const colon = key.indexOf(':');
  const text = key.slice(colon + 1);
  const isWhole = !text.endsWith('*');
  return { form: key.slice(0, colon), prefix: isWhole ? text : text.slice(0, -1), isWhole };
}

/** Whether it ends with a mark, which the service may refuse. */
export function endsWithMark({ prefix }: Pattern): boolean {
  return /[^\p{L}\p{N}]$/u.test(prefix);
}

/** Whether an answer with so many hits may have been cut. */
export function isDoubtful(hits: number): boolean {
  return hits >= HITS_MAX || (hits > 0 && ROUND.some((limit) => hits % limit === 0));
}

/** Whether any name begins as it was asked for, by letters and digits: others mean that the server did not look. */
export function anyBegins(names: readonly string[], { prefix }: Pattern): boolean {
  const wanted = foldName(prefix);
  return names.some((name) => foldName(name).startsWith(wanted));
}

/**
 * The searches that together find what a search finds whose answer may have been cut: the name that is the beginning alone, and
 * each longer beginning by one sign.
 * @param names those of its hits, whose signs may be others than ours
 */
export function* narrower({ form, prefix }: Pattern, names: readonly string[]): Generator<Pattern> {
  if (prefix.trim() !== '') yield { form, prefix, isWhole: true };
  const at = Array.from(prefix).length;
  const seen = names.flatMap((name) => {
    const signs = Array.from(name.toLowerCase());
    return signs.slice(0, at).join('') === prefix ? signs.slice(at, at + 1) : [];
  });
  for (const sign of new Set([...SIGNS, ...seen])) {
    // The service reads spaces at the start, or several, as none and as one.
    if (sign === '' || sign === '*' || (sign === ' ' && (prefix === '' || prefix.endsWith(' ')))) continue;
    yield { form, prefix: prefix + sign, isWhole: false };
  }
}
