/** Records in every state for the tests of this room, and a function that writes records to a file. */
import type { NameIndex } from './name-index.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DETAIL_FIELDS, NO_DETAILS, encodeCompanyId, type CompanyDetails, type CompanyRecord } from '../model/index.ts';
import { SnapshotWriter, type SnapshotMetadata } from './index.ts';

export const id = (n: number): string => {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32BE(n, 12);
  return encodeCompanyId(bytes);
};

export function company(n: number, fields: Partial<CompanyRecord> & { name?: string } = {}): CompanyRecord {
  const { name, ...rest } = fields;
  return {
    id: id(n),
    lifecycle: { status: 'active' },
    profile: name === undefined ? {} : { name },
    identifiers: [],
    classifications: [],
    officers: [],
    officersHasMore: false,
    numberForms: [],
    details: NO_DETAILS,
    keys: [],
    fingerprints: [],
    ...rest,
  };
}

export const officer = (name: string, resigned_on?: string): CompanyRecord['officers'][number] => ({
  name,
  source: { system: 'Register of tests' },
  ...(resigned_on === undefined ? {} : { resigned_on }),
});

export const RECORDS: CompanyRecord[] = [
  company(1, {
    profile: { as_of_date: '2026-11-01', country_code: 'SE', name: 'Å "Kvarn"\nAB' },
    identifiers: [
      { scheme: 'national_registry_number', value: '0112038-9', country_scope: 'FI' },
      { scheme: 'lei', value: '549300AAAAAAAAAAAA01' },
    ],
    classifications: [{ is_primary: true, code: '01.11', scheme: 'NACE Rev. 2' }],
    officers: [
      officer('Aino', '2026-11-21'),
      officer('Bo', '2026-11-22'),
      { ...officer('Cia'), kind: 'natural_person' },
      { ...officer('Dag'), kind: 'organisation' },
    ],
    details: {
      state: 'active',
      registered_on: '1998-03-02',
      address: { street: 'Kvarngatan 1', postal_code: '111 11', locality: 'Stockholm', country_code: 'SE' },
      sources: [
        { register: 'toys', as_of_date: '2026-11-01', fields: ['state', 'registered_on'] },
        { register: 'more-toys', fields: ['address'] },
      ],
    },
  }),
  company(2, { lifecycle: { status: 'redirected', canonical_id: id(1) }, nameBefore: 'Gamla Kvarn AB' }),
  company(3, {
    profile: { name: 'Halved Ltd' },
    identifiers: [{ scheme: 'tin', value: 'T"1' }],
    lifecycle: { status: 'split', successor_ids: [id(1), id(6)] },
  }),
  company(4, { lifecycle: { status: 'tombstoned' } }),
  company(5, { lifecycle: { status: 'restricted' } }),
  company(6),
  company(7, { lifecycle: { status: 'redirected', canonical_id: id(5) }, nameBefore: 'Withheld AB' }),
  company(8, { lifecycle: { status: 'redirected', canonical_id: id(3) } }),
  ...Array.from({ length: 400 }, (_, i) =>
    company(100 + i, {
      name: `Row ${String(i).padStart(4, '0')}`,
      identifiers: [
        { scheme: 'national_registry_number', value: `1${i}`, country_scope: i % 2 === 0 ? 'NO' : 'US-DE' },
      ],
    }),
  ),
];

export async function write(
  directory: string,
  name: string,
  records: readonly CompanyRecord[],
  nameIndex?: NameIndex,
): Promise<{ path: string; metadata: SnapshotMetadata }> {
  const work = join(directory, `${name}.build`);
  mkdirSync(work);
  const writer = new SnapshotWriter(work, nameIndex);
  for (const record of records) writer.add(record);
  const path = join(directory, name);
  return { path, metadata: await writer.finish(path) };
}

/** Makes details with nothing but names. */
export function named(
  former: NonNullable<CompanyDetails['former_names']>,
  others: NonNullable<CompanyDetails['other_names']>,
): CompanyDetails {
  const details: Pick<CompanyDetails, 'former_names' | 'other_names'> = {
    ...(former.length === 0 ? {} : { former_names: former }),
    ...(others.length === 0 ? {} : { other_names: others }),
  };
  const fields = DETAIL_FIELDS.filter((field) => field in details);
  return fields.length === 0 ? NO_DETAILS : { ...details, sources: [{ register: 'toys', fields }] };
}
