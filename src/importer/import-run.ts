import { COMPANY_STATES, type CompanyState, type LineOfficer, type RegisterLine } from '../model/index.ts';
import type { Sorter } from '../files/index.ts';
import { firstInvalidField } from '../model/shapes.ts';
import type { LineIdentity, NewestLines } from './io/newest-lines.ts';
import type { Workspace } from './io/workspace.ts';
import { FieldFault } from './record/field-fault.ts';
import { codesIn, type CodeList, type StateTable } from './record/lists.ts';
import { present } from './record/present.ts';
import type { RecordPlace } from './record/row.ts';
import { rejectRow } from './reject.ts';
import { SOLE_TRADER, type ImportReport, type UnknownFate } from './report.ts';

/** The functions of an import for the code of a register. */
export interface ImportRun {
  readonly report: ImportReport;
  /** Whether sole traders become lines: their names are names of people. */
  readonly soleTraders: boolean;
  /** Whether lines have officers of a register that is not updated any more. */
  readonly oldOfficers: boolean;
  /**
   * The result of `step`; undefined if it throws a {@linkcode FieldFault}, which rejects the record.
   * @throws {InputError} where there are more rejects than the operator allows
   */
  attempt<T>(place: RecordPlace, step: () => T): T | undefined;
  /** Builds the line of a record in an {@linkcode ImportRun.attempt} and checks its format. */
  line(place: RecordPlace, build: () => RegisterLine): RegisterLine | undefined;
  /** Counts a value that is not in a code list of the register. @param fate how lines show the value, unchanged by default */
  code(list: string, value: string | undefined, fate?: UnknownFate): void;
  /**
   * The state that a status code means by the register's table of this name. Counts a code that is not in the table; it gives no state,
   * and neither does an absent code.
   */
  state(list: string, code: string | undefined): CompanyState | undefined;
  /** Counts a sole trader as dropped and returns true, unless sole traders become lines. */
  dropsSoleTrader(example: string): boolean;
  /**
   * The source of officers of this register.
   * @param published the date of the file that names them
   * @param url the page of the register about the officers of the company
   */
  officerSource(published: string | undefined, url?: string): LineOfficer['source'];
  /** The address of a company's own page at the register (`companyUrl`); undefined where the register has none. */
  recordUrl(number: string): string | undefined;
  /**
   * Reports that the register no longer has a company, as of a day. In an import of a part this removes its previous line, unless the
   * import has a line of that day or later.
   */
  gone(company: LineIdentity, asOf: string): void;
  /** Sorts on disk. @param name unique in the import */
  sorter(name: string): Sorter;
}

/** Content that an import has only on request. */
type Wanted = Partial<Pick<ImportRun, 'soleTraders' | 'oldOfficers'>>;

/** The part of a register declaration for an import. */
interface Declared {
  readonly codes: Readonly<Record<string, CodeList>>;
  readonly states?: Readonly<Record<string, StateTable>>;
  readonly addsTo?: string;
  readonly companyUrl?: string;
  readonly officersReuse?: { readonly system: string };
}

export function importRun(
  register: Declared,
  report: ImportReport,
  workspace: Workspace,
  { soleTraders = false, oldOfficers = false }: Wanted = {},
  part?: NewestLines,
): ImportRun {
  const { addsTo, companyUrl, officersReuse, states: tables = {} } = register;
  const states = new Map(Object.entries(tables).map(([list, table]) => [list, statesIn(table)]));
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
    state(list, code) {
      if (code === undefined) return undefined;
      const table = states.get(list);
      if (table === undefined) throw new Error(`the register declares no states for ${list}`);
      if (!table.has(code)) report.unknownCode(`${list} as a state`, code, 'left out');
      return table.get(code);
    },
    dropsSoleTrader(example) {
      if (!soleTraders) report.drop(SOLE_TRADER, example);
      return !soleTraders;
    },
    officerSource(published, url) {
      if (officersReuse === undefined) throw new Error('the register declares no reuse of officers');
      const observed_at = published === undefined ? undefined : `${published}T00:00:00Z`;
      return present<LineOfficer['source']>({ system: officersReuse.system, url, observed_at });
    },
    recordUrl: (number) => companyUrl?.replace('{number}', encodeURIComponent(number)),
    gone: (company, asOf) => part?.addGone(company, asOf),
    sorter: (name) => workspace.sorter(name),
  };
}

/** The state by code; undefined where a code is known and states none. */
function statesIn(table: StateTable): Map<string, CompanyState | undefined> {
  return new Map(
    Object.entries(table).map(([code, { state }]) => {
      const known = COMPANY_STATES.find((one) => one === state);
      if (state !== undefined && known === undefined) throw new Error(`${state} of the code ${code} is not a state`);
      return [code, known];
    }),
  );
}
