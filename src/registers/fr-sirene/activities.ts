import { present, readTable, type ImportRun, type CsvRow } from '../../importer/index.ts';
import type { CompanyClassification } from '../../model/index.ts';
import { publishedCell } from './cells.ts';
import { NAF_REV_2 } from './codes.ts';

/** The scheme of the second column of activities, which names no nomenclature of its own. */
const NAF_2025 = 'NAF25';

/** The labels of NAF rév. 2, by code. No other nomenclature shares them. */
export type ActivityLabels = ReadonlyMap<string, string>;

/** Loads the labels from this folder. */
export function loadActivityLabels(): ActivityLabels {
  const table = readTable(new URL('naf-rev2.tsv', import.meta.url));
  return new Map(table.map(([code = '', label = '']) => [code, label]));
}

/** The principal activity of a unit: in the nomenclature that the row names, and in that of 2025 where it is given. */
export function classificationsOf(row: CsvRow, labels: ActivityLabels, run: ImportRun): CompanyClassification[] {
  const classifications: CompanyClassification[] = [];
  const code = publishedCell(row, 'activitePrincipaleUniteLegale');
  const scheme = publishedCell(row, 'nomenclatureActivitePrincipaleUniteLegale');
  run.code('nomenclatureActivitePrincipaleUniteLegale', scheme);
  if (code !== undefined && scheme === undefined) {
    run.report.note('activity without a nomenclature, left out', code);
  } else if (code !== undefined && scheme !== undefined) {
    const label = scheme === NAF_REV_2 ? labels.get(code) : undefined;
    classifications.push(present<CompanyClassification>({ scheme, code, label, is_primary: true }));
  }
  const code2025 = publishedCell(row, 'activitePrincipaleNAF25UniteLegale');
  if (code2025 !== undefined && scheme !== NAF_2025) {
    classifications.push({ scheme: NAF_2025, code: code2025, is_primary: true });
  }
  return classifications;
}
