import { crc32 } from 'node:zlib';
import type { FileHandle } from 'node:fs/promises';
import type { DecodedArray } from 'hyparquet';
import { convert } from 'hyparquet/src/convert.js';
import { parquetHeader, readPage } from 'hyparquet/src/column.js';
import { ColumnFault, plainPage, type ColumnDecoder } from './page.ts';

/** Number of bytes per read from a column. Pages usually have 1 MiB before compression. */
const WINDOW_BYTES = 512 * 1024;

/** Maximum size of the header of a page, which may contain the least and the greatest text of the page. */
const HEADER_BYTES_MAX = 64 * 1024;

/** Maximum size of a page in bytes, before compression. Writers make pages of 1 MiB; a dictionary may have several. */
const PAGE_BYTES_MAX = 128 * 1024 * 1024;

/** Maximum number of values in a page: a page of nulls has almost no bytes, and each value takes memory. */
const PAGE_VALUES_MAX = 16 * 1024 * 1024;

/** One column of a row group, read page by page. It holds one page and its dictionary. */
export class ColumnReader {
  readonly name: string;
  /** The values of the present page that were not taken yet. */
  values: DecodedArray = [];
  at = 0;
  readonly #file: FileHandle;
  readonly #decoder: ColumnDecoder;
  readonly #plainDecoder: ColumnDecoder;
  readonly #onBytes: (count: number) => void;
  #offset: number;
  readonly #end: number;
  #window: Buffer = Buffer.alloc(0);
  #windowAt = 0;
  #dictionary: DecodedArray | undefined;

  /** @param range the bytes of the column in the file */
  constructor(
    file: FileHandle,
    decoder: ColumnDecoder,
    range: { readonly start: number; readonly end: number },
    onBytes: (count: number) => void,
  ) {
    this.name = decoder.pathInSchema.join('.');
    this.#file = file;
    this.#decoder = decoder;
    this.#plainDecoder = { ...decoder, codec: 'UNCOMPRESSED' };
    this.#offset = range.start;
    this.#end = range.end;
    this.#onBytes = onBytes;
  }

  /** The number of values that can be taken before the next page is read. */
  get left(): number {
    return this.values.length - this.at;
  }

  /**
   * Reads the next page with values.
   * @throws {ColumnFault} if the column has no further page, or the page is damaged
   */
  async nextPage(): Promise<void> {
    this.values = [];
    this.at = 0;
    while (this.values.length === 0) {
      if (this.#offset >= this.#end) throw new ColumnFault('it has fewer values than the row group has rows');
      await this.#readPage();
    }
  }

  async #readPage(): Promise<void> {
    const start = await this.#bytes(Math.min(HEADER_BYTES_MAX, this.#end - this.#offset));
    const reader = { view: toDataView(start), offset: 0 };
    const header = parquetHeader(reader);
    const { compressed_page_size: packed, uncompressed_page_size: size } = header;
    const { data_page_header: v1, data_page_header_v2: v2, dictionary_page_header: dictionary } = header;
    const count = (v1 ?? v2 ?? dictionary)?.num_values;
    if (!isSize(packed, this.#end - this.#offset - reader.offset)) throw new ColumnFault('a page ends outside of it');
    if (!isSize(size, PAGE_BYTES_MAX)) throw new ColumnFault(`a page has more than ${PAGE_BYTES_MAX} bytes`);
    if (!isSize(count, PAGE_VALUES_MAX)) throw new ColumnFault(`a page has more than ${PAGE_VALUES_MAX} values`);
    this.#offset += reader.offset;
    const page = await this.#bytes(packed);
    this.#offset += packed;
    if (header.crc !== undefined && crc32(page) !== header.crc >>> 0)
      throw new ColumnFault('the checksum of a page is wrong');
    const plain = plainPage(page, header, this.#decoder);
    const source = { view: toDataView(plain.page), offset: 0 };
    const { data } = readPage(source, plain.header, this.#plainDecoder, this.#dictionary, undefined, 0);
    if (header.type === 'DICTIONARY_PAGE') this.#dictionary = convert(data ?? [], this.#decoder);
    else this.values = data ?? [];
  }

  /** Returns the next bytes of the column, from a window that is read ahead. */
  async #bytes(count: number): Promise<Buffer> {
    const from = this.#offset - this.#windowAt;
    if (from >= 0 && from + count <= this.#window.length) return this.#window.subarray(from, from + count);
    const wanted = Math.min(Math.max(count, WINDOW_BYTES), this.#end - this.#offset);
    const window = Buffer.allocUnsafe(wanted);
    const { bytesRead } = await this.#file.read(window, 0, wanted, this.#offset);
    if (bytesRead < count) throw new ColumnFault('it ends outside of the file');
    const known = Math.max(this.#offset, this.#windowAt + this.#window.length);
    this.#onBytes(this.#offset + bytesRead - known);
    this.#window = window.subarray(0, bytesRead);
    this.#windowAt = this.#offset;
    return this.#window.subarray(0, count);
  }
}

function isSize(value: number | undefined, max: number): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 && value <= max;
}

function toDataView(bytes: Buffer): DataView<ArrayBuffer> {
  return new DataView(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}
