/** Maximum nesting depth of a line. A register line has four levels; endless nesting would overflow the stack of a recursive function. */
export const LINE_DEPTH_MAX = 16;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** The structure of a JSON text outside its strings. */
interface LineStructure {
  readonly depth: number;
  /** Number of member names, including repeated names. */
  readonly names: number;
}

/** Scans a valid JSON text. For any other text the result is meaningless. */
export function scanStructure(text: string): LineStructure {
  let depth = 0;
  let deepest = 0;
  let names = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (++depth > deepest) deepest = depth;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
        break;
      case COLON:
        names++;
        break;
      default:
    }
  }
  return { depth: deepest, names };
}

/** Counts the names in a parsed value. A repeated name counts once, because parsing keeps only its last value. */
export function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let names = 0;
  if (!Array.isArray(value))
    for (const name in value) names += 1 + countNames((value as Record<string, unknown>)[name]);
  else for (const member of value) names += countNames(member);
  return names;
}

/** Returns the first name that occurs twice in an object of a JSON text. */
export function repeatedName(text: string): string | undefined {
  const open: Set<string>[] = [];
  let string = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) open.push(new Set());
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) open.pop();
    else if (code === QUOTE) {
      const end = endOfString(text, at);
      string = text.slice(at, end + 1);
      at = end;
    } else if (code === COLON) {
      // Two spellings may be one name: "a" and "\u0061".
      const name = JSON.parse(string) as string;
      const names = open.at(-1);
      if (names?.has(name) === true) return name;
      names?.add(name);
    }
  }
  return undefined;
}

/** Returns the index of the quote that ends a string; the end of the text if the string is not closed. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}
