import { cellOf, type CsvRow, type ImportRun, type Succession } from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { DIVISION, ENDING_REORGANISATIONS } from './codes.ts';

/** A reorganisation by which its source ends, as it is joined. */
export interface Reorganisation {
  readonly source: string;
  readonly final: string;
  readonly isDivision: boolean;
}

/** Reads a row; undefined, and counted, where the source does not end. */
export function reorganisationOf(row: CsvRow, run: ImportRun): Reorganisation | undefined {
  const type = cellOf(row, 'reorganization_type');
  const source = cellOf(row, 'source_entity_regcode');
  const final = cellOf(row, 'final_entity_regcode');
  run.code('reorganization_type', type, 'left out');
  const example = source ?? final ?? '';
  if (type === undefined || !ENDING_REORGANISATIONS.has(type)) {
    run.report.drop(`reorganisations: ${type ?? 'no type'} does not end the source`, example);
  } else if (source === undefined || final === undefined) {
    run.report.drop('reorganisations: without a source or a final entity', example);
  } else return { source, final, isDivision: type === DIVISION };
  return undefined;
}

/** The succession of an entity that ended by reorganisations. */
export function successionOf(
  number: string,
  reorganisations: readonly Reorganisation[],
  line: RegisterLine,
  run: ImportRun,
): Succession {
  const successors = [...new Set(reorganisations.map(({ final }) => final))];
  for (const _ of reorganisations.slice(successors.length)) run.report.drop('reorganisations: the same again', number);
  const isSplit = successors.length > 1 || reorganisations.some(({ isDivision }) => isDivision);
  return { ordinary: line, succeeded: line, successors, isSplit };
}
