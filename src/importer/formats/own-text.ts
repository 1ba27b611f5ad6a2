/** V8 copies shorter substrings. Longer ones keep the whole string in memory. */
const COPIED_CHARS_MAX = 12;

/** A copy of a text that does not keep its chunk in memory. */
export function ownText(text: string): string {
  return text.length <= COPIED_CHARS_MAX ? text : Buffer.from(text).toString();
}

/** The maximum length of a reason: parsers quote input of any length. */
const REASON_CHARS_MAX = 160;

/** The message of a parser on one line: it may quote control characters and line breaks. */
export function parserReason({ message }: Pick<Error, 'message'>): string {
  const line = message.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return line.length <= REASON_CHARS_MAX ? line : `${line.slice(0, REASON_CHARS_MAX)}…`;
}
