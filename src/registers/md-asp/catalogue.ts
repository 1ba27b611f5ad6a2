import { isoDate } from '../../importer/declaration.ts';
import type { CatalogueFile, LookUp, Source } from '../../importer/index.ts';

const CATALOGUE =
  'https://dataset.gov.md/api/3/action/package_show?id=11736-date-din-registrul-de-stat-al-unitatilor-de-drept-privind-intreprinderile-inregistrate-in-repu';

/** The file had 38 MB in September 2026. */
const FILE_BYTES_MAX = 2e8;

/** `14.09.2026`, as the names of resources have it, and `company_2026.09.14.xlsx`, `2023.06.19%20Company.xlsx`. */
const DAY_FIRST = /(?<!\d)(?<day>\d{2})\.(?<month>\d{2})\.(?<year>20\d{2})(?!\d)/;
const YEAR_FIRST = /(?<!\d)(?<year>20\d{2})[._-](?<month>\d{2})[._-](?<day>\d{2})(?!\d)/;

/** Looks up the newest file by the date in the name of the resource, or in that of the file: the list has no order. */
export async function currentFiles(lookUp: Pick<LookUp, 'ckan'>): Promise<readonly Source[]> {
  const dated = (await lookUp.ckan(CATALOGUE)).flatMap(({ name, url }: CatalogueFile) => {
    if (url === undefined || !/\.xlsx$/i.test(new URL(url).pathname)) return [];
    const date = [name, url].flatMap((text) => isoDate(text, YEAR_FIRST) ?? isoDate(text, DAY_FIRST) ?? [])[0];
    return date === undefined ? [] : [{ date, url }];
  });
  const [newest] = dated.toSorted((a, b) => (a.date < b.date ? 1 : -1));
  if (newest === undefined) return [];
  const name = `company_${newest.date.replaceAll('-', '.')}.xlsx`;
  return [{ name, url: newest.url, bytesMax: FILE_BYTES_MAX }];
}
