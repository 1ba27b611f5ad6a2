/**
 * The business register of Slovenia (AJPES), with tax numbers and activities from the list of the tax administration (FURS).
 * @module
 */
import { UPDATE_FREQUENCIES, declareRegister, toColumns } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import type { LookUp, Source } from '../../importer/index.ts';
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

/** Looks up the address of the register. The name of the file at that address does not change. */
async function current(lookUp: LookUp): Promise<readonly Source[]> {
  const url = (
    await lookUp.ckan('https://podatki.gov.si/api/3/action/package_show?id=poslovni-register-slovenije')
  ).find((file) => /\/opsiprs\.csv$/i.test(file.url ?? ''))?.url;
  return [
    url === undefined
      ? { name: 'opsiprs.csv', kept: 'the catalogue has no address of opsiprs.csv' }
      : { name: 'opsiprs.csv', url, bytesMax: 4e8 },
    {
      name: 'DURS_zavezanci_PO_csv.zip',
      url: 'https://www.fu.gov.si/fileadmin/prenosi/DURS_zavezanci_PO_csv.zip',
      bytesMax: 1e8,
    },
  ];
}

export const siPrs = declareRegister({
  ...about,
  files: {
    page: 'https://podatki.gov.si/dataset/poslovni-register-slovenije',
    current,
    // The published names have no date; an operator may add one: opsiprs-2026-11-15.csv.
    stamp: /(?<year>20\d{2})-?(?<month>[01]\d)-?(?<day>[0-3]\d)/,
    kinds: {
      // Three column names end with a blank, which the importer trims, and one has two blanks inside.
      subjects: { encoding: 'utf-16', csv: { delimiter: ',' }, ...toColumns(columns.subjects) },
      // Names are padded to a fixed width. Their quotes are ordinary characters.
      taxpayers: { csv: { delimiter: ';', quotes: 'none' }, ...toColumns(columns.taxpayers) },
    },
  },
  // The first two forms are from genuine rows; the others are guesses based on the ISO 20275 list.
  codes,
  states,
  // In spring 2026: 293,222 rows, including sole traders and units, and 144,537 legal persons.
  expect: [
    { full: /^opsiprs\.csv$/i, records: 270_000 },
    { full: /^DURS_zavezanci_PO\.csv$/i, records: 130_000 },
  ],
  updateFrequency: UPDATE_FREQUENCIES.twiceMonthly,
  loadReader: () => import('./read.ts'),
});
