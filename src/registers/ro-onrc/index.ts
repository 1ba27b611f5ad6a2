/**
 * The trade register of Romania, with the legal representatives of its firms: ONRC, open data.
 * @module
 */
import { UPDATE_FREQUENCIES, createLayouts, declareRegister, present, words } from '../../importer/declaration.ts';
import type { Download, LookUp } from '../../importer/index.ts';
import { compareText } from '../../model/index.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

/** The newest data sets of the register, in the JSON of CKAN. Every release is a separate data set with new addresses. */
const CATALOGUE =
  'https://data.gov.ro/api/3/action/package_search?fq=organization:onrc&sort=metadata_created%20desc&rows=50';

/** The files of a release. A release that lacks one of these is skipped. */
const FIRM_FILES = words(`
  od_firme.csv od_stare_firma.csv od_caen_autorizat.csv od_reprezentanti_legali.csv od_reprezentanti_if.csv
`);

/** The code lists, in a data set with the same date. */
const CODE_FILES = ['n_stare_firma.csv', 'n_caen.csv', 'n_versiune_caen.csv'];

/** Looks up the files of the newest complete release of firms and of code lists. */
export async function currentFiles(lookUp: Pick<LookUp, 'page'>): Promise<readonly Download[]> {
  const response: unknown = JSON.parse(await lookUp.page(CATALOGUE));
  const firms = newest(response, 'firme', FIRM_FILES);
  return firms === undefined ? [] : [...firms, ...(newest(response, 'nomenclatoare', CODE_FILES) ?? [])];
}

/** Returns the wanted files of the newest data set with this content that has all of them. */
function newest(response: unknown, content: string, wanted: readonly string[]): Download[] | undefined {
  const dated = readList(findMember(response, 'result'), 'results').flatMap((dataSet) => {
    // firme-02-09-2026, nomenclatoare-02-09-2026
    const [, what, day, month, year] = /^(\w+)-(\d{2})-(\d{2})-(\d{4})$/.exec(readText(dataSet, 'name')) ?? [];
    return what === content ? [{ date: `${year}-${month}-${day}`, files: readDownloads(dataSet) }] : [];
  });
  return dated
    .toSorted((a, b) => compareText(b.date, a.date))
    .map(({ files }) => wanted.flatMap((name) => files.get(name) ?? []))
    .find((files) => files.length === wanted.length);
}

/** Returns the files of a data set by name: OD_FIRME.CSV in one release, od_firme.csv in another. The catalogue has no checksums. */
function readDownloads(dataSet: unknown): Map<string, Download> {
  const files = readList(dataSet, 'resources').map((resource): Download => {
    const bytes = Number(findMember(resource, 'size') ?? 0);
    return present<Download>({
      name: readText(resource, 'name').trim().toLowerCase(),
      url: readText(resource, 'url'),
      bytes: Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined,
      // The longest file, of firms, has about 700 MB.
      bytesMax: 2e9,
    });
  });
  return new Map(files.map((file) => [file.name, file]));
}

/** Returns a member of a value of any type; undefined if the value is not an object. */
function findMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function readList(value: unknown, name: string): unknown[] {
  const list = findMember(value, name);
  return Array.isArray(list) ? list : [];
}

function readText(value: unknown, name: string): string {
  const text = findMember(value, name);
  return typeof text === 'string' ? text : '';
}

export const roOnrc = declareRegister({
  ...about,
  files: {
    page: 'https://data.gov.ro/organization/onrc',
    current: currentFiles,
    // The published names have no date; an operator may add one: od_firme-2026-09-02.csv.
    stamp: /(?<year>20\d{2})-(?<month>[01]\d)-(?<day>[0-3]\d)/,
    // The kinds are named after the files. UTF-8 with a byte order mark. Some names begin with a quotation mark that is part of the name.
    kinds: createLayouts({ csv: { delimiter: '^', quotes: 'none' } }, columns),
  },
  codes,
  states,
  // On 2026-09-02: 4,219,081 firms and 3,689,931 representatives. For states and activities only the file sizes are known (91 and 431 MB);
  // every firm has a state.
  expect: [
    { full: /^od_firme\.csv$/i, records: 3_800_000 },
    { full: /^od_reprezentanti_legali\.csv$/i, records: 3_300_000, officers: 1_000_000 },
    { full: /^od_stare_firma\.csv$/i, records: 3_800_000 },
    { full: /^od_caen_autorizat\.csv$/i, records: 10_000_000 },
    // 197 states; 3,741 rows for four versions.
    { full: /^n_stare_firma\.csv$/i, records: 170 },
    { full: /^n_caen\.csv$/i, records: 3_300 },
  ],
  updateFrequency: UPDATE_FREQUENCIES.monthly,
  loadReader: () => import('./read.ts'),
});
