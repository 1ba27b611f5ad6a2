/** Words that join others in names, and are as often written `&`. */
const CONNECTING = new Set('and und et og och ja ir un kai oraz the of ve'.split(' '));

/**
 * Joints that are something else as often: an initial, a number, a word of another language. They join only where the other name has
 * nothing in the same place.
 */
const AMBIGUOUS = new Set('u i a y e en es in si ta agus'.split(' '));
const AMBIGUOUS_CHARS_MAX = 4;

const ONE_LETTER = /^[a-z]$/;

/** Whether a word may join others. */
export function isJoint(word: string): boolean {
  return CONNECTING.has(word) || isAmbiguous(word);
}

function isAmbiguous(word: string): boolean {
  return word.length <= AMBIGUOUS_CHARS_MAX && AMBIGUOUS.has(word);
}

/** Returns the words that do not merely join others; all words if none would be left. */
export function withoutConnecting(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !CONNECTING.has(word));
  return telling.length > 0 ? telling : words;
}

/** Initials are written with and without full stops: `b w e` becomes `bwe`, and `a s` becomes `as`. */
export function joinInitials(words: readonly string[]): string[] {
  const joined: string[] = [];
  let isRun = false;
  for (const word of words) {
    const isLetter = ONE_LETTER.test(word);
    if (isLetter && isRun) joined.push(`${joined.pop() ?? ''}${word}`);
    else joined.push(word);
    isRun = isLetter;
  }
  return joined;
}

/**
 * Removes the ambiguous joints of each name where the other has none: `Miesbrunn u. Söhne` and `Miesbrunn & Söhne` have the same words,
 * `Windpark I Nord` and `Windpark II Nord` have not.
 */
export function withoutLoneJoints(
  a: readonly string[],
  b: readonly string[],
): readonly [a: readonly string[], b: readonly string[]] {
  if (!a.some(isAmbiguous) && !b.some(isAmbiguous)) return [a, b];
  const [ones, others] = [jointsIn(a), jointsIn(b)];
  // With another number of words it is unknown which words are in the same place.
  if (a.length - ones.size !== b.length - others.size) return [a, b];
  return [withoutLone(a, ones, b, others), withoutLone(b, others, a, ones)];
}

/** Removes the joints of a name where the other has none, unless it has the word elsewhere. */
function withoutLone(words: readonly string[], joints: Joints, others: readonly string[], theirs: Joints) {
  const isLone = (place: number, at: number): boolean => !theirs.has(place) && !others.includes(words[at] ?? '');
  const lone = new Set([...joints].flatMap(([place, at]) => (isLone(place, at) ? [at] : [])));
  return lone.size === 0 ? words : words.filter((_, at) => !lone.has(at));
}

/** Joints between words: the number of other words before each, and its index. */
type Joints = ReadonlyMap<number, number>;

function jointsIn(words: readonly string[]): Joints {
  const joints = new Map<number, number>();
  for (let at = 1; at < words.length - 1; at++)
    if (isAmbiguous(words[at] ?? '') && !joints.has(at - joints.size)) joints.set(at - joints.size, at);
  return joints;
}
