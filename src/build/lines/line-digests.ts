import { sha256Bytes } from '../../model/index.ts';

/** Number of bytes of the digest of a line: two different lines of a billion have the same by chance in one of 40 builds. */
export const DIGEST_BYTES = 8;
/** Number of bytes of the hash of a register's key. A wrong match only resolves a company again that has not changed. */
export const KEY_HASH_BYTES = 3;

/** The bytes before a value in JSON: `head`, then `rest`. A search looks for the first byte of `rest`, and quotes are frequent in JSON. */
interface FieldStart {
  readonly head: string;
  readonly rest: Buffer;
}

const DAY: FieldStart = { head: '"as', rest: Buffer.from('_of_date":"') };
const REGISTER: FieldStart = { head: '"re', rest: Buffer.from('gister":"') };
const OBSERVED: FieldStart = { head: '"o', rest: Buffer.from('bserved_at":"') };
const MIDNIGHT = 'T00:00:00Z';
const DAY_BYTES = 10;
const QUOTE = 0x22;
const NO_DAY = '-'.repeat(DAY_BYTES);

/** A line without its day. */
export interface DigestedLine {
  /** Of the line without its day: of two lines that differ only in their day, and in officers observed on that day, it is the same. */
  readonly digest: Buffer;
  /** The day that the digest leaves out, and its register; undefined if the line lacks one of them, or writes them in another way. */
  readonly day?: string;
  readonly register?: string;
}

/**
 * Returns the digest of a line and its day. Both are found without parsing the line: in JSON, quotes within texts are escaped, and a valid line
 * has each of the two fields once. Only lines that were checked have a place in the index, so an equal digest means a valid line. `bytes` is
 * changed meanwhile.
 */
export function digestLine(bytes: Buffer): DigestedLine {
  const start = findValue(bytes, DAY);
  const registerStart = findValue(bytes, REGISTER);
  if (start === undefined || registerStart === undefined || bytes[start + DAY_BYTES] !== QUOTE)
    return { digest: sha256Bytes(bytes, DIGEST_BYTES) };
  const day = isAt(bytes, start, last.day) ? last.day : bytes.toString('latin1', start, start + DAY_BYTES);
  const isSameRegister =
    isAt(bytes, registerStart, last.register) && bytes[registerStart + last.register.length] === QUOTE;
  const register = isSameRegister
    ? last.register
    : bytes.toString('latin1', registerStart, bytes.indexOf(QUOTE, registerStart));
  last = { day, register };
  const places = [start, ...findObserved(bytes, day)];
  for (const place of places) writeText(bytes, place, NO_DAY);
  const digest = sha256Bytes(bytes, DIGEST_BYTES);
  for (const place of places) writeText(bytes, place, day);
  return { digest, day, register };
}

/** The day and the register of the line before, which most lines have, too: their bytes are compared faster than decoded. */
let last = { day: '', register: '' };

/** Whether a text that is not empty is at a place, in Latin-1. */
function isAt(bytes: Buffer, start: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return text !== '';
}

function writeText(bytes: Buffer, start: number, text: string): void {
  for (let i = 0; i < text.length; i++) bytes[start + i] = text.charCodeAt(i);
}

/** Returns where the day of the line begins in the sources of its officers. */
function findObserved(bytes: Buffer, day: string): number[] {
  const places: number[] = [];
  for (let start = findValue(bytes, OBSERVED); start !== undefined; start = findValue(bytes, OBSERVED, start)) {
    if (isAt(bytes, start, day) && isAt(bytes, start + DAY_BYTES, MIDNIGHT)) places.push(start);
  }
  return places;
}

export function hashKey(key: string): number {
  return sha256Bytes(key, KEY_HASH_BYTES).readUIntLE(0, KEY_HASH_BYTES);
}

/** Returns where the value of the next field with this start begins. */
function findValue(bytes: Buffer, { head, rest }: FieldStart, from = 0): number | undefined {
  let at = bytes.indexOf(rest, from);
  while (at >= 0 && !isAt(bytes, at - head.length, head)) at = bytes.indexOf(rest, at + 1);
  return at < 0 ? undefined : at + rest.length;
}
