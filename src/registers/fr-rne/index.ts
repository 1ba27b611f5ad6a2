/**
 * The RNE, France's national register of companies: who manages the legal persons of SIRENE.
 * @module
 */
import { UPDATE_FREQUENCIES, declareRegister } from '../../importer/declaration.ts';
import type { CatalogueFile, LookUp, Source } from '../../importer/index.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import { API, KINDS, crawl } from './crawl.ts';

/** The folder with the stock. It also has files of annual accounts. */
const FOLDER = 'ftp://{FTP_USER}:{FTP_PASSWORD}@www.inpi.net/';

/** `stock_RNE_formalites_NIVEAU1_20260304_1400.zip`. Names of earlier files had no level. */
const STOCK = /^stock_RNE_formalites_(?:[A-Z0-9]+_)?(?<stamp>20\d{6}_\d{4})\w*\.zip$/;

/** Maximum size of the stock: three times its size in March 2026. */
const BYTES_MAX = 50e9;

export const frRne = declareRegister({
  ...about,
  addsTo: 'fr-sirene',
  files: {
    page: 'https://www.inpi.fr/ressources/propriete-intellectuelle/acces-aux-api-et-ftp',
    current: currentFiles,
    crawl,
    server: {
      credentials: {
        settings: ['FTP_USER', 'FTP_PASSWORD', 'API_USER', 'API_PASSWORD'],
        how: 'create a free account at https://data.inpi.fr/ and ask there for "API RNE" and "SFTP RNE", which has users of its own',
        login: {
          url: `${API}/sso/login`,
          json: { username: '{API_USER}', password: '{API_PASSWORD}' },
          token: 'token',
          api: `${API}/companies`,
        },
      },
    },
    superseded: /^stock_RNE_formalites_\w+\.zip$/,
    stamp: /stock_RNE_formalites_(?:[A-Z0-9]+_)?(?<year>20\d{2})(?<month>\d{2})(?<day>\d{2})_\d{4}/,
    kinds: KINDS,
  },
  codes,
  // The stock of March 2026 had 10.5 million legal persons and 13 million managers, including auditors and former managers.
  expect: { full: /\.json$/, packedIn: /^stock_RNE_formalites_/, records: 1, officers: 5_000_000 },
  updateFrequency: UPDATE_FREQUENCIES.daily,
  loadReader: () => import('./read.ts'),
});

async function currentFiles(lookUp: LookUp): Promise<readonly Source[]> {
  return findSources(await lookUp.ftp(FOLDER));
}

/** Returns the newest stock of formalities among the files of the folder. */
export function findSources(files: readonly CatalogueFile[]): readonly Source[] {
  const stocks = files.flatMap((file) => {
    const stamp = STOCK.exec(file.name)?.groups?.['stamp'];
    return stamp === undefined ? [] : [{ ...file, stamp }];
  });
  const [newest] = stocks.toSorted((a, b) => (a.stamp < b.stamp ? 1 : -1));
  if (newest?.url === undefined) return [];
  const { name, url, bytes } = newest;
  return [{ name, url, bytesMax: BYTES_MAX, ...(bytes === undefined ? {} : { bytes }) }];
}
