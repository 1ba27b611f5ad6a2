/** A snapshot with records of every state, exported in every format, and readers of the files. */
import { MATCH_INDEX } from '../../../extras/matching/index/name-index.ts';
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  FORMAT_NAMES,
  exportSnapshot,
  type ExportOptions,
  type ExportOutcome,
} from '../../../extras/exports/export.ts';
import { DETAIL_FIELDS, type CompanyRecord } from '../../../src/model/index.ts';
import { company, id, officer, write } from '../../../src/snapshot/record-fixture.ts';
import { NEVER_YIELD } from '../../../src/files/index.ts';

export const LATVIAN = 'Latvijas Republikas Uzņēmumu reģistrs';
const BRITISH = 'Companies House';

const lv = (n: number): CompanyRecord['identifiers'][number] => ({
  scheme: 'national_registry_number',
  value: `4000${n}`,
  country_scope: 'LV',
});

/** Records with difficult texts, each state, each list, with and without a country; enough rows for several groups in a page. */
export const EXPORTED: CompanyRecord[] = [
  company(1, {
    profile: {
      name: 'Ūdens "Dzirnavas",\r\nSIA',
      summary: '=1+1 🎣\tline\nbreak',
      country_code: 'SE',
      company_status: 'NA',
      legal_form: 'Sabiedrība ar ierobežotu atbildību',
      as_of_date: '2026-11-01',
    },
    details: {
      state: 'in_liquidation',
      registered_on: '1992-01-31',
      closed_on: '2026-10-31',
      address: { street: 'Izdomu iela 1; 2. stāvs', postal_code: 'LV-0001', locality: 'Rīga', country_code: 'LV' },
      former_names: [{ name: 'Vecās "Dzirnavas", SIA', kind: 'former', from: '1992-01-31', until: '1999-12-31' }],
      other_names: [
        { name: 'Dzirnavas un Dēli', kind: 'trading' },
        { name: 'O'.repeat(400), kind: 'trading', from: '2001-01-01' },
      ],
      euid: 'LVUR.40001',
      record_url: 'https://register.example/companies/40001?lang=lv&full=1',
      sources: [{ register: 'toys', fields: [...DETAIL_FIELDS] }],
    },
    identifiers: [
      lv(1),
      { scheme: 'lei', value: '549300AAAAAAAAAAAA08' },
      { scheme: 'eu_vat_number', value: 'LV40001' },
    ],
    classifications: [
      { scheme: 'NACE Rev. 2', code: '01.11', label: 'Graudi, u.c.', is_primary: true },
      { scheme: 'NACE Rev. 2', code: '03.11', is_primary: false },
    ],
    officers: [
      {
        ...officer('Anna Izdomāta'),
        kind: 'natural_person',
        roles: ['Valdes loceklis', 'Liquidator, "temporary"'],
        appointed_on: '2001-02-03',
        source: { system: LATVIAN, url: 'https://register.example/1', observed_at: '2026-11-01T04:30:00Z' },
      },
      { ...officer('Anna Izdomāta'), source: { system: LATVIAN } },
      { ...officer('Padome SIA'), kind: 'organisation', roles: ['Valdes priekšsēdētājs'], source: { system: LATVIAN } },
      { ...officer('Gone Goneson', '2026-10-31'), source: { system: LATVIAN } },
      { ...officer('Leaving Later', '2026-12-31'), source: { system: LATVIAN } },
      { ...officer('Withheld Brit'), source: { system: BRITISH } },
      { ...officer('Withheld Stranger'), source: { system: 'somebody' } },
    ],
  }),
  company(2, { lifecycle: { status: 'redirected', canonical_id: id(1) } }),
  company(3, { lifecycle: { status: 'split', successor_ids: [id(1), id(5), id(6)] }, profile: { name: 'Split SIA' } }),
  company(4, { lifecycle: { status: 'tombstoned' } }),
  company(5, { lifecycle: { status: 'restricted' } }),
  company(6, {
    identifiers: [{ scheme: 'tin', value: 'T"1' }],
    details: {
      address: { lines: ['The Mill', '1, Invented Row'], locality: 'Nowhere', region: 'Noshire' },
      sources: [{ fields: ['address'] }],
    },
  }),
  company(7, { lifecycle: { status: 'redirected', canonical_id: id(5) } }),
  company(8, { lifecycle: { status: 'split', successor_ids: [id(5)] } }),
  company(9, { profile: { name: 'N'.repeat(400), country_code: 'NA', as_of_date: '2026-10-01' } }),
  ...Array.from({ length: 600 }, (_, i) =>
    company(100 + i, {
      name: `Row ${i}`,
      identifiers: [{ ...lv(i + 100), country_scope: ['NO', 'US-DE'][i % 2] ?? '' }],
    }),
  ),
];

/** Exports all formats, with officers, unless `options` says otherwise. */
export async function exportAll(
  snapshot: string,
  into: string,
  options: Partial<ExportOptions> = {},
): Promise<ExportOutcome> {
  return await exportSnapshot({
    snapshot,
    into,
    formats: FORMAT_NAMES,
    withOfficers: true,
    publisher: 'A. Publisher',
    yieldIfDue: NEVER_YIELD,
    ...options,
  });
}

/** The paths of all files below a folder, with `/`, in order. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted();
}

/** The content of a file, decompressed by its extension. */
export function readContent(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** Returns the parsed JSON of each line of the files in a folder. */
export function readLines<T>(folder: string): T[] {
  return listFiles(folder).flatMap((file) => {
    const lines = readContent(join(folder, file)).toString('utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as T);
  });
}

/** Writes the records, and exports them below `directory`. */
export async function exportedRecords(directory: string): Promise<{ snapshot: string; into: string; at: string }> {
  const at = mkdtempSync(join(directory, 'exported-'));
  const { path: snapshot } = await write(at, 's.snapshot', EXPORTED, MATCH_INDEX);
  const into = join(at, 'exports');
  await exportAll(snapshot, into);
  return { snapshot, into, at: join(into, 'latest') };
}
