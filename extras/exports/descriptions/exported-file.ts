import type { RegisterFacts } from '../../../src/model/index.ts';
import type { Format, FileKind } from '../formats/format.ts';
import type { Column } from '../tables.ts';

/** A written file of an export. */
export interface ExportedFile {
  /** Below the folder of the export, with `/`. */
  readonly path: string;
  readonly format: Format;
  readonly kind: Pick<FileKind<never>, 'name' | 'title'>;
  readonly table: { readonly columns: readonly Column[]; readonly primaryKey?: readonly string[] } | undefined;
  /** The country in the names of files; absent in a file for all countries. */
  readonly country?: string;
  readonly rows: number;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A register as an export names it. */
export interface ExportedRegister {
  readonly id: string;
  readonly name: string;
  readonly publisher: string;
  readonly licence: { readonly name: string; readonly url: string };
  /** The text that the licence or good custom asks to show. */
  readonly attribution: string;
  readonly page: string;
  /** What may be done with its officers; undefined where it has none. */
  readonly officers:
    | {
        readonly system: string;
        readonly isAllowed: boolean;
        readonly because: string;
      }
    | undefined;
}

/** Omitted officers, and why. */
export interface LeftOut {
  /** The system that publishes them; absent for the sum of further systems, if there are too many to list. */
  readonly system?: string;
  /** The register that the system is of; absent where no register is known by it. */
  readonly register?: string;
  readonly officers: number;
  readonly because: string;
}

/** A register in the data, with its facts from the snapshot. */
export interface RegisterInData {
  readonly id: string;
  readonly facts: RegisterFacts;
  /** Undefined where openfirma knows no register of this id. */
  readonly register: ExportedRegister | undefined;
}

/** The contents of the descriptions of an export. */
export interface ExportFacts {
  readonly generation: string;
  /** The latest day of the data, YYYY-MM-DD; absent where it states none. */
  readonly day: string | undefined;
  readonly publisher: string;
  readonly hasOfficers: boolean;
  /** Officers that were requested and omitted. */
  readonly officersLeftOut: readonly LeftOut[];
  /** The registers in the data. */
  readonly registers: readonly RegisterInData[];
  readonly files: readonly ExportedFile[];
}

/** The title of every export; its description follows. */
export const TITLE = 'Companies of open registers';

export function descriptionOf({ hasOfficers, officersLeftOut, day }: ExportFacts): string {
  const count = officersLeftOut.reduce((sum, { officers }) => sum + officers, 0);
  const others = count === 0 ? '' : ` ${count} others are left out; LICENCES.md says whose, and why.`;
  const officers = hasOfficers
    ? `Officers are those of the registers whose licence lets them be passed on.${others}`
    : 'Officers are not included.';
  return [
    `Active companies with their identifiers and activities${day === undefined ? '' : `, as of ${day} at the latest`}.`,
    officers,
    'Former and other names are there where the snapshot has an index to match names by. Restricted companies are not included.',
  ].join(' ');
}
