import { hash } from 'node:crypto';

/** Returns the SHA-256 of bytes, or of a text in UTF-8, as 32 latin1 characters. As a `Buffer` it would take three times as long. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'binary');
}

/** Returns the first `length` bytes of the SHA-256. */
export function sha256Bytes(data: string | Uint8Array, length: number): Buffer {
  return Buffer.from(sha256(data).slice(0, length), 'latin1');
}
