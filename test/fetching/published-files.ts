/** The files of publishers, made from one or several fixtures and packed as the publishers pack them. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createZip } from '../../src/importer/formats/zip-fixture.ts';
import { fixtureCases } from '../../src/registers/fixtures.ts';

const REGISTERS = join(import.meta.dirname, '..', '..', 'src', 'registers');

/** The fixtures of a source if its name does not determine them: by register and name of the source. */
const MADE_OF: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'bg-tr': { 'all-resources.json.zip': /^2026-.*json$/ },
  'cz-res': { 'ares_vreo_all.tar.gz': /^ares_vreo-.*\.tar\.gz$/ },
  'de-offeneregister': { 'de_companies_ocdata.jsonl.bz2': /^companies-/ },
  'ee-ariregister': {
    'ettevotja_rekvisiidid__lihtandmed.csv.zip': /^lihtandmed-2026/,
    'ettevotja_rekvisiidid__yldandmed.json.zip': /^yldandmed/,
    'ettevotja_rekvisiidid__kaardile_kantud_isikud.json.zip': /^kaardile/,
    'ettevotja_rekvisiidid__kandevalised_isikud.json.zip': /^kandevalised/,
  },
  'fi-prh': { 'all_companies.zip': /^ytj-/ },
  'fr-rne': { 'stock_RNE_formalites_NIVEAU1_20260304_1400.zip': /^stock_RNE/ },
  'fr-sirene': {
    'StockUniteLegale_utf8.zip': /^2026-08-01-StockUniteLegale/,
    'StockEtablissement_utf8.zip': /^2026-08-01-StockEtablissement/,
  },
  'gb-companies-house': { 'BasicCompanyDataAsOneFile-2026-11-01.zip': /^BasicCompanyData-/ },
  gleif: { 'gleif-goldencopy-lei2-golden-copy.csv.zip': /^csv\// },
  'gleif-lists': { 'registration-authorities.ndjson': /^authorities/, 'entity-legal-forms.ndjson': /^forms/ },
  'no-brreg': { 'enheter_alle.json.gz': /^enheter/, 'roller_alle.json.gz': /^roller/ },
  'ro-onrc': { 'od_firme.csv': /^od_firme-2026-09/ },
  'si-prs': { 'DURS_zavezanci_PO_csv.zip': /^DURS/ },
  'sk-rpo': { 'init_2026-11-07_001.json.gz': /^rpo-init/, 'actual_2026-11-10.json.gz': /^rpo-actual/ },
  'ua-edr': { 'UO.zip': /^uo-/ },
  'se-bolagsverket': { 'bolagsverket_bulkfil.zip': /^bolagsverket/, 'scb_bulkfil.zip': /^scb/ },
};

/** Returns the fixtures of a register, by their names below its folder. */
function listFixtures(id: string): string[] {
  const folder = folderOf(id);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !basename(name).startsWith('expected') && /\.\w+$/.test(name),
  );
}

function folderOf(id: string): string {
  if (id === 'gleif-lists') return join(REGISTERS, 'gleif', 'fixtures', 'lists');
  const own = join(REGISTERS, id, 'fixtures');
  return existsSync(own) ? own : dirname(fixtureCases(id)[0]?.expected ?? '');
}

/** Returns the letters of a name that do not change from edition to edition. */
function extractLetters(name: string): string {
  const [stem = ''] = basename(name)
    .toLowerCase()
    .split(/\.[a-z]/);
  return stem.replaceAll(/[-_.\d]|excerpt|^cvr|^fixture/g, '');
}

/** Returns the fixtures of a source: those named in the table, otherwise those with the same letters in their names. */
export function fixturesFor(id: string, source: string): string[] {
  const named = MADE_OF[id]?.[source];
  const all = listFixtures(id);
  const found = all.filter(
    (name) => all.length === 1 || (named?.test(name) ?? extractLetters(name) === extractLetters(source)),
  );
  if (found.length === 0) throw new Error(`No fixture of "${id}" is "${source}"`);
  return found.map((name) => join(folderOf(id), name));
}

/** Returns the bytes of a download: the fixture as it is, or packed as the name of the source says. */
export function readBytes(id: string, source: string): Buffer {
  const paths = fixturesFor(id, source);
  const [first = ''] = paths;
  if (source.endsWith('.zip'))
    return createZip(Object.fromEntries(paths.map((path) => [basename(path), readFileSync(path)])));
  // Node cannot write bzip2.
  if (source.endsWith('.bz2')) return readFileSync(join(import.meta.dirname, '..', 'fixtures', source));
  const bytes = Buffer.concat(paths.map((path) => readFileSync(path)));
  return source.endsWith('.gz') && !first.endsWith('.gz') ? gzipSync(bytes) : bytes;
}

/** Returns the day of a source: the day in the name of its fixture. */
export function findDay(id: string, source: string): string {
  const [, year, month, day] = /(20\d{2})-?(\d{2})-?(\d{2})/.exec(basename(fixturesFor(id, source)[0] ?? '')) ?? [];
  return year === undefined ? '2026-11-20' : `${year}-${month}-${day}`;
}

/** A response to a request of a crawl. */
interface PublishedResponse {
  readonly kind: string;
  readonly key: string;
  readonly status: number;
  readonly body?: string;
}

/** Returns the newest response to each request of a crawl that the fixtures of a register contain. */
export function readAnswers(id: string): PublishedResponse[] {
  const responses = new Map<string, PublishedResponse>();
  for (const name of listFixtures(id)
    .filter((one) => /\.\d{4}\.ndjson$/.test(one))
    .toSorted()) {
    for (const line of readFileSync(join(folderOf(id), name), 'utf8')
      .trimEnd()
      .split('\n')) {
      const { question: request, ...rest } = JSON.parse(line) as { question: string; status: number; body?: string };
      const colon = request.indexOf(':');
      responses.set(request, { kind: request.slice(0, colon), key: request.slice(colon + 1), ...rest });
    }
  }
  return [...responses.values()];
}
