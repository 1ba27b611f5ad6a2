/** The tables with content, in the order of the digest. */
export const TABLE_NAMES = [
  'rows',
  'sparseIndex',
  'numbers',
  'ids',
  'officers',
  'movedNumbers',
  'details',
  'addresses',
] as const;
/** The tables of the match index, which come after the others. */
export const MATCH_TABLE_NAMES = ['words', 'postings', 'spellings'] as const;
export type TableName = (typeof TABLE_NAMES)[number] | (typeof MATCH_TABLE_NAMES)[number];

/** Returns the names of the tables with content of a snapshot with or without a match index. */
export function tableNames(hasMatchIndex: boolean): readonly TableName[] {
  return hasMatchIndex ? [...TABLE_NAMES, ...MATCH_TABLE_NAMES] : TABLE_NAMES;
}
