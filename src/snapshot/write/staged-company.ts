import { companyIdBytes, type CompanyDetails, type CompanyRecord } from '../../model/index.ts';
import { encodeIdentifiers } from '../format/identifiers.ts';
import { encodeOfficers } from '../format/officer-block.ts';
import { parseResource, profileText, type IdEntry } from '../format/row.ts';
import { listCountries } from '../index/search-keys.ts';
import { addressKey } from '../index/addresses.ts';
import { withoutCodes, type DatedSource, type DayCodes } from '../dictionary/day-codes.ts';
import { detailsText, encodeDetails, haveNames, listFurtherNames } from '../format/details.ts';

/** An active company in the sort by name, in the form that the tables need. */
export interface StagedCompany {
  readonly id: Buffer;
  readonly countries: readonly string[];
  readonly text: Buffer;
  /** Its identifiers and keys, encoded as in `ids`. */
  readonly identifiers: Buffer;
  /** Its officers, encoded but not compressed. */
  readonly officers: Buffer;
  /** Its details, encoded but not compressed. */
  readonly details: Buffer;
  /** The key of its address in `addresses`. */
  readonly address: Buffer;
  /** Bytes that the caller of the writer gets back with the rank of the company. */
  readonly tag: Buffer;
}

/** The lines that values with a day are from. */
export interface DatedSources {
  /** The line of the `as_of_date` of the profile. */
  readonly profile: DatedSource | undefined;
  /** The line of each officer. */
  readonly officers: readonly DatedSource[];
}

/**
 * @param days their codes replace the days of registers
 * @param sources the lines of the values with a day
 */
export function stageCompany(
  record: CompanyRecord,
  tag: Buffer,
  days: DayCodes,
  sources: DatedSources = { profile: undefined, officers: [] },
): StagedCompany {
  return {
    tag,
    id: Buffer.from(companyIdBytes(record.id)),
    countries: listCountries(record),
    text: Buffer.from(days.replace(profileText(record), '', sources.profile?.register, record.profile.as_of_date)),
    identifiers: encodeIdentifiers(record),
    officers: encodeOfficers(record, (json, officer) => days.replaceObserved(json, sources.officers[officer])),
    details: encodeDetails(record, days),
    address: addressKey(record.details.address),
  };
}

/** Returns the entry in `ids` of a record that is not active. */
export function toEntry(record: CompanyRecord): IdEntry {
  const { lifecycle, identifiers, numberForms, keys, fingerprints, nameBefore } = record;
  const numbers = { identifiers, numberForms, keys };
  switch (lifecycle.status) {
    case 'redirected':
      return { state: 'redirected', canonicalId: lifecycle.canonical_id ?? '', nameBefore, ...numbers };
    case 'split':
      return { state: 'split', successorIds: lifecycle.successor_ids ?? [], profile: profileText(record), ...numbers };
    case 'tombstoned':
    case 'restricted':
      return { state: lifecycle.status, fingerprints };
    case 'active':
      break;
  }
  throw new Error('An active record is staged, see stageCompany');
}

/** Encodes a staged company. Each part is preceded by its length in four bytes. */
export function encodeStaged({ id, tag, countries, ...others }: StagedCompany): Buffer {
  const { text, identifiers, officers, details, address } = others;
  const codes = Buffer.from(countries.join(''), 'latin1');
  const parts = [id, tag, codes, text, identifiers, officers, details, address];
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + 4 + part.length, 0));
  let at = 0;
  for (const part of parts) {
    at = bytes.writeUInt32LE(part.length, at);
    at += part.copy(bytes, at);
  }
  return bytes;
}

/** Reverses {@linkcode encodeStaged}; the parts share one copy of the bytes. */
export function decodeStaged(staged: Buffer): StagedCompany {
  const bytes = Buffer.from(staged);
  let at = 0;
  const next = (): Buffer => {
    const start = at + 4;
    at = start + bytes.readUInt32LE(at);
    return bytes.subarray(start, at);
  };
  const [id, tag, countries, text, identifiers] = [next(), next(), next(), next(), next()];
  const [officers, details, address] = [next(), next(), next()];
  const codes = countries.toString('latin1').match(/../g) ?? [];
  return { id, tag, countries: codes, text, identifiers, officers, details, address };
}

/** Returns the names of a staged company beside its registered name. */
export function stagedNames(text: Buffer, details: Buffer): readonly string[] {
  if (!haveNames(details)) return [];
  const { name } = parseResource(withoutCodes(text.toString('utf8')));
  const named = JSON.parse(withoutCodes(detailsText(details).toString('utf8'))) as CompanyDetails;
  return listFurtherNames(named, name).map((further) => further.name);
}
