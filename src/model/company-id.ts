import { naturalKeyText, type NaturalKey } from './natural-key.ts';
import { sha256, sha256Bytes } from './bytes/sha256.ts';

/** Crockford's base32 alphabet in lower case: no `i`, `l`, `o`, `u`. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const DIGIT_OF_CHAR_CODE = new Int8Array(128).fill(-1);
for (let digit = 0; digit < 32; digit++) DIGIT_OF_CHAR_CODE[ALPHABET.charCodeAt(digit)] = digit;

/** Number of base32 characters for 128 bits. */
const ID_CHARS = 26;

/** An id without its prefix. The first of the 26 characters holds only three of the 128 bits, hence `[0-7]`. */
const ID_BODY = '[0-7][0-9a-hj-km-np-tv-z]{25}';

/** The format of a CompanyId, as the specification writes it. */
export const COMPANY_ID_PATTERN = `^co_${ID_BODY}$`;

/** The format of a request id, as the specification writes it. */
export const REQUEST_ID_PATTERN = `^req_${ID_BODY}$`;

const COMPANY_ID = new RegExp(COMPANY_ID_PATTERN);

/** Whether `text` has the format of a CompanyId; the company need not exist. */
export function isCompanyId(text: string): boolean {
  return COMPANY_ID.test(text);
}

/**
 * Writes 16 bytes (128 bits, most significant first) as 26 characters of lower-case Crockford base32.
 * Two leading zero bits pad the value to 130, so the order of texts is the order of bytes.
 */
export function encodeBase32(bytes: Uint8Array): string {
  const text = Buffer.allocUnsafe(ID_CHARS);
  writeBase32(bytes, 0, text, 0);
  return text.toString('latin1');
}

/** The two characters of each ten-bit value: the code of the first is in the low byte. */
const TWO_CHARS = Uint16Array.from(
  { length: 1024 },
  (_, bits) => ALPHABET.charCodeAt(bits >> 5) | (ALPHABET.charCodeAt(bits & 31) << 8),
);

/** Encodes the 16 bytes at `at` like {@linkcode encodeBase32} and writes the 26 bytes of ASCII to `target` at `start`. */
export function writeBase32(bytes: Uint8Array, at: number, target: Uint8Array, start: number): void {
  let to = start;
  let bits = 2;
  let value = 0;
  for (let i = at; i < at + 16; i++) {
    value = (value << 8) | (bytes[i] ?? 0);
    bits += 8;
    if (bits < 10) continue;
    bits -= 10;
    const chars = TWO_CHARS[value >>> bits] ?? 0;
    target[to++] = chars & 0xff;
    target[to++] = chars >> 8;
    value &= (1 << bits) - 1;
  }
}

/** Returns the CompanyId of 16 bytes. */
export function encodeCompanyId(bytes: Uint8Array): string {
  if (bytes.length !== 16) throw new RangeError(`Cannot encode a company ID: needs 16 bytes, got ${bytes.length}`);
  return `co_${encodeBase32(bytes)}`;
}

/** Writes the 16 bytes of a CompanyId to `into` and returns it. Check the format with {@linkcode isCompanyId} first. */
export function companyIdBytes(id: string, into: Uint8Array = new Uint8Array(16)): Uint8Array {
  let bits = -2;
  let value = 0;
  let at = 0;
  for (let i = 3; i < id.length; i++) {
    value = (value << 5) | (DIGIT_OF_CHAR_CODE[id.charCodeAt(i) & 127] ?? -1);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      into[at++] = (value >>> bits) & 255;
    }
    value &= (1 << bits) - 1;
  }
  return into;
}

/**
 * Derives the permanent id of a company only from register data: the first 128 bits of SHA-256 over its natural key. The same
 * natural key gives the same id on every machine.
 */
export function deriveCompanyId(naturalKey: NaturalKey): string {
  return encodeCompanyId(deriveIdBytes(naturalKey));
}

/** Returns the 16 bytes of {@linkcode deriveCompanyId}. */
export function deriveIdBytes(naturalKey: NaturalKey): Buffer {
  return sha256Bytes(naturalKeyText(naturalKey), 16);
}

/** Returns the bytes of {@linkcode deriveIdBytes} as 16 latin1 characters. */
export function deriveIdLatin1(naturalKey: NaturalKey): string {
  return sha256(naturalKeyText(naturalKey)).slice(0, 16);
}
