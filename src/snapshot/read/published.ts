import {
  PROFILE_FIELDS,
  companyIdBytes,
  companyIdOf,
  type CompanyRecord,
  type PreviousSnapshot,
} from '../../model/index.ts';
import type { SnapshotScanner } from './scanner.ts';
import { decodeIdEntry, lifecycleOf } from '../format/row.ts';

const NOTHING: readonly never[] = [];
const NO_NUMBERS = { keys: NOTHING, identifiers: NOTHING, numberForms: NOTHING };

/** The records of a snapshot, for the build of the next one. */
export function publishedIn(scanner: SnapshotScanner): PreviousSnapshot {
  return {
    *records() {
      for (const { key, value } of scanner.rows('ids')) {
        const entry = decodeIdEntry(value);
        const lifecycle = lifecycleOf(entry);
        const id = companyIdOf(key);
        yield 'fingerprints' in entry
          ? { id, lifecycle, ...NO_NUMBERS, fingerprints: entry.fingerprints }
          : {
              id,
              lifecycle,
              keys: entry.keys,
              identifiers: entry.identifiers,
              numberForms: entry.numberForms,
              fingerprints: NOTHING,
            };
      }
    },
    has: (id) => scanner.reader.tables.ids.doesExist(Buffer.from(companyIdBytes(id))),
    valuesOf(id) {
      const resource: Record<string, unknown> = JSON.parse(scanner.reader.company(id)?.toString('utf8') ?? '{}');
      const profile = Object.fromEntries(
        PROFILE_FIELDS.flatMap((field) => (field in resource ? [[field, resource[field]]] : [])),
      );
      return { profile, classifications: (resource['classifications'] ?? NOTHING) as CompanyRecord['classifications'] };
    },
  };
}
