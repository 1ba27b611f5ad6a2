/**
 * The snapshot: one immutable file with everything that is served. docs/snapshot-format.md is its specification.
 * @module
 */
export {
  NO_COUNTRY,
  countRecords,
  hasMatchIndex,
  hasSearchableMatchIndex,
  type CountryCounts,
  type SnapshotMetadata,
  type StateCounts,
} from './format/metadata.ts';
export { readPrefixFilter, scanNumbers, scanSearchRows, type NumberGroup, type SearchRow } from './read/contents.ts';
export type { MovedRecord } from './index/moved-numbers.ts';
export { ranksOfHolders } from './index/number-holders.ts';
export { PrefixFilter } from './index/prefix-filter.ts';
export { listCountries } from './index/search-keys.ts';
export { NAME_KEY_BYTES_MAX, NUMBER_BYTES_MAX } from './format/format.ts';
export { FORMAT_VERSION } from './file/trailer.ts';
export { previousPath } from './previous.ts';
export { StoredRecord, createOfficersReader, openPublished, scanRecords } from './read/records.ts';
export { countShownAgain } from './read/shown-again.ts';
export { SnapshotReader, type OfficersOf } from './read/reader.ts';
export { listFurtherNames, type FurtherName } from './format/details.ts';
export type {
  IndexedCompany,
  MatchCandidate,
  NameIndex,
  NameIndexWriter,
  NameLikeness,
  NameSearch,
} from './name-index.ts';
export type { SameAddress } from './read/same-address.ts';
export { INVOICED_MAX, type SearchCounts, type SearchPage } from './read/search.ts';
export { withoutRows } from './format/row.ts';
export { DamagedError } from './file/page-sums.ts';
export { WriteLease } from './file/write-lease.ts';
export { verifyChecksum } from './file/trailer.ts';
export { KeptRanks } from './write/kept-ranks.ts';
export { SnapshotWriter, countryOf, type WritingOptions } from './write/writer.ts';
export { DayCodes, DayCounts, type DayCount } from './dictionary/day-codes.ts';
export { verifyLines } from './verify/verify-lines.ts';
export { PARALLEL_BYTES_MIN, verifySnapshot, type Verified } from './verify/verify.ts';
