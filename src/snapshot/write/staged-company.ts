import type { CompanyIdentifier } from '../../model/index.ts';
import { encodeIdentifiers } from '../format/identifiers.ts';

/** What an active company becomes in the tables, on its way through the sort by name. */
export interface Packed {
  readonly id: Buffer;
  /** Where the folded name ends in the sort key. */
  readonly foldedLength: number;
  readonly countries: readonly string[];
  readonly row: Buffer;
  readonly numbers: readonly Buffer[];
  readonly officers: Buffer;
  /** Its identifiers and keys, as `ids` holds them. */
  readonly known: Buffer;
}

interface Unpacked extends Omit<Packed, 'id' | 'known'> {
  readonly id: Uint8Array;
  readonly identifiers: readonly CompanyIdentifier[];
  readonly keys: readonly string[];
}

/** In front stand the length of the folded name and the count of numbers, four bytes each. */
const HEAD_BYTES = 8;

/** Packs the parts behind one another, each with its length in front. */
export function encodePacked(parts: Unpacked): Buffer {
  const blobs = [
    parts.id,
    Buffer.from(parts.countries.join(''), 'latin1'),
    parts.row,
    encodeIdentifiers(parts),
    parts.officers,
    ...parts.numbers,
  ];
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + blobs.reduce((sum, blob) => sum + 4 + blob.length, 0));
  bytes.writeUInt32LE(parts.foldedLength, 0);
  bytes.writeUInt32LE(parts.numbers.length, 4);
  let at = HEAD_BYTES;
  for (const blob of blobs) {
    at = bytes.writeUInt32LE(blob.length, at);
    bytes.set(blob, at);
    at += blob.length;
  }
  return bytes;
}

/** Reads what {@linkcode encodePacked} wrote; the parts are copies. */
export function decodePacked(bytes: Buffer): Packed {
  let at = HEAD_BYTES;
  const next = (): Buffer => {
    const start = at + 4;
    at = start + bytes.readUInt32LE(at);
    return Buffer.from(bytes.subarray(start, at));
  };
  const id = next();
  const countries = next().toString('latin1').match(/../g) ?? [];
  const row = next();
  const known = next();
  const officers = next();
  const numbers = Array.from({ length: bytes.readUInt32LE(4) }, next);
  return {
    id,
    foldedLength: bytes.readUInt32LE(0),
    countries,
    row,
    numbers,
    officers,
    known,
  };
}
