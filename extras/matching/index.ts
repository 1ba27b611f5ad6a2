/**
 * Matching of messy names: an index in the snapshot, and the comparison of names.
 * @module
 */
import type { Extra } from '../../src/extra/index.ts';

export const matching: Extra = {
  name: 'matching',
  nameIndex: async () => (await import('./index/name-index.ts')).MATCH_INDEX,
};
