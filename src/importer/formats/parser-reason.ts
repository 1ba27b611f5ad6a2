/** The longest reason that a message shows, in characters: parsers quote what they found, whatever its length. */
const REASON_CHARS_MAX = 160;

/** What a parser says of a file, on one line: it may quote control characters and line breaks. */
export function parserReason({ message }: Pick<Error, 'message'>): string {
  const line = message.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return line.length <= REASON_CHARS_MAX ? line : `${line.slice(0, REASON_CHARS_MAX)}…`;
}
