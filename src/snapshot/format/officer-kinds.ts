import { VARINT_BYTES_MAX, VarintReader, writeVarint } from './varint.ts';

/**
 * What registers say the officers of a block are, behind the officers: who reads officers to serve them never gets there. In runs of
 * officers of one kind, over all companies: varint four times the length of the run, plus the kind. Behind the last run no register
 * says a kind; where none says any there are no bytes.
 */
const KIND_BITS = 4;

export function encodeKinds(kinds: readonly number[]): Buffer {
  const last = kinds.findLastIndex((kind) => kind !== 0);
  const bytes = Buffer.allocUnsafe(VARINT_BYTES_MAX * (last + 1));
  let at = 0;
  for (let start = 0; start <= last;) {
    const kind = kinds[start] ?? 0;
    let end = start;
    while (end <= last && kinds[end] === kind) end++;
    at = writeVarint(bytes, at, KIND_BITS * (end - start) + kind);
    start = end;
  }
  return bytes.subarray(0, at);
}

/** The kinds of the officers of a block, one after another and without an end: 0 behind the last run, which begins at `start`. */
export function* decodeKinds(block: Buffer, start: number): Generator<number, never, undefined> {
  for (const reader = new VarintReader(block, start); reader.at < block.length;) {
    const run = reader.next();
    for (let left = Math.floor(run / KIND_BITS); left > 0; left--) yield run % KIND_BITS;
  }
  for (;;) yield 0;
}
