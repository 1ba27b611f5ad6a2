/** Maximum number of characters of a value that a message quotes. */
const QUOTED_CHARS_MAX = 80;

/** Characters that JSON does not escape and terminals interpret: they may end a line, or begin a command. */
const UNSHOWN = /[\u007f-\u009f\u2028\u2029]/g;

/** Returns a value as JSON for a message, on one line. Of a long one, the beginning and the end, where a path has the name of its file. */
export function quoteValue(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  const text = json.replace(UNSHOWN, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (text.length <= QUOTED_CHARS_MAX) return text;
  const half = QUOTED_CHARS_MAX / 2;
  // Strict JSON parsers reject half a surrogate pair.
  const [start, end] = [
    text.slice(0, half).replace(/[\uD800-\uDBFF]$/, ''),
    text.slice(-half).replace(/^[\uDC00-\uDFFF]/, ''),
  ];
  return `${start}…${end}`;
}

/** Returns a count with its noun: `1 company`, `2 companies`. */
export function counted(count: number, noun: string): string {
  return `${count} ${pluralUnlessOne(count, noun)}`;
}

/** Returns the noun of a count. */
export function pluralUnlessOne(count: number, noun: string): string {
  return count === 1 ? noun : /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
