import type { CompanyRecord } from '../../model/index.ts';
import type { Dictionary } from '../dictionary/dictionary.ts';
import { ByteBuffer } from './byte-buffer.ts';
import { VARINT_BYTES_MAX, VarintReader, writeVarint } from './varint.ts';

/** A former or further name of a company, as its register publishes it. */
export interface FurtherName {
  readonly name: string;
  /** Whether the company had it before; else it has it still. */
  readonly isFormer: boolean;
}

/** Some companies list a name for every shop: the first ones count. */
const NAMES_MAX = 50;
const FLAG_FORMER = 1;

/**
 * The former and further names of a record, not yet compressed; empty where it has none. Per name:
 *
 *     1: flags (1: former) · varint: bytes of the name · the name
 */
export function encodeFurtherNames({ profile, formerNames, otherNames }: CompanyRecord): Buffer {
  const names = new Map<string, number>();
  for (const { name } of otherNames) names.set(name, 0);
  // What is still a name is not former.
  for (const { name } of formerNames) if (!names.has(name)) names.set(name, FLAG_FORMER);
  if (profile.name !== undefined) names.delete(profile.name);
  return encode([...names].slice(0, NAMES_MAX).map(([name, flags]) => ({ flags, text: Buffer.from(name) })));
}

/** The same, compressed. */
export function compressNames(encoded: Buffer, dictionary: Dictionary): Buffer {
  return encode([...partsIn(encoded)].map(({ flags, text }) => ({ flags, text: dictionary.encode(text) })));
}

/** The names in what {@linkcode encodeFurtherNames} returned, or in what {@linkcode compressNames} did where a dictionary is given. */
export function* namesOf(bytes: Buffer, dictionary?: Dictionary): Generator<FurtherName, void, undefined> {
  const decoded = new ByteBuffer(256);
  for (const { flags, text } of partsIn(bytes)) {
    decoded.length = 0;
    if (dictionary === undefined) decoded.append(text);
    else dictionary.decode(text, 0, text.length, decoded);
    yield { name: decoded.written().toString('utf8'), isFormer: flags === FLAG_FORMER };
  }
}

/** What {@linkcode compressNames} was given. */
export function decompressNames(bytes: Buffer, dictionary: Dictionary): Buffer {
  const scratch = new ByteBuffer(256);
  return encode(
    Array.from(partsIn(bytes), ({ flags, text }) => {
      scratch.length = 0;
      dictionary.decode(text, 0, text.length, scratch);
      return { flags, text: scratch.copy() };
    }),
  );
}

interface Part {
  readonly flags: number;
  readonly text: Buffer;
}

function encode(parts: readonly Part[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, { text }) => sum + 1 + VARINT_BYTES_MAX + text.length, 0));
  let at = 0;
  for (const { flags, text } of parts) {
    bytes[at++] = flags;
    at = writeVarint(bytes, at, text.length);
    at += text.copy(bytes, at);
  }
  return bytes.subarray(0, at);
}

function* partsIn(bytes: Buffer): Generator<Part, void, undefined> {
  const reader = new VarintReader(bytes, 0);
  while (reader.at < bytes.length) {
    const flags = bytes[reader.at++] ?? 0;
    const length = reader.next();
    yield { flags, text: bytes.subarray(reader.at, reader.at + length) };
    reader.at += length;
  }
}
