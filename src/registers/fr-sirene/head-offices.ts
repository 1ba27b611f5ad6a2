import {
  findEntry,
  toAddress,
  readCell,
  nonEmpty,
  present,
  type CellRow,
  type ImportRun,
} from '../../importer/index.ts';
import type { CompanyAddress, CompanyName, RegisterLine } from '../../model/index.ts';
import { DIFFUSED } from './codes.ts';
import countries from './countries.json' with { type: 'json' };
import NAMES from './names.json' with { type: 'json' };

/** The fields that a head office adds to the line of its unit. */
export interface HeadOffice {
  readonly country_code?: string;
  readonly address?: CompanyAddress;
  /** The names under which the public knows the head office: since 2008 the register has those of a unit at its establishments. */
  readonly other_names?: CompanyName[];
}

/** Returns the names in some columns of a row. @param columns the kind of the name by column */
export function readNames(row: CellRow, columns: Readonly<Record<string, string>>): CompanyName[] {
  return Object.entries(columns).flatMap(([column, kind]) => {
    const name = readCell(row, column);
    return name === undefined ? [] : [{ name, kind }];
  });
}

/** Adds the names of a head office to the line of its unit; a name that the unit has itself is not repeated. */
export function withHeadOffice(line: RegisterLine, headOffice: HeadOffice): RegisterLine {
  const all = [...(line.other_names ?? []), ...(headOffice.other_names ?? [])].filter(({ name }) => name !== line.name);
  const names = [...new Map(all.toReversed().map((one) => [one.name, one])).values()].toReversed();
  return { ...line, ...headOffice, ...(names.length > 0 && { other_names: names }) };
}

/**
 * Reads a head office.
 * @param isPublic whether the unit is an organisation in full diffusion: other units have no address and no names
 */
export function readHeadOffice(row: CellRow, siren: string, isPublic: boolean, run: ImportRun): HeadOffice {
  const diffusion = run.readCode(row, 'statutDiffusionEtablissement', 'left out');
  const country = readCountry(row, siren, run);
  const isShown = isPublic && (diffusion === undefined || diffusion === DIFFUSED);
  return present<HeadOffice>({
    country_code: country,
    address: isShown
      ? toAddress({
          street: readStreet(row),
          postal_code: readCell(row, 'codePostalEtablissement'),
          locality:
            readCell(row, 'libelleCommuneEtablissement') ?? readCell(row, 'libelleCommuneEtrangerEtablissement'),
          country_code: country,
        })
      : undefined,
    other_names: isShown ? nonEmpty(readNames(row, NAMES.headOffice)) : undefined,
  });
}

function readStreet(row: CellRow): string {
  const parts = ['numeroVoie', 'indiceRepetition', 'typeVoie', 'libelleVoie'];
  return parts.flatMap((part) => readCell(row, `${part}Etablissement`) ?? []).join(' ');
}

/**
 * Returns the country of a head office. The register documents two columns as alternatives: a commune for an address in France, a country
 * for an address abroad. If both are empty, the country is unknown.
 */
function readCountry(row: CellRow, siren: string, run: ImportRun): string | undefined {
  const commune = readCell(row, 'codeCommuneEtablissement');
  // For addresses abroad, older files repeat the country in the column of the commune.
  const isCommune = commune !== undefined && !commune.startsWith('99');
  const country = readCell(row, 'codePaysEtrangerEtablissement') ?? (isCommune ? undefined : commune);
  if (country === undefined) return isCommune ? 'FR' : undefined;
  if (isCommune)
    return run.report.note('head office in a French commune and in another country, country skipped', siren);
  const label = readCell(row, 'libellePaysEtrangerEtablissement');
  const code = findCountryCode(country, label);
  if (code === undefined) {
    run.report.unknownCode('codePaysEtrangerEtablissement', [country, label].join(' ').trim(), 'left out');
  }
  return code;
}

/**
 * Returns the ISO 3166-1 code of a country that the register writes in two columns: five digits that begin with 99, and a label. Undefined
 * unless they name exactly one country.
 *
 * `byCode` has the codes of INSEE's Code officiel géographique (edition of 2025) without the leading 99. It lacks codes of several
 * territories, codes without an ISO code (Kosovo), and 431, which is Aruba today and was all of the Netherlands Antilles. `byLabel` has
 * territories that share a code with each other or, in older rows, with their state (Jersey had the code of the United Kingdom). The label,
 * in the capitals of INSEE's list, says which territory is meant.
 */
export function findCountryCode(code: string, label: string | undefined): string | undefined {
  return findEntry(countries.byLabel, label?.toUpperCase()) ?? findEntry(countries.byCode, /^99(\d+)$/.exec(code)?.[1]);
}
