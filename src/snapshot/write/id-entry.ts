import type { CompanyRecord } from '../../model/index.ts';
import { profileText, type IdEntry } from '../format/row.ts';

/** The entry in `ids` of a record that is not active. */
export function entryOf(record: CompanyRecord): IdEntry {
  const { lifecycle, identifiers, numberForms, keys, fingerprints } = record;
  switch (lifecycle.status) {
    case 'redirected':
      return { state: 'redirected', canonicalId: lifecycle.canonical_id ?? '', identifiers, numberForms, keys };
    case 'split':
      return {
        state: 'split',
        successorIds: lifecycle.successor_ids ?? [],
        profile: profileText(record),
        identifiers,
        numberForms,
        keys,
      };
    case 'tombstoned':
    case 'restricted':
      return { state: lifecycle.status, fingerprints };
    case 'active':
      break;
  }
  throw new Error('An active record is staged, see stageCompany');
}
