import { VARINT_BYTES_MAX, writeVarint } from './varint.ts';

/** A buffer that grows as bytes are appended, and is used again by setting `length` to 0. */
export class ByteBuffer {
  bytes: Buffer;
  /** A view of `bytes`, for writing whole words. */
  view: DataView;
  length = 0;

  constructor(capacity: number) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(needed * 2);
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }

  append(bytes: Buffer): void {
    this.reserve(bytes.length);
    // The explicit end: a buffer that LMDB lends may have more memory than its `length`.
    this.length += bytes.copy(this.bytes, this.length, 0, bytes.length);
  }

  /** Appends bytes `start` to `end`, which should be few: they are copied one by one. */
  appendPart(bytes: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    for (let at = start; at < end; at++) this.bytes[this.length++] = bytes[at] ?? 0;
  }

  appendAscii(text: string): void {
    this.reserve(text.length);
    for (let i = 0; i < text.length; i++) this.bytes[this.length++] = text.charCodeAt(i);
  }

  appendVarint(number: number): void {
    this.reserve(VARINT_BYTES_MAX);
    this.length = writeVarint(this.bytes, this.length, number);
  }

  copy(): Buffer {
    return Buffer.from(this.written());
  }

  /** The written bytes, without a copy: valid until the next write. */
  written(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}
