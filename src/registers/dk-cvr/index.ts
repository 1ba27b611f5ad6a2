/**
 * CVR, the Danish central business register, as files of Datafordeleren.
 * @module
 */
import { RHYTHMS, declareRegister, kindsOf, words } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

/** The entities that become part of a line. Files of production units also exist. */
const ENTITIES = words('Virksomhed Navn Virksomhedsform Branche Adressering');

const FILES = 'https://api.datafordeler.dk/FileDownloads/GetFile?Register=CVR&type=current&format=CSV&apiKey={API_KEY}';

export const dkCvr = declareRegister({
  ...about,
  files: {
    page: 'https://datafordeler.dk/',
    current: ENTITIES.map((entity) => ({
      name: `${entity}.zip`,
      url: `${FILES}&LatestTotalForEntity=${entity}`,
      bytesMax: 1e9,
    })),
    server: {
      credentials: {
        settings: ['API_KEY'],
        how: 'create a free API key in the administration of https://datafordeler.dk/',
      },
    },
    stamp: /(?<year>20\d{2})-?(?<month>[01]\d)-?(?<day>[0-3]\d)/,
    kinds: kindsOf({ csv: { delimiter: ',' } }, columns),
  },
  codes: { ...codes, status: Object.keys(states.status) },
  states,
  // 870,461 companies on 2026-08-13.
  expect: [
    ...words('Virksomhed Navn Virksomhedsform Adressering').map((entity) => full(entity, 800_000)),
    full('Branche', 700_000),
  ],
  rhythm: RHYTHMS.weekly,
  reading: () => import('./read.ts'),
});

/** Requires a minimum number of records in the file of an entity. The name of the file inside the zip is not known. */
function full(entity: string, records: number) {
  return { full: /./, packedIn: new RegExp(`^${entity}\\.zip$`), records };
}
