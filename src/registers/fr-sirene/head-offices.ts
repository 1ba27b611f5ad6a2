import { addressOf, present, type CsvRow, type ImportRun } from '../../importer/index.ts';
import type { CompanyAddress } from '../../model/index.ts';
import { publishedCell } from './cells.ts';
import { DIFFUSED } from './codes.ts';
import { countryCodeOf } from './countries.ts';

/** The fields that a head office adds to the line of its unit. */
export interface HeadOffice {
  readonly country_code?: string;
  readonly address?: CompanyAddress;
}

const FRANCE = 'FR';

/** The first digits of every code of a country. */
const COUNTRY_PREFIX = '99';

/**
 * Reads a head office.
 * @param isPublic whether the unit is an organisation in full diffusion: no other unit has an address
 */
export function headOfficeOf(row: CsvRow, siren: string, isPublic: boolean, run: ImportRun): HeadOffice {
  const diffusion = publishedCell(row, 'statutDiffusionEtablissement');
  run.code('statutDiffusionEtablissement', diffusion, 'left out');
  const country = countryOf(row, siren, run);
  const isShown = isPublic && (diffusion === undefined || diffusion === DIFFUSED);
  return present<HeadOffice>({
    country_code: country,
    address: isShown
      ? addressOf({
          street: streetOf(row),
          postal_code: publishedCell(row, 'codePostalEtablissement'),
          locality:
            publishedCell(row, 'libelleCommuneEtablissement') ??
            publishedCell(row, 'libelleCommuneEtrangerEtablissement'),
          country_code: country,
        })
      : undefined,
  });
}

function streetOf(row: CsvRow): string {
  const parts = ['numeroVoie', 'indiceRepetition', 'typeVoie', 'libelleVoie'];
  return parts.flatMap((part) => publishedCell(row, `${part}Etablissement`) ?? []).join(' ');
}

/**
 * The register documents its two columns as each other's complement: a commune for an address in France, a country
 * for one abroad. Where neither is filled, the country is unknown.
 */
function countryOf(row: CsvRow, siren: string, run: ImportRun): string | undefined {
  const commune = publishedCell(row, 'codeCommuneEtablissement');
  // Abroad, older files repeat the country in the place of the commune.
  const isCommune = commune !== undefined && !commune.startsWith(COUNTRY_PREFIX);
  const country = publishedCell(row, 'codePaysEtrangerEtablissement') ?? (isCommune ? undefined : commune);
  if (country === undefined) return isCommune ? FRANCE : undefined;
  if (isCommune)
    return run.report.note('head office in a French commune and in another country, country skipped', siren);
  const label = publishedCell(row, 'libellePaysEtrangerEtablissement');
  const code = countryCodeOf(country, label);
  if (code === undefined) {
    run.report.unknownCode('codePaysEtrangerEtablissement', [country, label].join(' ').trim(), 'left out');
  }
  return code;
}
