import { Dictionary } from '../dictionary/dictionary.ts';
import { ByteBuffer } from '../../model/index.ts';
import { DICTIONARY_KEY, METADATA_KEY, PREFIX_FILTER_KEY, type Tables } from '../format/format.ts';
import type { SnapshotMetadata } from '../format/metadata.ts';
import { PrefixFilter } from '../index/prefix-filter.ts';
import { SparseIndex } from '../index/sparse-index.ts';

/** The parts of a snapshot that a reader holds in memory. */
export interface InMemory {
  readonly metadata: SnapshotMetadata;
  readonly dictionary: Dictionary;
  readonly sparseIndex: SparseIndex;
  readonly prefixFilter: PrefixFilter;
  /** Scratch memory in which one synchronous call assembles its result, which is then copied. */
  readonly answer: ByteBuffer;
}

/**
 * Reads the parts of a snapshot that stay in memory.
 * @throws {Error} if one is missing
 */
export function loadMemory(tables: Tables): InMemory {
  const { metadata } = tables;
  const facts = JSON.parse(stored(metadata.get(METADATA_KEY), 'metadata').toString('utf8')) as SnapshotMetadata;
  return {
    metadata: facts,
    dictionary: new Dictionary(stored(metadata.get(DICTIONARY_KEY), 'dictionary')),
    sparseIndex: new SparseIndex(tables),
    prefixFilter: new PrefixFilter(metadata.get(PREFIX_FILTER_KEY)),
    answer: new ByteBuffer(64 * 1024),
  };
}

function stored(value: Buffer | undefined, name: string): Buffer {
  if (value === undefined) throw new Error(`the ${name} is missing from the snapshot`);
  return value;
}
