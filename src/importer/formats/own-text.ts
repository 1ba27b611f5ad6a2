/** V8 copies substrings up to this length. A longer substring keeps the whole string in memory. */
const COPIED_CHARS_MAX = 12;

/**
 * Copies a text, so that it does not keep its chunk in memory. V8 copies the parts of a concatenation before it cuts a substring out of
 * it, which takes a third of the time of a copy by way of a buffer.
 */
export function ownText(text: string): string {
  return text.length <= COPIED_CHARS_MAX ? text : ` ${text}`.slice(1);
}

/** Maximum number of characters in a reason: parsers quote input of any length. */
const REASON_CHARS_MAX = 160;

/** Returns the message of a parser on one line, without the control characters and line breaks that it may quote. */
export function parserReason({ message }: Pick<Error, 'message'>): string {
  const line = message.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return line.length <= REASON_CHARS_MAX ? line : `${line.slice(0, REASON_CHARS_MAX)}…`;
}
