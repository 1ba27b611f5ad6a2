import {
  nationalNumber,
  FieldFault,
  nonEmpty,
  noteWrongNumber,
  present,
  publishedDay,
  type ImportRun,
  type CsvRow,
  SOLE_TRADER,
  type Reason,
} from '../../importer/index.ts';
import { quoteValue, type CompanyName, type RegisterLine } from '../../model/index.ts';
import { classificationsOf, type ActivityLabels } from './activities.ts';
import { publishedCell } from './cells.ts';
import { CATEGORY_LABELS, DIFFUSED, STATUS_LABELS } from './codes.ts';
import names from './names.json' with { type: 'json' };

/** How legal categories of natural persons begin: 1000, and those of professions in old files. */
const NATURAL_PERSONS = '1';

/** The placeholder of INSEE for an unknown day of creation. */
const UNKNOWN_DAY = '1900-01-01';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}(?=T|$)/;

/** Why a unit gives no line; undefined where it does. */
export function leftOutOf(row: CsvRow, run: ImportRun): string | Reason | undefined {
  const purged = publishedCell(row, 'unitePurgeeUniteLegale');
  run.code('unitePurgeeUniteLegale', purged, 'left out');
  if (purged === 'true') return 'purged unit';
  return isNaturalPerson(row) && !run.soleTraders ? SOLE_TRADER : undefined;
}

/** Indivisions and partnerships in fact between natural persons: the members share an address, which may be a home. */
const BETWEEN_PERSONS: ReadonlySet<string> = new Set(['2110', '2210', '2310']);

/** Whether a unit may have an address: it is an organisation, and in full diffusion. */
export function isPublicOrganisation(row: CsvRow): boolean {
  const category = publishedCell(row, 'categorieJuridiqueUniteLegale') ?? '';
  return !isNaturalPerson(row) && !BETWEEN_PERSONS.has(category) && !isWithheld(row);
}

/** The parts of a line from outside its row. */
interface Surroundings {
  /** The date of the file, where known. */
  readonly published: string | undefined;
  readonly labels: ActivityLabels;
}

/**
 * Builds the line of a unit without its head office and its {@linkcode derivedOf}; unknown codes are counted in the report.
 * @throws {FieldFault} where the date of the last change is needed and is not a date
 */
export function lineOf(row: CsvRow, siren: string, around: Surroundings, run: ImportRun): RegisterLine {
  noteWrongNumber(run, 'FR SIREN', siren, 'SIREN');
  const diffusion = publishedCell(row, 'statutDiffusionUniteLegale');
  const status = publishedCell(row, 'etatAdministratifUniteLegale');
  const category = publishedCell(row, 'categorieJuridiqueUniteLegale');
  run.code('statutDiffusionUniteLegale', diffusion, 'left out');
  run.code('etatAdministratifUniteLegale', status);
  run.code('categorieJuridiqueUniteLegale', category);
  if (isWithheld(row)) run.report.note('unit in partial diffusion, withheld values skipped', siren);
  return present<RegisterLine>({
    name: nameOf(row, diffusion === DIFFUSED),
    company_status: labelOf(status, STATUS_LABELS),
    company_type: category,
    as_of_date: around.published ?? lastChangeOf(row),
    withholds_officers: isWithheld(row) ? true : undefined,
    classifications: nonEmpty(classificationsOf(row, around.labels, run)),
    state: run.state('etatAdministratifUniteLegale', status),
    registered_on: createdOn(row, run),
    other_names: isNaturalPerson(row) ? undefined : nonEmpty(otherNamesOf(row)),
  });
}

/** The fields that follow from the number and the category. They are left off until the line is written, which halves the sorted bytes. */
export function derivedOf(siren: string, category: string | undefined, run: ImportRun): RegisterLine {
  return present<RegisterLine>({
    legal_form: labelOf(category, CATEGORY_LABELS),
    identifiers: [nationalNumber('FR', siren)],
    record_url: run.recordUrl(siren),
  });
}

/** The kind of name by column, in the register's words. */
const OTHER_NAMES = Object.entries(names);

function otherNamesOf(row: CsvRow): CompanyName[] {
  return OTHER_NAMES.flatMap(([column, kind]) => {
    const name = publishedCell(row, column);
    return name === undefined ? [] : [{ name, kind }];
  });
}

function createdOn(row: CsvRow, run: ImportRun): string | undefined {
  const day = publishedCell(row, 'dateCreationUniteLegale');
  return day === UNKNOWN_DAY ? undefined : publishedDay(run, 'dateCreationUniteLegale', day);
}

function isWithheld(row: CsvRow): boolean {
  return (publishedCell(row, 'statutDiffusionUniteLegale') ?? DIFFUSED) !== DIFFUSED;
}

function labelOf(code: string | undefined, labels: ReadonlyMap<string, string>): string | undefined {
  return code === undefined ? undefined : (labels.get(code) ?? code);
}

/** Where the category is missing, the columns that only natural persons have decide. */
function isNaturalPerson(row: CsvRow): boolean {
  if (publishedCell(row, 'categorieJuridiqueUniteLegale')?.startsWith(NATURAL_PERSONS) === true) return true;
  if (publishedCell(row, 'denominationUniteLegale') !== undefined) return false;
  return ['nomUniteLegale', 'nomUsageUniteLegale', 'prenomUsuelUniteLegale', 'sexeUniteLegale'].some(
    (column) => publishedCell(row, column) !== undefined,
  );
}

/** A person who objected to being shown has no name, also where a file should have forgotten to withhold it. */
function nameOf(row: CsvRow, isDiffused: boolean): string | undefined {
  if (!isNaturalPerson(row)) return publishedCell(row, 'denominationUniteLegale');
  if (!isDiffused) return undefined;
  const surname = publishedCell(row, 'nomUsageUniteLegale') ?? publishedCell(row, 'nomUniteLegale');
  const parts = [publishedCell(row, 'prenomUsuelUniteLegale'), surname].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** The day of the last change of the unit, which is the last that an undated file is known to have seen. */
function lastChangeOf(row: CsvRow): string | undefined {
  const changed = publishedCell(row, 'dateDernierTraitementUniteLegale');
  if (changed === undefined) return undefined;
  const [day] = DATE_TIME.exec(changed) ?? [];
  if (day !== undefined) return day;
  throw new FieldFault('dateDernierTraitementUniteLegale', `must begin with a date, got ${quoteValue(changed)}`);
}
