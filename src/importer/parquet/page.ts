import { decompressPage } from 'hyparquet/src/datapage.js';
import type { parquetHeader, readPage } from 'hyparquet/src/column.js';

export type PageHeader = ReturnType<typeof parquetHeader>;

/** The type and the compression of a column. */
export type ColumnDecoder = Parameters<typeof readPage>[2];

/** Why a column cannot be read. The message is only the reason. */
export class ColumnFault extends Error {}

/** Number of values in a group of bit-packed values, and the number of values by which writers may pad a run of groups. */
const GROUP_VALUES = 8;
const PADDING_VALUES_MAX = 512;

/** Maximum number of bytes of a run's length: 32 bits, seven in each byte. */
const LENGTH_BYTES_MAX = 5;

/**
 * Decompresses a page and checks the lengths of its runs: the library writes as many values as a run claims, so one wrong byte could take
 * all memory. Returns the page as the library reads an uncompressed one.
 * @throws {ColumnFault} if the page claims more values than it has
 */
export function plainPage(packed: Buffer, header: PageHeader, { codec, compressors, element }: ColumnDecoder) {
  const isOptional = element.repetition_type !== 'REQUIRED';
  const { data_page_header_v2: v2, uncompressed_page_size: size } = header;
  if (v2 !== undefined) {
    const levels = v2.repetition_levels_byte_length + v2.definition_levels_byte_length;
    if (!(levels >= 0 && levels <= packed.length && levels <= size)) throw overrun();
    const values = v2.is_compressed && size > levels ? packed.subarray(levels) : undefined;
    const plain = values && decompressPage(values, size - levels, codec, compressors);
    const page = plain === undefined ? packed : Buffer.concat([packed.subarray(0, levels), plain]);
    if (isOptional) checkRuns(page, v2.repetition_levels_byte_length, levels, 1, v2.num_values);
    checkValues(page, levels, v2.encoding, element.type, v2.num_values - v2.num_nulls);
    const ofPlain = { compressed_page_size: page.length, data_page_header_v2: { ...v2, is_compressed: false } };
    return { page, header: { ...header, ...ofPlain } };
  }
  const plain = decompressPage(packed, size, codec, compressors);
  const page = Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength);
  const v1 = header.data_page_header;
  if (v1 !== undefined) {
    const levels = isOptional ? lengthAt(page, 0) : 0;
    if (isOptional) checkRuns(page, 4, levels, 1, v1.num_values);
    checkValues(page, levels, v1.encoding, element.type, v1.num_values);
  }
  return { page, header: { ...header, compressed_page_size: page.length } };
}

/** Checks the lengths of runs: of dictionary indexes, or of flags. Values of other encodings are checked by their bytes. */
function checkValues(page: Buffer, start: number, encoding: string, type: string | undefined, count: number): void {
  if (encoding === 'RLE') checkRuns(page, start + 4, lengthAt(page, start), 1, count);
  if (!encoding.endsWith('_DICTIONARY') || count === 0) return;
  const width = type === 'BOOLEAN' ? 1 : page.readUInt8(start);
  if (width > 32) throw overrun();
  if (width > 0) checkRuns(page, start + (type === 'BOOLEAN' ? 0 : 1), page.length, width, count);
}

/** Returns the end of a part that begins with its length. */
function lengthAt(page: Buffer, start: number): number {
  const end = start + 4 + page.readUInt32LE(start);
  if (end > page.length) throw overrun();
  return end;
}

/** Checks that the runs of a part have no more values than a page has. @param count the number of values in the page */
function checkRuns(page: Buffer, start: number, end: number, width: number, count: number): void {
  let at = start;
  for (let left = count; left > 0 && at < end;) {
    let run = 0;
    let bytes = 0;
    for (let byte = 0x80; byte >= 0x80; bytes++) {
      if (bytes === LENGTH_BYTES_MAX) throw overrun();
      byte = page.readUInt8(at + bytes);
      run += (byte & 0x7f) * 2 ** (7 * bytes);
    }
    const length = Math.floor(run / 2);
    const isPacked = run % 2 === 1;
    const values = isPacked ? length * GROUP_VALUES : length;
    if (values > left + PADDING_VALUES_MAX) throw overrun();
    at += bytes + (isPacked ? length * width : Math.ceil(width / 8));
    left -= values;
  }
}

function overrun(): ColumnFault {
  return new ColumnFault('a page claims more values than it has: it is damaged');
}
