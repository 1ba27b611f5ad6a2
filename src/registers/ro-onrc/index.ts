/**
 * The trade register of Romania, with the legal representatives of its firms: ONRC, open data.
 * @module
 */
import { declareRegister, kindsOf, words } from '../../importer/declaration.ts';
import type { Download, LookUp } from '../../importer/index.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

/** The newest data sets of the register, in the JSON of CKAN. Every release is a data set of its own, with new addresses. */
const CATALOGUE =
  'https://data.gov.ro/api/3/action/package_search?fq=organization:onrc&sort=metadata_created%20desc&rows=50';

/** The longest file is that of the firms, some 700 MB. */
const FILE_BYTES_MAX = 2e9;

/** The files of a release; an incomplete release is skipped. */
const FIRM_FILES = words(`
  od_firme.csv od_stare_firma.csv od_caen_autorizat.csv od_reprezentanti_legali.csv od_reprezentanti_if.csv
`);

/** The code lists, in a data set of the same day. */
const CODE_FILES = ['n_stare_firma.csv', 'n_caen.csv', 'n_versiune_caen.csv'];

/** Looks up the files of the newest complete release of firms and of code lists. */
export async function currentFiles(lookUp: Pick<LookUp, 'page'>): Promise<readonly Download[]> {
  const releases = releasesOf(JSON.parse(await lookUp.page(CATALOGUE)));
  const firms = newest(releases, 'firme', FIRM_FILES);
  return firms === undefined ? [] : [...firms, ...(newest(releases, 'nomenclatoare', CODE_FILES) ?? [])];
}

/** A data set: what it holds (the word before its date), when it was made, and its files by their name in lower case. */
interface Release {
  readonly content: string;
  /** ISO 8601 date. */
  readonly date: string;
  readonly files: ReadonlyMap<string, Download>;
}

function newest(releases: readonly Release[], content: string, wanted: readonly string[]): Download[] | undefined {
  return releases
    .filter((release) => release.content === content)
    .toSorted((a, b) => (a.date < b.date ? 1 : -1))
    .map(({ files }) => wanted.flatMap((name) => files.get(name) ?? []))
    .find((files) => files.length === wanted.length);
}

function releasesOf(answer: unknown): Release[] {
  return listOf(valueOf(valueOf(answer, 'result'), 'results')).flatMap((dataSet) => {
    // firme-02-09-2026, nomenclatoare-02-09-2026
    const [, content, day, month, year] = /^(\w+)-(\d{2})-(\d{2})-(\d{4})$/.exec(textOf(dataSet, 'name')) ?? [];
    if (content === undefined) return [];
    const files = listOf(valueOf(dataSet, 'resources')).map(downloadOf);
    return [{ content, date: `${year}-${month}-${day}`, files: new Map(files.map((file) => [file.name, file])) }];
  });
}

/** The names are OD_FIRME.CSV in one release and od_firme.csv in another. The catalogue gives no checksums. */
function downloadOf(resource: unknown): Download {
  const name = textOf(resource, 'name').trim().toLowerCase();
  const url = textOf(resource, 'url');
  const bytes = Number(valueOf(resource, 'size') ?? 0);
  return Number.isSafeInteger(bytes) && bytes > 0
    ? { name, url, bytes, bytesMax: FILE_BYTES_MAX }
    : { name, url, bytesMax: FILE_BYTES_MAX };
}

function valueOf(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(object: unknown, name: string): string {
  const value = valueOf(object, name);
  return typeof value === 'string' ? value : '';
}

export const roOnrc = declareRegister({
  ...about,
  files: {
    page: 'https://data.gov.ro/organization/onrc',
    current: currentFiles,
    // The published names have no date; a person may add one: od_firme-2026-09-02.csv.
    stamp: /(?<year>20\d{2})-(?<month>[01]\d)-(?<day>[0-3]\d)/,
    // By the names of the files. UTF-8 with a byte order mark; names begin with a quotation mark that is part of them.
    kinds: kindsOf({ csv: { delimiter: '^', quotes: 'none' } }, columns),
  },
  codes,
  states,
  // Of 2026-09-02: 4,219,081 firms, 3,689,931 representatives; of the lists of states and activities only the size is
  // known (91 and 431 MB), of which every firm has a state.
  expect: [
    { full: /^od_firme\.csv$/i, records: 3_800_000 },
    { full: /^od_reprezentanti_legali\.csv$/i, records: 3_300_000, officers: 1_000_000 },
    { full: /^od_stare_firma\.csv$/i, records: 3_800_000 },
    { full: /^od_caen_autorizat\.csv$/i, records: 10_000_000 },
    // 197 states; 3,741 rows of four versions.
    { full: /^n_stare_firma\.csv$/i, records: 170 },
    { full: /^n_caen\.csv$/i, records: 3_300 },
  ],
  reading: () => import('./read.ts'),
});
