import { Dictionary } from '../dictionary/dictionary.ts';
import { ByteBuffer } from '../../model/index.ts';
import { DICTIONARY_KEY, KEYS_VERSION_MIN, METADATA_KEY, PREFIX_FILTER_KEY, type Tables } from '../format/format.ts';
import type { SnapshotMetadata } from '../format/metadata.ts';
import { BlockReader } from '../index/block-reader.ts';
import { PrefixFilter } from '../index/prefix-filter.ts';
import { SparseIndex } from '../index/sparse-index.ts';

/** The parts of a snapshot that a reader holds in memory. A later reader of the same file reuses them. */
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
    sparseIndex: new SparseIndex(facts.format < KEYS_VERSION_MIN ? lastNames : undefined),
    prefixFilter: new PrefixFilter(metadata.get(PREFIX_FILTER_KEY)),
    answer: new ByteBuffer(64 * 1024),
  };
}

/** Returns the last names of the blocks of a scope. */
function* lastNames(tables: Tables, scope: string): Generator<Uint8Array, void, undefined> {
  const blocks = new BlockReader(tables).begin(scope);
  for (let number = 0; blocks.read(number); number++)
    yield Buffer.from(blocks.block.nameAt(blocks.block.count - 1), 'latin1');
}

function stored(value: Buffer | undefined, name: string): Buffer {
  if (value === undefined) throw new Error(`the ${name} is missing from the snapshot`);
  return value;
}
