import { companyIdBytes, companyIdOf, type PreviousSnapshot } from '../../model/index.ts';
import { decodeIdEntry, identityOf, profileIn } from '../format/row.ts';
import type { SnapshotScanner } from './scanner.ts';

/** The records of a snapshot, for the build of the next one. */
export function publishedIn(scanner: SnapshotScanner): PreviousSnapshot {
  return {
    *records() {
      for (const { key, value } of scanner.rows('ids')) {
        const entry = decodeIdEntry(value);
        yield { id: companyIdOf(key), ...identityOf(entry) };
      }
    },
    has: (id) => scanner.reader.tables.ids.doesExist(Buffer.from(companyIdBytes(id))),
    valuesOf: (id) => profileIn(JSON.parse(scanner.reader.company(id)?.toString('utf8') ?? '{}')),
  };
}
