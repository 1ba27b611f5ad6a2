/**
 * The RNE, France's national register of companies: who manages the legal persons of SIRENE.
 * @module
 */
import { declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import { API, crawl } from './crawl.ts';
import { KINDS } from './fields.ts';
import { currentFiles } from './stock.ts';

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
  // 10.5 million legal persons and 13 million managers, auditors and former ones among them, were counted in the stock of March 2026.
  expect: { full: /\.json$/, packedIn: /^stock_RNE_formalites_/, records: 1, officers: 5_000_000 },
  reading: () => import('./read.ts'),
});
