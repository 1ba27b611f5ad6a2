/** Bytes that are written one behind the other and may become more than was thought; used again and again. */
export class GrowingBytes {
  bytes: Buffer;
  /** The same bytes, for writing several at once at any place. */
  view: DataView;
  length = 0;

  constructor(capacity: number) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Makes room for this many bytes behind those that are written. */
  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(needed * 2);
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }

  /** Appends bytes, as many as they say they are: the memory of those that LMDB gives is longer than that. */
  append(bytes: Buffer): void {
    this.reserve(bytes.length);
    this.length += bytes.copy(this.bytes, this.length, 0, bytes.length);
  }

  /** Appends a few bytes of others. */
  appendPart(bytes: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    for (let at = start; at < end; at++) this.bytes[this.length++] = bytes[at] ?? 0;
  }

  /** Appends a short text of ASCII. */
  appendAscii(text: string): void {
    this.reserve(text.length);
    for (let i = 0; i < text.length; i++) this.bytes[this.length++] = text.charCodeAt(i);
  }

  /** What is written, valid until something else is. */
  written(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}
