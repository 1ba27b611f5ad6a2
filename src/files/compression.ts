import { open } from 'node:fs/promises';
import { PassThrough, type Duplex, type Transform } from 'node:stream';
import { createGunzip, createGzip, createZstdCompress } from 'node:zlib';
import { Bunzip } from './bzip2.ts';
import { mustBeFile } from './opened-file.ts';
import { ZstdFrames } from './zstd-frames.ts';

/** The compression of a file: gzip (RFC 1952), Zstandard (RFC 8878), bzip2 or zip (APPNOTE.TXT). */
export type Compression = 'gzip' | 'zstd' | 'bzip2' | 'zip';

/** The first bytes of each compression. A zip without files starts with the end of its directory. */
const MAGICS: readonly (readonly [hex: string, compression: Compression])[] = [
  ['1f8b', 'gzip'],
  ['28b52ffd', 'zstd'],
  ['425a68', 'bzip2'],
  ['504b0304', 'zip'],
  ['504b0506', 'zip'],
];

export const MAGIC_BYTES = 4;

/** Returns the compression that the first bytes of a file show; undefined if it is not compressed. */
export function detectCompression(head: Uint8Array): Compression | undefined {
  const hex = Buffer.from(head.subarray(0, MAGIC_BYTES)).toString('hex');
  return MAGICS.find(([magic]) => hex.startsWith(magic))?.[1];
}

/** The compression of a file by its first bytes. */
export async function compressionOfFile(path: string): Promise<Compression | undefined> {
  mustBeFile(path);
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
  return detectCompression(buffer.subarray(0, bytesRead));
}

const ENDINGS: ReadonlyMap<string, Compression> = new Map([
  ['gz', 'gzip'],
  ['zst', 'zstd'],
  ['bz2', 'bzip2'],
  ['zip', 'zip'],
]);

export function compressionNamed(name: string): Compression | undefined {
  return ENDINGS.get(name.slice(name.lastIndexOf('.') + 1));
}

/** Makes a stream whose compression depends on the suffix of a file name. */
export function compressorFor(name: string): Transform {
  const compression = compressionNamed(name);
  return compression === 'gzip' ? createGzip() : compression === 'zstd' ? createZstdCompress() : new PassThrough();
}

/** Size of a piece of a decompressed text: with the 16 KB that Node uses, a text takes twice the time. */
const CHUNK_BYTES = 256 * 1024;

/** @param chunkSize the maximum number of bytes of a piece of the text */
export function decompressor(compression: Exclude<Compression, 'zip'>, chunkSize = CHUNK_BYTES): Duplex {
  if (compression === 'bzip2') return new Bunzip();
  return compression === 'gzip' ? createGunzip({ chunkSize }) : new ZstdFrames({ chunkSize });
}
