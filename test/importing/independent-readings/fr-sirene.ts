import { readFileSync } from 'node:fs';
import { dateIn, fileWith, registryNumber, rowsOf, type CsvRow, type RawFile, type Reader } from './raw.ts';

/** INSEE's labels of NAF rév. 2, which the file does not have: data that the project ships. */
const LABELS = new Map(
  readFileSync(new URL('../../../src/registers/fr-sirene/naf-rev2.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line): [string, string] => [line.split('\t')[0] ?? '', line.split('\t')[1] ?? '']),
);

/** Codes of the Code officiel géographique, by country, as far as readings met them. */
const COUNTRIES: Readonly<Record<string, string>> = {
  '99101': 'DK',
  '99104': 'SE',
  '99109': 'DE',
  '99110': 'AT',
  '99127': 'IT',
  '99131': 'BE',
  '99134': 'ES',
  '99135': 'NL',
  '99136': 'IE',
  '99137': 'LU',
  '99138': 'MC',
  '99139': 'PT',
  '99140': 'CH',
  '99404': 'US',
  '99122': 'PL',
  '99216': 'CN',
};

function countryOf(row: CsvRow): string | undefined {
  const [commune, country] = [row['codeCommuneEtablissement'], row['codePaysEtrangerEtablissement']];
  if (commune) return country ? undefined : commune.startsWith('99') ? COUNTRIES[commune] : 'FR';
  // The Channel Islands share the code of the United Kingdom.
  if (country === '99132')
    return { JERSEY: 'JE', GUERNESEY: 'GG', 'ROYAUME-UNI': 'GB' }[row['libellePaysEtrangerEtablissement'] ?? ''];
  return COUNTRIES[country ?? ''];
}

export const read: Reader = (files) => {
  const newestFirst = files.toSorted((a, b) => ((dateIn(a.name) ?? '') < (dateIn(b.name) ?? '') ? 1 : -1));
  const isUnits = (file: RawFile): boolean => fileWith([file], 'categorieJuridiqueUniteLegale') !== undefined;
  const headOffices = new Map<string, string | undefined>();
  for (const row of newestFirst.filter((file) => !isUnits(file)).flatMap((file) => rowsOf(file))) {
    if (row['etablissementSiege'] === 'true' && !headOffices.has(row['siren'] ?? ''))
      headOffices.set(row['siren'] ?? '', countryOf(row));
  }
  const seen = new Set<string>();
  return newestFirst.filter(isUnits).flatMap((file) =>
    rowsOf(file).flatMap((row) => {
      const shown = (column: string): string => (row[column] === '[ND]' ? '' : (row[column] ?? ''));
      const number = row['siren'] ?? '';
      const category = shown('categorieJuridiqueUniteLegale');
      const isPerson =
        category === ''
          ? !shown('denominationUniteLegale') && Boolean(shown('nomUniteLegale'))
          : category.startsWith('1');
      const isNew = !seen.has(number);
      seen.add(number);
      if (!isNew || isPerson || row['unitePurgeeUniteLegale'] === 'true') return [];
      const scheme = shown('nomenclatureActivitePrincipaleUniteLegale').replace('NAF2025', 'NAF25');
      const [code, code25] = [shown('activitePrincipaleUniteLegale'), shown('activitePrincipaleNAF25UniteLegale')];
      const status = shown('etatAdministratifUniteLegale');
      return {
        name: shown('denominationUniteLegale'),
        country_code: headOffices.get(number),
        company_status: { A: 'Active', C: 'Cessée' }[status] ?? status,
        company_type: category,
        as_of_date: dateIn(file.name) ?? shown('dateDernierTraitementUniteLegale').slice(0, 10),
        withholds_officers: ['', 'O'].includes(shown('statutDiffusionUniteLegale')) ? undefined : true,
        identifiers: [registryNumber(number, 'FR')],
        classifications: [
          ...(code !== '' && scheme !== ''
            ? [{ scheme, code, label: scheme === 'NAFRev2' ? LABELS.get(code) : undefined, is_primary: true }]
            : []),
          ...(code25 !== '' && scheme !== 'NAF25' ? [{ scheme: 'NAF25', code: code25, is_primary: true }] : []),
        ],
      };
    }),
  );
};
