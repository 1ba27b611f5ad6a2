import type { RegisterLine } from '../model/index.ts';
import type { Sorter } from '../files/index.ts';
import { firstInvalidField } from '../model/shapes.ts';
import type { LineIdentity, NewestLines } from './io/newest-lines.ts';
import type { Workspace } from './io/workspace.ts';
import { FieldFault } from './record/field-fault.ts';
import { codesIn, type CodeList } from './record/lists.ts';
import type { RecordPlace } from './record/row.ts';
import { rejectRow } from './reject.ts';
import type { ImportReport, UnknownFate } from './report.ts';

/** What the kit offers to the code of a register while it reads. */
export interface ImportRun {
  readonly report: ImportReport;
  /** Whether companies that are one person are wanted: their names are the names of people. */
  readonly soleTraders: boolean;
  /** Whether officers are wanted of a register that is renewed no more: they are those of years ago. */
  readonly oldOfficers: boolean;
  /**
   * Does one step of reading a record. Where it throws a {@linkcode FieldFault}, the record is rejected and the result
   * is undefined.
   * @throws {InputError} where there are more rejects than the operator allows
   */
  attempt<T>(place: RecordPlace, step: () => T): T | undefined;
  /** Builds the line of a record, as {@linkcode ImportRun.attempt} does, and checks it against the register-line format. */
  line(place: RecordPlace, build: () => RegisterLine): RegisterLine | undefined;
  /**
   * Counts a value that is not in the register's code list of this name, and says what becomes of it: a line has it as
   * published, unless `fate` says otherwise. An absent value is in every list.
   */
  code(list: string, value: string | undefined, fate?: UnknownFate): void;
  /**
   * Says that the register no longer has a company, as of a day: where the input is a part, its last line goes, too. It needs not be
   * known. A company that a line of the same import names on that day or later is there.
   */
  gone(company: LineIdentity, asOf: string): void;
  /** Sorts on disk, beside the output. @param name unique in the import */
  sorter(name: string): Sorter;
}

/** What an operator may ask for, and does not get by default. */
type Wanted = Partial<Pick<ImportRun, 'soleTraders' | 'oldOfficers'>>;

export function importRun(
  register: { readonly codes: Readonly<Record<string, CodeList>>; readonly addsTo?: string },
  report: ImportReport,
  workspace: Workspace,
  { soleTraders = false, oldOfficers = false }: Wanted = {},
  part?: NewestLines,
): ImportRun {
  const { addsTo } = register;
  const codes = new Map(Object.entries(register.codes).map(([list, values]) => [list, new Set(codesIn(values))]));
  const attempt = <T>(place: RecordPlace, step: () => T): T | undefined => {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error;
      rejectRow(report, place, error.field, error.message);
      return undefined;
    }
  };
  return {
    report,
    soleTraders,
    oldOfficers,
    attempt,
    line: (place, build) =>
      attempt(place, () => {
        const line = build();
        const fault = firstInvalidField(addsTo === undefined ? line : { adds_to: addsTo, ...line });
        if (fault !== undefined) throw new FieldFault(fault.field, fault.reason);
        return line;
      }),
    code(list, value, fate = 'kept') {
      if (value !== undefined && codes.get(list)?.has(value) !== true) report.unknownCode(list, value, fate);
    },
    gone: (company, asOf) => part?.addGone(company, asOf),
    sorter: (name) => workspace.sorter(name),
  };
}
