/**
 * The companies of each address: a table whose keys are the first 8 bytes of the SHA-256 of a folded address; its values are
 *
 *     varint number of companies · per company, varint: difference from the previous rank
 *
 * An address of one company has no row.
 */
import {
  VARINT_BYTES_MAX,
  VarintReader,
  foldName,
  foldNumber,
  sha256Bytes,
  writeVarint,
  type CompanyAddress,
} from '../../model/index.ts';

const HASH_BYTES = 8;

/**
 * Maximum number of companies listed for one address, the first in name order: more than anybody reads. Agents register a hundred thousand
 * companies at one address.
 */
export const ADDRESS_RANKS_MAX = 1000;

/** Numbers that are not house numbers: districts of towns, and postal codes in a text. */
const DISTRICTS = /\b(?:dublin|praha) \w+\b/g;
const POSTAL_CODES = /\b(?:\d{4,}|\d{3} \d{2})\b/g;

/**
 * Returns an address without its country, region, case, accents and punctuation. Undefined if it has no house number, or neither town nor
 * postal code: then it matches more than one building.
 */
export function foldedAddress({ street, lines = [], text, ...town }: CompanyAddress): string | undefined {
  const { postal_code: code = '', locality = '' } = town;
  const separate = foldName([street, ...lines].filter((part) => part !== undefined).join(' '));
  const whole = foldName(text ?? '');
  const hasTown = code !== '' || locality !== '' || lines.length > 1 || text !== undefined;
  const numbered = `${separate} ${whole.replace(POSTAL_CODES, '')}`.replace(DISTRICTS, '');
  if (!hasTown || !/\d/.test(numbered)) return undefined;
  return [foldNumber(code), foldName(locality), separate, whole].join('|');
}

/** Returns the key of an address in `addresses`; no bytes if {@linkcode foldedAddress} is undefined. */
export function addressKey(address: CompanyAddress | undefined): Buffer {
  const folded = address && foldedAddress(address);
  return folded === undefined ? Buffer.alloc(0) : sha256Bytes(folded, HASH_BYTES);
}

/** Encodes the companies of one address: their number, and the ascending ranks of the first ones. */
export function encodeAddress(count: number, ranks: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(VARINT_BYTES_MAX * (1 + ranks.length));
  let at = writeVarint(bytes, 0, count);
  let before = 0;
  for (const rank of ranks) {
    at = writeVarint(bytes, at, rank - before);
    before = rank;
  }
  return bytes.subarray(0, at);
}

/** Reverses {@linkcode encodeAddress}. */
export function decodeAddress(bytes: Buffer): { readonly count: number; readonly ranks: readonly number[] } {
  const reader = new VarintReader(bytes, 0);
  const count = reader.next();
  const ranks: number[] = [];
  for (let rank = 0; reader.at < bytes.length;) ranks.push((rank += reader.next()));
  return { count, ranks };
}
