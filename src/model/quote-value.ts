/** Characters of a value that a message quotes. */
const QUOTED_CHARS_MAX = 80;

/** A value as JSON for a message, on one line and cut where it is long. */
export function quoteValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  if (text.length <= QUOTED_CHARS_MAX) return text;
  // Strict JSON parsers reject half a surrogate pair.
  return `${text.slice(0, QUOTED_CHARS_MAX).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
