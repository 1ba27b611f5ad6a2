import {
  FieldFault,
  nationalNumber,
  nonEmpty,
  noteWrongNumber,
  ordinary,
  present,
  readCell,
  readTable,
  SOLE_TRADER,
  type CellRow,
  type ImportRun,
  type Reason,
} from '../../importer/index.ts';
import { quoteValue, type CompanyClassification, type RegisterLine } from '../../model/index.ts';
import { CATEGORY_LABELS, DIFFUSED, NAF_2025, NAF_REV_2, NO_ACTIVITY_YET, normalizeScheme } from './codes.ts';
import names from './names.json' with { type: 'json' };
import { readNames } from './head-offices.ts';

/** Returns why a unit has no line; undefined if it has one. */
export function findDropReason(row: CellRow, run: ImportRun): string | Reason | undefined {
  const purged = run.readCode(row, 'unitePurgeeUniteLegale', 'left out');
  if (purged === 'true') return 'purged unit';
  return isNaturalPerson(row) && !run.soleTraders ? SOLE_TRADER : undefined;
}

/** Indivisions and de facto partnerships of natural persons. Members share an address, which may be a home. */
const BETWEEN_PERSONS: ReadonlySet<string> = new Set(['2110', '2210', '2310']);

/** Whether a unit may have an address: only organisations in full diffusion may. */
export function isPublicOrganisation(row: CellRow): boolean {
  const category = readCategory(row) ?? '';
  return !isNaturalPerson(row) && !BETWEEN_PERSONS.has(category) && !isWithheld(row);
}

/**
 * Builds the line of a unit, without the data of its head office and without the fields that {@linkcode deriveFields} adds. Unknown codes
 * are counted in the report.
 * @param published the date of the file, if known
 * @throws {FieldFault} if the date of the last change is needed and is not a date
 */
export function buildLine(row: CellRow, siren: string, published: string | undefined, run: ImportRun): RegisterLine {
  noteWrongNumber(run, 'FR SIREN', siren, 'SIREN');
  const diffusion = run.readCode(row, 'statutDiffusionUniteLegale', 'left out');
  const status = run.readCode(row, 'etatAdministratifUniteLegale');
  const category = readCategory(row);
  run.code('categorieJuridiqueUniteLegale', category);
  if (isWithheld(row)) run.report.note('unit in partial diffusion, withheld values skipped', siren);
  return present<RegisterLine>({
    name: readName(row, diffusion === DIFFUSED),
    company_status: run.word('etatAdministratifUniteLegale', status),
    company_type: category,
    as_of_date: published ?? readLastChange(row),
    withholds_officers: isWithheld(row) ? true : undefined,
    classifications: nonEmpty(readClassifications(row, run)),
    state: run.state('etatAdministratifUniteLegale', status),
    registered_on: createdOn(row, run),
    other_names: isNaturalPerson(row) ? undefined : nonEmpty(readNames(row, names.unit)),
  });
}

/**
 * Returns the fields that follow from the number and the category. They are added when the line is written, which halves the sorted bytes.
 */
export function deriveFields(siren: string, category: string | undefined, run: ImportRun): RegisterLine {
  return present<RegisterLine>({
    legal_form: CATEGORY_LABELS.get(category ?? '') ?? category,
    identifiers: [nationalNumber('FR', siren)],
    record_url: run.recordUrl(siren),
  });
}

function createdOn(row: CellRow, run: ImportRun): string | undefined {
  const day = run.readDay(row, 'dateCreationUniteLegale');
  // INSEE writes this day if the day of creation is unknown.
  return day === '1900-01-01' ? undefined : day;
}

/** Returns the category, which has four digits. The Parquet edition has it as a number, without the zeros of `0000`. */
function readCategory(row: CellRow): string | undefined {
  return readCell(row, 'categorieJuridiqueUniteLegale')?.padStart(4, '0');
}

function isWithheld(row: CellRow): boolean {
  return (readCell(row, 'statutDiffusionUniteLegale') ?? DIFFUSED) !== DIFFUSED;
}

/** Whether a unit is a natural person. If the category is missing, the columns that only natural persons have decide. */
function isNaturalPerson(row: CellRow): boolean {
  // 1000, and the professions of old files.
  if (readCategory(row)?.startsWith('1') === true) return true;
  if (readCell(row, 'denominationUniteLegale') !== undefined) return false;
  return ['nomUniteLegale', 'nomUsageUniteLegale', 'prenomUsuelUniteLegale', 'sexeUniteLegale'].some(
    (column) => readCell(row, column) !== undefined,
  );
}

/** Returns the name. A person in partial diffusion has none, even if a file fails to withhold it. */
function readName(row: CellRow, isDiffused: boolean): string | undefined {
  if (!isNaturalPerson(row)) return readCell(row, 'denominationUniteLegale');
  if (!isDiffused) return undefined;
  const surname = readCell(row, 'nomUsageUniteLegale') ?? readCell(row, 'nomUniteLegale');
  const parts = [readCell(row, 'prenomUsuelUniteLegale'), surname].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** Returns the day of the unit's last change, the latest day that an undated file is known to cover. */
function readLastChange(row: CellRow): string | undefined {
  const changed = readCell(row, 'dateDernierTraitementUniteLegale');
  if (changed === undefined) return undefined;
  const [day] = /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(changed) ?? [];
  if (day !== undefined) return day;
  throw new FieldFault('dateDernierTraitementUniteLegale', `must begin with a date, got ${quoteValue(changed)}`);
}

/** The labels of NAF rév. 2, by code. Other nomenclatures have other labels. */
const ACTIVITY_LABELS: ReadonlyMap<string, string> = new Map(
  readTable(new URL('naf-rev2.tsv', import.meta.url)).map(([code = '', label = '']) => [code, label]),
);

/**
 * Returns the principal activity of a unit: in the nomenclature that the row names, and in the nomenclature of 2025 if the row has it. The
 * code, not a date, decides the scheme: in 2027 the edition of 2025 moves into the first column, and the other edition may stay.
 */
function readClassifications(row: CellRow, run: ImportRun): CompanyClassification[] {
  const classifications: CompanyClassification[] = [];
  const code = readCell(row, 'activitePrincipaleUniteLegale');
  const scheme = normalizeScheme(readCell(row, 'nomenclatureActivitePrincipaleUniteLegale'));
  run.code('nomenclatureActivitePrincipaleUniteLegale', scheme);
  if (code !== undefined && scheme === undefined) {
    run.report.note('activity without a nomenclature, skipped', code);
  } else if (code !== undefined && scheme !== undefined) {
    const label = scheme === NAF_REV_2 ? ACTIVITY_LABELS.get(code) : undefined;
    // If the code belongs to another edition, the activities of all units may be wrong.
    if (scheme === NAF_REV_2 && label === undefined && code !== NO_ACTIVITY_YET) {
      run.report.unknownCode('activitePrincipaleUniteLegale in NAFRev2', code, 'kept');
    }
    classifications.push(present<CompanyClassification>({ scheme, code, label, is_primary: true }));
  }
  const code2025 = readCell(row, 'activitePrincipaleNAF25UniteLegale');
  if (code2025 !== undefined && !classifications.some((one) => one.scheme === NAF_2025)) {
    classifications.push({ scheme: NAF_2025, code: code2025, is_primary: true });
  }
  for (const one of classifications)
    if (one.scheme === NAF_2025)
      run.report.note(ordinary('activity in NAF 2025, of which no labels are at hand'), one.code);
  return classifications;
}
