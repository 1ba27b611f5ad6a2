/**
 * The snapshot: one immutable file with everything that is served. docs/snapshot-format.md is its specification.
 * @module
 */
export { NO_COUNTRY, type About, type CountryCounts, type StateCounts } from './about.ts';
export { SnapshotPasses } from './passes.ts';
export { previousPath } from './previous.ts';
export { publishedIn } from './published.ts';
export { SnapshotReader, type OfficersOf } from './reader.ts';
export type { SearchPage } from './search.ts';
export { withoutRows } from './row.ts';
export { checkSum, syncPath } from './trailer.ts';
export { SnapshotWriter } from './writer.ts';
export { verifyLines } from './verify-lines.ts';
export { verifySnapshot, type Verified } from './verify.ts';
