/**
 * The state register of legal units of Moldova, with the administrators of enterprises: ASP, open data.
 * @module
 */
import { UPDATE_FREQUENCIES, declareRegister, isoDate, toColumns } from '../../importer/declaration.ts';
import type { LookUp, Source } from '../../importer/index.ts';
import { compareText } from '../../model/index.ts';
import columns from './columns.json' with { type: 'json' };
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

const CATALOGUE =
  'https://dataset.gov.md/api/3/action/package_show?id=11736-date-din-registrul-de-stat-al-unitatilor-de-drept-privind-intreprinderile-inregistrate-in-repu';

/** The dates in names: `14.09.2026` for resources; `company_2026.09.14.xlsx` and `2023.06.19%20Company.xlsx` for files. */
const DAY_FIRST = /(?<!\d)(?<day>\d{2})\.(?<month>\d{2})\.(?<year>20\d{2})(?!\d)/;
const YEAR_FIRST = /(?<!\d)(?<year>20\d{2})[._-](?<month>\d{2})[._-](?<day>\d{2})(?!\d)/;

/** Looks up the newest file by the date in the name of the resource or of the file: the list is not sorted. */
export async function currentFiles(lookUp: Pick<LookUp, 'ckan'>): Promise<readonly Source[]> {
  const dated = (await lookUp.ckan(CATALOGUE)).flatMap(({ name, url }) => {
    if (url === undefined || !/\.xlsx$/i.test(new URL(url).pathname)) return [];
    const date = [name, url].flatMap((text) => isoDate(text, YEAR_FIRST) ?? isoDate(text, DAY_FIRST) ?? [])[0];
    return date === undefined ? [] : [{ date, url }];
  });
  const [newest] = dated.toSorted((a, b) => compareText(b.date, a.date));
  if (newest === undefined) return [];
  const name = `company_${newest.date.replaceAll('-', '.')}.xlsx`;
  // The file had 38 MB in September 2026.
  return [{ name, url: newest.url, bytesMax: 2e8 }];
}

export const mdAsp = declareRegister({
  ...about,
  files: {
    page: 'https://dataset.gov.md/dataset/11736',
    current: currentFiles,
    // company_2026.09.14.xlsx
    stamp: /(?<year>20\d{2})[._-](?<month>[01]\d)[._-](?<day>[0-3]\d)/,
    superseded: /^company_20\d{2}\.\d{2}\.\d{2}\.xlsx$/,
    kinds: {
      companies: { xlsx: true, ...toColumns({ ...columns.companies, taken: Object.values(columns.taken) }) },
      activities: { xlsx: true, ...toColumns(columns.activities) },
    },
  },
  // Legal forms are not checked, because their list was not available.
  codes,
  states,
  // About 300,000 rows on 2026-09-14, including sole traders; the number of officers is unknown.
  expect: [{ full: /^company$/i, packedIn: /^company_20/, records: 200_000, officers: 100_000 }],
  updateFrequency: UPDATE_FREQUENCIES.weekly,
  loadReader: () => import('./read.ts'),
});
