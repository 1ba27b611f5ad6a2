import { foldName } from '../../model/index.ts';

/** Maximum number of hits of a search, as a client of the service found in June 2026. The limit is not documented. */
const HITS_MAX = 1000;

/** If the number of hits is a multiple of one of these numbers, a lower limit may have cut the response. */
const ROUND = [100, 250];

/**
 * The characters of names: letters of Europe's Latin alphabets, digits, marks. A narrower search adds one of these characters, or another
 * character that the hits have in that place. The service may refuse some marks.
 */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789äöüßáàâãåăąæçćčďđéèêëėęěğíìîïıłľñńňóòôõőøœřşśšșťțúùûűůýźżžþð';
const MARKS = ' &+-.,:\'"/(„»!#@=`';
const SIGNS = Array.from(LETTERS).flatMap((letter, i) => (i % 4 === 3 ? [letter, MARKS.charAt(i >> 2)] : letter));

/** Maximum length of a prefix. No two thousand names share a longer prefix: a server that returns that many hits ignores the prefix. */
export const PREFIX_CHARS_MAX = 60;

/** A search by form and pattern, as the key of its request: `GES:immo*`. */
export interface Pattern {
  readonly form: string;
  /** The beginning of names, in lower case. */
  readonly prefix: string;
  /** Whether the prefix is the whole name. */
  readonly isWhole: boolean;
}

export function formatKey({ form, prefix, isWhole }: Pattern): string {
  return `${form}:${prefix}${isWhole ? '' : '*'}`;
}

export function parseKey(key: string): Pattern {
  const colon = key.indexOf(':');
  const text = key.slice(colon + 1);
  const isWhole = !text.endsWith('*');
  return { form: key.slice(0, colon), prefix: isWhole ? text : text.slice(0, -1), isWhole };
}

/** Whether a pattern ends with a mark, which the service may refuse. */
export function endsWithMark({ prefix }: Pattern): boolean {
  return /[^\p{L}\p{N}]$/u.test(prefix);
}

/** Whether a response with this many hits may have been cut. */
export function isDoubtful(hits: number): boolean {
  return hits >= HITS_MAX || (hits > 0 && ROUND.some((limit) => hits % limit === 0));
}

/** Whether any name has the requested beginning, by letters and digits; otherwise the server ignored it. */
export function anyBegins(names: readonly string[], { prefix }: Pattern): boolean {
  const wanted = foldName(prefix);
  return names.some((name) => foldName(name).startsWith(wanted));
}

/**
 * Returns the searches that together replace a search whose response may have been cut: one for the prefix as a whole name, and one for
 * each prefix that is one character longer.
 * @param names the names of the hits, which may contain other characters
 */
export function* narrower({ form, prefix }: Pattern, names: readonly string[]): Generator<Pattern> {
  if (prefix.trim() !== '') yield { form, prefix, isWhole: true };
  const at = Array.from(prefix).length;
  const seen = names.flatMap((name) => {
    const signs = Array.from(name.toLowerCase());
    return signs.slice(0, at).join('') === prefix ? signs.slice(at, at + 1) : [];
  });
  for (const sign of new Set([...SIGNS, ...seen])) {
    // The service ignores a leading space and collapses repeated spaces.
    if (sign === '' || sign === '*' || (sign === ' ' && (prefix === '' || prefix.endsWith(' ')))) continue;
    yield { form, prefix: prefix + sign, isWhole: false };
  }
}
