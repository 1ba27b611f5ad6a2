import { readFileSync } from 'node:fs';
import { fileWith, parseDate, readRows, registryNumber, type CsvRow, type RawFile, type Reader } from './raw.ts';

/** INSEE's labels of NAF rév. 2, from the data of the project: the file does not have them. */
const LABELS = new Map(
  readFileSync(new URL('../../../src/registers/fr-sirene/naf-rev2.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line): [string, string] => [line.split('\t')[0] ?? '', line.split('\t')[1] ?? '']),
);

/** Codes of the Code officiel géographique by country, as far as readings needed them. */
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

function findCountry(row: CsvRow): string | undefined {
  const [commune, country] = [row['codeCommuneEtablissement'], row['codePaysEtrangerEtablissement']];
  if (commune) return country ? undefined : commune.startsWith('99') ? COUNTRIES[commune] : 'FR';
  // The Channel Islands share the code of the United Kingdom.
  if (country === '99132')
    return { JERSEY: 'JE', GUERNESEY: 'GG', 'ROYAUME-UNI': 'GB' }[row['libellePaysEtrangerEtablissement'] ?? ''];
  return COUNTRIES[country ?? ''];
}

/** The fields of a head office. */
interface Office {
  readonly country: string | undefined;
  readonly address: object | undefined;
}

function toOffice(row: CsvRow): Office {
  const country = findCountry(row);
  const street = ['numeroVoie', 'indiceRepetition', 'typeVoie', 'libelleVoie']
    .map((part) => row[`${part}Etablissement`])
    .filter(Boolean)
    .join(' ');
  const locality = row['libelleCommuneEtablissement'] || row['libelleCommuneEtrangerEtablissement'];
  const address = {
    street: /^c\/o /i.test(street) ? undefined : street,
    postal_code: row['codePostalEtablissement'],
    locality,
    country_code: country,
  };
  const isShown =
    ['', 'O'].includes(row['statutDiffusionEtablissement'] ?? '') &&
    Boolean(address.street || address.postal_code || address.locality);
  return { country, address: isShown ? address : undefined };
}

export const read: Reader = (files) => {
  const newestFirst = files.toSorted((a, b) => ((parseDate(a.name) ?? '') < (parseDate(b.name) ?? '') ? 1 : -1));
  const isUnits = (file: RawFile): boolean => fileWith([file], 'categorieJuridiqueUniteLegale') !== undefined;
  const headOffices = new Map<string, Office>();
  for (const row of newestFirst.filter((file) => !isUnits(file)).flatMap((file) => readRows(file))) {
    if (row['etablissementSiege'] === 'true' && !headOffices.has(row['siren'] ?? ''))
      headOffices.set(row['siren'] ?? '', toOffice(row));
  }
  const seen = new Set<string>();
  return newestFirst.filter(isUnits).flatMap((file) =>
    readRows(file).flatMap((row) => {
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
      const isDiffused = ['', 'O'].includes(shown('statutDiffusionUniteLegale'));
      const isGroupOfPersons = ['2110', '2210', '2310'].includes(category);
      const created = shown('dateCreationUniteLegale');
      const names = (kind: string, ...columns: string[]): object[] =>
        columns.map((column) => shown(column)).flatMap((name) => (name === '' ? [] : [{ name, kind }]));
      return {
        name: shown('denominationUniteLegale'),
        country_code: headOffices.get(number)?.country,
        company_status: { A: 'Active', C: 'Cessée' }[status] ?? status,
        company_type: category,
        as_of_date: parseDate(file.name) ?? shown('dateDernierTraitementUniteLegale').slice(0, 10),
        withholds_officers: isDiffused ? undefined : true,
        state: { A: 'active', C: 'closed' }[status],
        registered_on: created === '1900-01-01' || Number.isNaN(Date.parse(created)) ? undefined : created,
        address: isDiffused && !isGroupOfPersons ? headOffices.get(number)?.address : undefined,
        other_names: [
          ...names('sigle', 'sigleUniteLegale'),
          ...names('dénomination usuelle', ...['1', '2', '3'].map((n) => `denominationUsuelle${n}UniteLegale`)),
        ],
        record_url: `https://annuaire-entreprises.data.gouv.fr/entreprise/${number}`,
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
