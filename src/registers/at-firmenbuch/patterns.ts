import { foldName } from '../../model/index.ts';

/** The maximum number of hits of a search, as a client of the service found in June 2026. It is not documented. */
const HITS_MAX = 1000;

/** A multiple of one of these numbers of hits may have been cut at a lower limit. */
const ROUND = [100, 250];

/**
 * The signs of names: letters of Europe's Latin alphabets, digits, marks. A narrower search adds one of them, or another one that the hits
 * have in that place. The service may refuse some marks.
 */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789äöüßáàâãåăąæçćčďđéèêëėęěğíìîïıłľñńňóòôõőøœřşśšșťțúùûűůýźżžþð';
const MARKS = ' &+-.,:\'"/(„»!#@=`';
const SIGNS = Array.from(LETTERS).flatMap((letter, i) => (i % 4 === 3 ? [letter, MARKS.charAt(i >> 2)] : letter));

/** No two thousand names have a longer common beginning: a server with that many hits ignores the beginning. */
export const PREFIX_CHARS_MAX = 60;

/** A search by form and pattern, as the key of its question: `GES:immo*`. */
export interface Pattern {
  readonly form: string;
  /** The beginning of names, in lower case. */
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

/** Whether a pattern ends with a mark, which the service may refuse. */
export function endsWithMark({ prefix }: Pattern): boolean {
  return /[^\p{L}\p{N}]$/u.test(prefix);
}

/** Whether an answer with this many hits may have been cut. */
export function isDoubtful(hits: number): boolean {
  return hits >= HITS_MAX || (hits > 0 && ROUND.some((limit) => hits % limit === 0));
}

/** Whether any name has the requested beginning, by letters and digits; otherwise the server ignored it. */
export function anyBegins(names: readonly string[], { prefix }: Pattern): boolean {
  const wanted = foldName(prefix);
  return names.some((name) => foldName(name).startsWith(wanted));
}

/**
 * The searches that together replace one whose answer may have been cut: for the beginning as a whole name, and for each beginning that
 * is one sign longer.
 * @param names the names of its hits, which may have other signs
 */
export function* narrower({ form, prefix }: Pattern, names: readonly string[]): Generator<Pattern> {
  if (prefix.trim() !== '') yield { form, prefix, isWhole: true };
  const at = Array.from(prefix).length;
  const seen = names.flatMap((name) => {
    const signs = Array.from(name.toLowerCase());
    return signs.slice(0, at).join('') === prefix ? signs.slice(at, at + 1) : [];
  });
  for (const sign of new Set([...SIGNS, ...seen])) {
    // The service ignores a leading space and collapses several.
    if (sign === '' || sign === '*' || (sign === ' ' && (prefix === '' || prefix.endsWith(' ')))) continue;
    yield { form, prefix: prefix + sign, isWhole: false };
  }
}
