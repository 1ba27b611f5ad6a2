/**
 * CVR, the Danish central business register, as files of Datafordeleren.
 * @module
 */
import { RecordReader, UPDATE_FREQUENCIES, createLayouts, declareRegister, words } from '../../importer/declaration.ts';
import type { LookUp, Source } from '../../importer/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import { toDanishDay } from './days.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

/** The entities that become part of a line. Files of production units also exist. */
const ENTITIES = words('Virksomhed Navn Virksomhedsform Branche Adressering');

const API = 'https://api.datafordeler.dk/FileDownloads';
const LIST = `${API}/GetAvailableFileDownloads?Register=CVR&apiKey={API_KEY}`;
const FILES = `${API}/GetFile?Register=CVR&type=current&format=CSV&apiKey={API_KEY}`;

export const dkCvr = declareRegister({
  ...about,
  files: {
    page: 'https://datafordeler.dk/',
    current: currentFiles,
    superseded: /^(Virksomhed|Navn|Virksomhedsform|Branche|Adressering)(-20\d\d-\d\d-\d\d)?\.zip$/,
    server: {
      credentials: {
        settings: ['API_KEY'],
        how: 'create a free API key in the administration of https://datafordeler.dk/',
      },
    },
    stamp: /(?<year>20\d{2})-?(?<month>[01]\d)-?(?<day>[0-3]\d)/,
    kinds: createLayouts({ csv: { delimiter: ',' } }, columns),
  },
  codes: { ...codes, status: Object.keys(states.status) },
  states,
  // 870,461 companies on 2026-08-13.
  expect: [
    ...words('Virksomhed Navn Virksomhedsform Adressering').map((entity) => full(entity, 800_000)),
    full('Branche', 700_000),
  ],
  updateFrequency: UPDATE_FREQUENCIES.weekly,
  loadReader: () => import('./read.ts'),
});

async function currentFiles(lookUp: LookUp): Promise<readonly Source[]> {
  return findSources(await lookUp.page(LIST, 'application/json'));
}

/**
 * Returns the newest files. Neither their names nor the server's responses have the day of their data: the list has it, and it becomes
 * part of the names. A file that the list lacks is downloaded without a day.
 * @param list the response that lists all files
 * @throws {InputError} if the response is not a list of files
 */
export function findSources(list: string): readonly Source[] {
  const files = parseList(list)
    .objects('availableFileDownloads')
    .filter((file) => {
      return file.text('typeOfData') === 'Current' && file.text('containedFileFormat') === 'csv';
    });
  return ENTITIES.map((entity) => {
    const times = files.flatMap((file) => (file.text('entityName') === entity ? (file.text('pointInTime') ?? []) : []));
    const day = toDanishDay(times.toSorted().at(-1) ?? '');
    const name = day === undefined ? entity : `${entity}-${day}`;
    return { name: `${name}.zip`, url: `${FILES}&LatestTotalForEntity=${entity}`, bytesMax: 1e9 };
  });
}

function parseList(list: string): RecordReader {
  try {
    const response = new RecordReader(JSON.parse(list));
    if (response.hasList('availableFileDownloads')) return response;
  } catch {
    // Reported below.
  }
  throw new InputError(`Cannot use the list of files: it has no availableFileDownloads, got ${quoteValue(list)}`);
}

/** Requires a minimum number of records in the file of an entity. The name of the file inside the zip is not known. */
function full(entity: string, records: number) {
  return { full: /./, packedIn: new RegExp(`^${entity}(-[\\d-]+)?\\.zip$`), records };
}
