import {
  nationalNumber,
  FieldFault,
  nonEmpty,
  present,
  type ImportRun,
  type CsvRow,
  SOLE_TRADER,
  type Reason,
} from '../../importer/index.ts';
import { isPublishedNumber, quoteValue, type RegisterLine } from '../../model/index.ts';
import { classificationsOf, type ActivityLabels } from './activities.ts';
import { publishedCell } from './cells.ts';
import { CATEGORY_LABELS, DIFFUSED, STATUS_LABELS } from './codes.ts';

/** How legal categories of natural persons begin: 1000, and those of professions in old files. */
const NATURAL_PERSONS = '1';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}(?=T|$)/;

/** Why a unit gives no line; undefined where it does. */
export function leftOutOf(row: CsvRow, run: ImportRun): string | Reason | undefined {
  const purged = publishedCell(row, 'unitePurgeeUniteLegale');
  run.code('unitePurgeeUniteLegale', purged, 'left out');
  if (purged === 'true') return 'purged unit';
  return isNaturalPerson(row) && !run.soleTraders ? SOLE_TRADER : undefined;
}

/** What a line has from elsewhere than its row. */
export interface Surroundings {
  /** The country of the head office, where published. */
  readonly country: string | undefined;
  /** The date of the file, where known. */
  readonly published: string | undefined;
  readonly labels: ActivityLabels;
}

/**
 * Builds the line of a unit; what was not understood is counted in the report.
 * @throws {FieldFault} where the date of the last change is needed and is none
 */
export function lineOf(row: CsvRow, siren: string, around: Surroundings, run: ImportRun): RegisterLine {
  if (!isPublishedNumber('FR SIREN', siren))
    run.report.note('SIREN with wrong form or check digit, kept as published', siren);
  const diffusion = publishedCell(row, 'statutDiffusionUniteLegale');
  const status = publishedCell(row, 'etatAdministratifUniteLegale');
  const category = publishedCell(row, 'categorieJuridiqueUniteLegale');
  run.code('statutDiffusionUniteLegale', diffusion, 'left out');
  run.code('etatAdministratifUniteLegale', status);
  run.code('categorieJuridiqueUniteLegale', category);
  const isWithheld = diffusion !== undefined && diffusion !== DIFFUSED;
  if (isWithheld) {
    run.report.note('unit in partial diffusion, what is withheld is left out', siren);
  }
  return present<RegisterLine>({
    name: nameOf(row, diffusion === DIFFUSED),
    country_code: around.country,
    company_status: labelOf(status, STATUS_LABELS),
    company_type: category,
    legal_form: labelOf(category, CATEGORY_LABELS),
    as_of_date: around.published ?? lastChangeOf(row),
    withholds_officers: isWithheld ? true : undefined,
    identifiers: [nationalNumber('FR', siren)],
    classifications: nonEmpty(classificationsOf(row, around.labels, run)),
  });
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
