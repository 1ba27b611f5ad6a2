import { VARINT_BYTES_MAX, writeVarint } from './varint.ts';

/** A buffer that grows as bytes are appended. Its content is `bytes` from `start` to `length`; `clear` makes it empty. */
export class ByteBuffer {
  bytes: Buffer;
  /** A view of `bytes`, for writing whole words. */
  view: DataView;
  start = 0;
  length = 0;

  constructor(capacity: number) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Empties the buffer, with room for this many bytes in front. */
  clear(room = 0): void {
    this.start = room;
    this.length = room;
    this.reserve(0);
  }

  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(needed * 2);
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  appendByte(byte: number): void {
    this.reserve(1);
    this.bytes[this.length++] = byte;
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

  /** Prepends bytes. Throws a RangeError, and changes nothing, if fewer bytes are free in front. */
  prepend(bytes: Uint8Array): void {
    this.bytes.set(bytes, this.start - bytes.length);
    this.start -= bytes.length;
  }

  /** Prepends short ASCII text, character by character. Throws a RangeError, and changes nothing, if it does not fit. */
  prependAscii(text: string): void {
    if (text.length > this.start)
      throw new RangeError(`Cannot prepend ${text.length} bytes: only ${this.start} bytes are free in front`);
    this.start -= text.length;
    for (let i = 0; i < text.length; i++) this.bytes[this.start + i] = text.charCodeAt(i);
  }

  /** Prepends text as Latin-1. Throws a RangeError, and changes nothing, if it does not fit. */
  prependLatin1(text: string): void {
    this.bytes.write(text, this.start - text.length, 'latin1');
    this.start -= text.length;
  }

  copy(): Buffer {
    return Buffer.from(this.written());
  }

  /** Returns the content without a copy, valid until the next write. */
  written(): Buffer {
    return this.bytes.subarray(this.start, this.length);
  }
}
