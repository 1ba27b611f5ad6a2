import { open } from 'node:fs/promises';

/** The mark at both ends of a Parquet file. */
export const MARK = 'PAR1';

/** Whether a file begins with the mark of Parquet. Does not load the reader, which few imports need. */
export async function isParquetFile(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MARK.length), 0, MARK.length, 0);
  return isParquet(buffer.subarray(0, bytesRead));
}

export function isParquet(start: Buffer): boolean {
  return start.toString('latin1', 0, MARK.length) === MARK;
}
