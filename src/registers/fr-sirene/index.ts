/**
 * SIRENE, the French register of enterprises and their establishments: INSEE, monthly stock files.
 * @module
 */
import { UPDATE_FREQUENCIES, createLayouts, declareRegister } from '../../importer/declaration.ts';
import type { LookUp, Source } from '../../importer/index.ts';
import about from './about.json' with { type: 'json' };
import { CODES } from './codes.ts';
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

const SITE = 'https://www.data.gouv.fr';
const DATA_SET = 'base-sirene-des-entreprises-et-de-leurs-etablissements-siren-siret';

/** The current files with their resources, whose addresses are permanent. INSEE ends the CSV edition in the second half of 2027. */
const STOCKS = [
  {
    name: 'StockUniteLegale_utf8',
    csv: '825f4199-cadd-486c-ac46-a65a8ea1a047',
    parquet: '350182c9-148a-46e0-8389-76c2ec1374a3',
    bytesMax: 4e9,
  },
  {
    name: 'StockEtablissement_utf8',
    csv: '0651fb76-bcf3-4f6a-a38d-bc04fa708576',
    parquet: 'a29c1297-1f92-4e2a-8f6b-8c902ce96c5f',
    bytesMax: 10e9,
  },
];

export const frSirene = declareRegister({
  ...about,
  files: {
    page: `${SITE}/datasets/${DATA_SET}`,
    current: currentFiles,
    superseded: /^Stock(UniteLegale|Etablissement)_utf8\.(zip|parquet)$/,
    // 2026-08-01-StockUniteLegale_utf8.zip is the name of a past month; the current files have no date.
    stamp: /(?<year>20\d{2})-(?<month>\d{2})-(?<day>\d{2})/,
    // The set of columns grew over the years; files of 2018 import too. The required columns distinguish the stock of legal units from its
    // history. Withheld values are `[ND]`.
    kinds: createLayouts({ csv: { delimiter: ',', missing: '[ND]' }, parquet: { missing: '[ND]' } }, columns),
  },
  codes: CODES,
  states,
  // 29,922,486 units and 43,896,818 establishments in 2026; the stock only grows.
  expect: [
    { full: /^StockUniteLegale_utf8\.(csv|parquet)$/, records: 27_000_000 },
    { full: /^StockEtablissement_utf8\.(csv|parquet)$/, records: 39_000_000 },
  ],
  updateFrequency: UPDATE_FREQUENCIES.monthly,
  loadReader: () => import('./read.ts'),
});

async function currentFiles(lookUp: LookUp): Promise<readonly Source[]> {
  return findSources(await lookUp.page(`${SITE}/api/1/datasets/${DATA_SET}/`, 'application/json'));
}

/** Returns the files in CSV as long as the catalogue lists them, then in Parquet. @param catalogue the description of the data set */
export function findSources(catalogue: string): readonly Source[] {
  return STOCKS.map(({ name, csv, parquet, bytesMax }) => {
    const file = (ending: string, id: string): Source => ({
      name: `${name}.${ending}`,
      url: `${SITE}/datasets/r/${id}`,
      bytesMax,
    });
    if (catalogue.includes(csv)) return file('zip', csv);
    if (catalogue.includes(parquet)) return file('parquet', parquet);
    return { name: `${name}.zip`, kept: `the catalogue lists neither the CSV nor the Parquet edition of ${name}` };
  });
}
