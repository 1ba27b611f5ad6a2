/** How much of an offending value a message quotes, in characters. */
const QUOTED_CHARS_MAX = 80;

/** Quotes a value for a message, cut so that a line of a log stays a line. */
export function quoteValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  if (text.length <= QUOTED_CHARS_MAX) return text;
  // Half a surrogate pair is no character, and no strict reader of JSON takes it.
  return `${text.slice(0, QUOTED_CHARS_MAX).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
