import type { Register } from '../../../src/importer/index.ts';
import type { RegisterFacts } from '../../../src/model/index.ts';
import type { CheckedFile } from '../folder.ts';
import type { LeftOut } from '../officer-filter.ts';
import type { FileKind, Format, Table } from '../formats/format.ts';

export interface ExportedFile extends CheckedFile {
  readonly format: Format;
  readonly kind: Pick<FileKind<never>, 'name' | 'title'>;
  readonly table: Pick<Table<never>, 'columns' | 'primaryKey'> | undefined;
  /** The country in the name of the file; absent if the file is for all countries. */
  readonly country?: string;
  readonly rows: number;
}

/** The facts for the descriptions of an export. */
export interface ExportFacts {
  readonly generation: string;
  /** The latest day of the data, YYYY-MM-DD; undefined if the data has no day. */
  readonly day: string | undefined;
  readonly publisher: string;
  readonly hasOfficers: boolean;
  readonly officersLeftOut: readonly LeftOut[];
  /** The registers in the data, with their facts from the snapshot. */
  readonly registers: readonly {
    readonly id: string;
    readonly facts: RegisterFacts;
    readonly register: Register | undefined;
  }[];
  readonly files: readonly ExportedFile[];
}

export const TITLE = 'Companies of open registers';

export function describeExport({ hasOfficers, officersLeftOut, day }: ExportFacts): string {
  const count = officersLeftOut.reduce((sum, { officers }) => sum + officers, 0);
  const others = count === 0 ? '' : ` Others are omitted (${count}); LICENCES.md lists the reasons.`;
  const officers = hasOfficers
    ? `Officers are those of registers whose licence allows it.${others}`
    : 'Officers are not included.';
  return [
    `Companies, closed ones included, with their identifiers and activities${day === undefined ? '' : `, as of ${day} at the latest`}.`,
    officers,
    'Former and other names are included if the snapshot has a match index. Restricted companies are not included.',
  ].join(' ');
}
