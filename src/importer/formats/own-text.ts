/** The longest text that the engine copies when it is cut out of another; longer ones keep the whole other one in memory. */
const COPIED_CHARS_MAX = 12;

/** A text that holds no more than itself: one that somebody keeps must not keep the chunk it was read from. */
export function ownText(text: string): string {
  return text.length <= COPIED_CHARS_MAX ? text : Buffer.from(text).toString();
}
