/**
 * EDR, the Ukrainian register of legal persons.
 * @module
 */
import { columnsOf, declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import { currentFiles } from './catalogue.ts';
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };

export const uaEdr = declareRegister({
  ...about,
  files: {
    page: 'https://data.gov.ua/dataset/a1799820-195b-4982-8141-6e84f58103e7',
    current: currentFiles,
    // The name as served has no date; those of 2020 were 17.1-EX_XML_EDR_UO_FULL_08.05.2020.xml.
    stamp: /(?<day>[0-3]\d)\.(?<month>[01]\d)\.(?<year>20\d{2})/,
    refused: [{ name: /(^|_)fop[_.]/i, instead: 'it holds persons in business; take UO.zip, the legal persons' }],
    encoding: 'windows-1251',
    xml: { records: 'DATA.SUBJECT' },
    // Texts of elements stand under `$`. Elements may be empty, or hold no text themselves, in every file.
    ...columnsOf(columns),
  },
  // The states that were met; whether there are more is not known.
  codes,
  // 2,017,706 subjects on 2026-09-08; officers were not counted.
  expect: { full: /^uo\.xml$/i, records: 1_900_000, officers: 500_000 },
  reading: () => import('./read.ts'),
});
