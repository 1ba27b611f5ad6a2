/** Words that join others in names, and are as often written `&`. */
const CONNECTING = new Set('and und et og och ja ir un kai oraz the of ve'.split(' '));

/**
 * Joints that are something else as often: an initial, a number, a word of another language. They join only where the other name has
 * nothing in the same place.
 */
const AMBIGUOUS = new Set('u i a y e en es in si ta agus'.split(' '));
const AMBIGUOUS_CHARS_MAX = 4;

/** Whether a word may join others. */
export function isJoint(word: string): boolean {
  return CONNECTING.has(word) || isAmbiguous(word);
}

/** Whether a word may join others or be something else. */
export function isAmbiguous(word: string): boolean {
  return word.length <= AMBIGUOUS_CHARS_MAX && AMBIGUOUS.has(word);
}

/** Returns the words that do not merely join others; all words if none would be left. */
export function withoutConnecting(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !CONNECTING.has(word));
  return telling.length > 0 ? telling : words;
}

function isLetter(word: string | undefined): boolean {
  return word?.length === 1 && word >= 'a' && word <= 'z';
}

/** Initials are written with and without full stops: `b w e` becomes `bwe`, and `a s` becomes `as`. */
export function joinInitials(words: readonly string[]): string[] {
  const joined: string[] = [];
  let isRun = false;
  for (const word of words) {
    const isNext = isLetter(word);
    if (isNext && isRun) joined.push(`${joined.pop() ?? ''}${word}`);
    else joined.push(word);
    isRun = isNext;
  }
  return joined;
}

/** Joins the initials of two persons: `a und b` becomes `ab`, as `A. & B.` does. Legal forms are set aside before: `S. en C.` is one. */
export function joinPersons(words: readonly string[]): readonly string[] {
  const at = words.findIndex(
    (word, i) => word.length > 1 && isLetter(words[i - 1]) && isLetter(words[i + 1]) && isJoint(word),
  );
  return at < 0 ? words : words.toSpliced(at - 1, 3, `${words[at - 1]}${words[at + 1]}`);
}

/** Returns the joined initials that have a letter inside which may be a joint: `aib` of `a i b`, which `A. i B.` and `A. I. B.` become. */
export function initialsWithJoint(words: readonly string[]): string | undefined {
  const at = words.findIndex(
    (word, i) => word.length === 1 && isLetter(words[i - 1]) && isLetter(words[i + 1]) && isAmbiguous(word),
  );
  if (at < 0) return undefined;
  let [start, end] = [at - 1, at + 2];
  while (isLetter(words[start - 1])) start--;
  while (isLetter(words[end])) end++;
  return words.slice(start, end).join('');
}

/** Replaces initials by those of another name if only joints tell them apart: `aib` by `ab`. */
export function replaceInitials(
  words: readonly string[],
  initials: string | undefined,
  others: readonly string[],
): readonly string[] {
  const at = initials === undefined ? -1 : words.indexOf(initials);
  if (initials === undefined || at < 0 || others.includes(initials)) return words;
  const same = others.find((other) => isWithoutJoints(initials, other));
  return same === undefined ? words : words.with(at, same);
}

/** Whether initials are others with joints inside. */
function isWithoutJoints(initials: string, other: string): boolean {
  if (other.length < 2 || other.length >= initials.length) return false;
  let kept = 0;
  for (let at = 0; at < initials.length; at++) {
    const letter = initials.charAt(at);
    const isInside = at > 0 && at < initials.length - 1;
    if (letter === other.charAt(kept)) kept++;
    else if (!isInside || !isAmbiguous(letter)) return false;
  }
  return kept === other.length;
}

/**
 * Removes the ambiguous joints of each name where the other has none: `Miesbrunn u. Söhne` and `Miesbrunn & Söhne` have the same words,
 * `Windpark I Nord` and `Windpark II Nord` have not.
 */
export function withoutLoneJoints(
  a: readonly string[],
  b: readonly string[],
): readonly [a: readonly string[], b: readonly string[]] {
  const [ones, others] = [findJoints(a), findJoints(b)];
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

function findJoints(words: readonly string[]): Joints {
  const joints = new Map<number, number>();
  for (let at = 1; at < words.length - 1; at++)
    if (isAmbiguous(words[at] ?? '') && !joints.has(at - joints.size)) joints.set(at - joints.size, at);
  return joints;
}
