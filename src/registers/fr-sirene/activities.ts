import { present, readTable, type ImportRun, type CsvRow } from '../../importer/index.ts';
import type { CompanyClassification } from '../../model/index.ts';
import { publishedCell } from './cells.ts';
import { NAF_2025, NAF_2025_SPELLINGS, NAF_REV_2, NO_ACTIVITY_YET } from './codes.ts';

/** The labels of NAF rév. 2, by code. No other nomenclature shares them. */
export type ActivityLabels = ReadonlyMap<string, string>;

/** Loads the labels from this folder. */
export function loadActivityLabels(): ActivityLabels {
  const table = readTable(new URL('naf-rev2.tsv', import.meta.url));
  return new Map(table.map(([code = '', label = '']) => [code, label]));
}

/**
 * The principal activity of a unit: in the nomenclature that the row names, and in that of 2025 where it is given. The scheme
 * follows the code, not a date: in 2027 the edition of 2025 moves into the first column, and the other may stay.
 */
export function classificationsOf(row: CsvRow, labels: ActivityLabels, run: ImportRun): CompanyClassification[] {
  const classifications: CompanyClassification[] = [];
  const code = publishedCell(row, 'activitePrincipaleUniteLegale');
  const published = publishedCell(row, 'nomenclatureActivitePrincipaleUniteLegale');
  run.code('nomenclatureActivitePrincipaleUniteLegale', published);
  const scheme = published !== undefined && NAF_2025_SPELLINGS.has(published) ? NAF_2025 : published;
  if (code !== undefined && scheme === undefined) {
    run.report.note('activity without a nomenclature, skipped', code);
  } else if (code !== undefined && scheme !== undefined) {
    const label = scheme === NAF_REV_2 ? labels.get(code) : undefined;
    // Codes of another edition under this name would be wrong for every unit.
    if (scheme === NAF_REV_2 && label === undefined && code !== NO_ACTIVITY_YET) {
      run.report.unknownCode('activitePrincipaleUniteLegale in NAFRev2', code, 'kept');
    }
    classifications.push(present<CompanyClassification>({ scheme, code, label, is_primary: true }));
  }
  const code2025 = publishedCell(row, 'activitePrincipaleNAF25UniteLegale');
  if (code2025 !== undefined && !classifications.some((one) => one.scheme === NAF_2025)) {
    classifications.push({ scheme: NAF_2025, code: code2025, is_primary: true });
  }
  return classifications;
}
