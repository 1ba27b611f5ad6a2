/** The longest text that the engine copies when it is cut out of another; longer ones keep the whole other one in memory. */
const COPIED_CHARS_MAX = 12;

/** A text that holds no more than itself: one that somebody keeps must not keep the chunk it was read from. */
export function ownText(text: string): string {
  return text.length <= COPIED_CHARS_MAX ? text : Buffer.from(text).toString();
}

/** The longest reason that a message shows, in characters: parsers quote what they found, whatever its length. */
const REASON_CHARS_MAX = 160;

/** What a parser says of a file, on one line: it may quote control characters and line breaks. */
export function parserReason({ message }: Pick<Error, 'message'>): string {
  const line = message.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return line.length <= REASON_CHARS_MAX ? line : `${line.slice(0, REASON_CHARS_MAX)}…`;
}
