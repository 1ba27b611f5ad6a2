import type { Download, LookUp } from '../../importer/index.ts';

/** The data set of the register, in the JSON of CKAN. */
const CATALOGUE = 'https://data.gov.ua/api/3/action/package_show?id=a1799820-195b-4982-8141-6e84f58103e7';

/** Looks up the file of legal persons; the list is empty where the catalogue has no such file. */
export async function currentFiles(lookUp: Pick<LookUp, 'ckan'>): Promise<readonly Download[]> {
  const resources = await lookUp.ckan(CATALOGUE);
  const url = resources.find(({ name }) => /^uo\.zip$/i.test(name.trim()))?.url;
  // Some 330 MB. The length in the catalogue may be that of an older file.
  return url === undefined ? [] : [{ name: 'UO.zip', url, bytesMax: 1.5e9 }];
}
