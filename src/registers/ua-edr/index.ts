/**
 * EDR, the Ukrainian register of legal persons.
 * @module
 */
import type { Download, LookUp } from '../../importer/index.ts';
import { UPDATE_FREQUENCIES, declareRegister, toColumns } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

/** Looks up the file of legal persons; empty if the catalogue has no such file. */
export async function currentFiles(lookUp: Pick<LookUp, 'ckan'>): Promise<readonly Download[]> {
  const resources = await lookUp.ckan(
    'https://data.gov.ua/api/3/action/package_show?id=a1799820-195b-4982-8141-6e84f58103e7',
  );
  const url = resources.find(({ name }) => /^uo\.zip$/i.test(name.trim()))?.url;
  // About 330 MB. The length in the catalogue may be that of an older file.
  return url === undefined ? [] : [{ name: 'UO.zip', url, bytesMax: 1.5e9 }];
}

export const uaEdr = declareRegister({
  ...about,
  files: {
    page: 'https://data.gov.ua/dataset/a1799820-195b-4982-8141-6e84f58103e7',
    current: currentFiles,
    // The published name has no date; in 2020 it was 17.1-EX_XML_EDR_UO_FULL_08.05.2020.xml.
    stamp: /(?<day>[0-3]\d)\.(?<month>[01]\d)\.(?<year>20\d{2})/,
    refused: [{ name: /(^|_)fop[_.]/i, instead: 'it holds persons in business; take UO.zip, the legal persons' }],
    encoding: 'windows-1251',
    xml: { records: 'DATA.SUBJECT' },
    // The texts of elements are under `$`.
    ...toColumns(columns),
  },
  // The known states; there may be more.
  codes,
  states,
  // 2,017,706 subjects on 2026-09-08; officers were not counted.
  expect: { full: /^uo\.xml$/i, records: 1_900_000, officers: 500_000 },
  updateFrequency: UPDATE_FREQUENCIES.weekly,
  loadReader: () => import('./read.ts'),
});
