import { COMPANY_STATES, type CompanyState, type LineOfficer, type RegisterLine } from '../model/index.ts';
import type { Sorter } from '../files/index.ts';
import { firstInvalidField } from '../model/shapes.ts';
import type { LineIdentity, NewestLines } from './io/newest-lines.ts';
import type { Workspace } from './io/workspace.ts';
import { FieldFault, present } from './present.ts';
import { listCodes, type CodeList, type StateTable } from './record/lists.ts';
import { publishedDay } from './record/details.ts';
import { possibleDays, withPossibleDays, type PossibleDays } from './record/possible-days.ts';
import { RecordReader } from './record/record-reader.ts';
import { readCell, type CellRow, type RecordPlace, type Row } from './formats/row.ts';
import { SOLE_TRADER, type ImportReport, type UnknownFate } from './report.ts';
import type { Input } from './input.ts';

/** Content that an import includes only on request, and the day of its files. */
type Wanted = Partial<Pick<ImportRun, 'soleTraders' | 'oldOfficers' | 'world'>> & { readonly fileDay?: string };

/** The part of a register declaration for an import. */
interface Declared {
  readonly codes: Readonly<Record<string, CodeList>>;
  readonly states?: Readonly<Record<string, StateTable>>;
  readonly addsTo?: string;
  readonly firstDay?: string;
  readonly companyUrl?: string;
  readonly officersReuse?: { readonly system: string };
}

/** The functions that an import offers to the code of a register. */
export class ImportRun {
  readonly report: ImportReport;
  /** Whether sole traders become lines: their names are names of people. */
  readonly soleTraders: boolean;
  /** Whether lines include officers from a register that is no longer updated. */
  readonly oldOfficers: boolean;
  /** Whether an index has companies of the whole world, not only of the 35 countries. */
  readonly world: boolean;
  readonly #register: Declared;
  readonly #codes: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #states: ReadonlyMap<string, ReadonlyMap<string, CompanyState | undefined>>;
  readonly #workspace: Workspace;
  readonly #part: NewestLines | undefined;
  readonly #days: PossibleDays;

  constructor(register: Declared, report: ImportReport, workspace: Workspace, wanted: Wanted = {}, part?: NewestLines) {
    const { codes, states = {} } = register;
    this.report = report;
    this.soleTraders = wanted.soleTraders ?? false;
    this.oldOfficers = wanted.oldOfficers ?? false;
    this.world = wanted.world ?? false;
    this.#register = register;
    this.#codes = new Map(Object.entries(codes).map(([list, values]) => [list, new Set(listCodes(values))]));
    this.#states = new Map(Object.entries(states).map(([list, table]) => [list, parseStates(table)]));
    this.#workspace = workspace;
    this.#part = part;
    this.#days = possibleDays(wanted.fileDay ?? new Date().toISOString().slice(0, 10), register.firstDay);
  }

  /**
   * Returns the result of `step`; undefined if `step` throws a {@linkcode FieldFault}, which rejects the record.
   * @throws {InputError} if there are more rejects than the operator allows
   */
  attempt<T>(place: RecordPlace, step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error;
      this.report.rejectRow(place, error.field, error.message);
      return undefined;
    }
  }

  /**
   * Builds the line of a record, without days that cannot be, and checks its format. Rejects the record on a {@linkcode FieldFault}, as {@linkcode ImportRun.attempt}
   * does.
   */
  line(place: RecordPlace, build: () => RegisterLine): RegisterLine | undefined {
    const { addsTo } = this.#register;
    return this.attempt(place, () => {
      const line = withPossibleDays(build(), this.#days, this.report);
      const fault = firstInvalidField(addsTo === undefined ? line : { adds_to: addsTo, ...line });
      if (fault !== undefined) throw new FieldFault(fault.field, fault.reason);
      return line;
    });
  }

  /** Counts a value that is not in a code list of the register. @param fate how lines show the value, unchanged by default */
  code(list: string, value: string | undefined, fate: UnknownFate = 'kept'): void {
    if (value !== undefined && this.#codes.get(list)?.has(value) !== true) this.report.unknownCode(list, value, fate);
  }

  /** Returns the code in the column or member with the name of its list. Counts an unknown code, as {@linkcode ImportRun.code} does. */
  readCode(source: CellRow | RecordReader, list: string, fate?: UnknownFate): string | undefined {
    const code = source instanceof RecordReader ? source.text(list) : readCell(source, list);
    this.code(list, code, fate);
    return code;
  }

  /** Returns the day in a column or a member of a record, as {@linkcode publishedDay} reads it. */
  readDay(source: CellRow | RecordReader, name: string, form?: RegExp): string | undefined {
    const text = source instanceof RecordReader ? source.text(name) : readCell(source, name);
    return publishedDay(this, name, text, form);
  }

  /**
   * Returns the state for a status code, from the register's table with the name `list`. Undefined for an absent code, and for a code that
   * is not in the table, which is counted.
   */
  state(list: string, code: string | undefined): CompanyState | undefined {
    if (code === undefined) return undefined;
    const table = this.#states.get(list);
    if (table === undefined) throw new Error(`the register declares no states for ${list}`);
    if (!table.has(code)) this.report.unknownCode(`${list} as a state`, code, 'left out');
    return table.get(code);
  }

  /** Returns the register's own word for a status code, from its table with the name `list`; the code if the table lacks it. */
  word(list: string, code: string | undefined): string | undefined {
    return this.#register.states?.[list]?.[code ?? '']?.word ?? code;
  }

  /** Counts a sole trader as dropped and returns true, unless sole traders become lines. */
  dropsSoleTrader(example: string): boolean {
    if (!this.soleTraders) this.report.drop(SOLE_TRADER, example);
    return !this.soleTraders;
  }

  /**
   * Returns the source of officers of this register.
   * @param published the date of the file that names the officers
   * @param url the page of the register about the officers of the company
   */
  officerSource(published: string | undefined, url?: string): LineOfficer['source'] {
    const { officersReuse } = this.#register;
    if (officersReuse === undefined) throw new Error('the register declares no reuse of officers');
    const observed_at = published === undefined ? undefined : `${published}T00:00:00Z`;
    return present<LineOfficer['source']>({ system: officersReuse.system, url, observed_at });
  }

  /** Returns the address of a company's own page at the register (`companyUrl`); undefined if the register declares no such address. */
  recordUrl(number: string): string | undefined {
    return this.#register.companyUrl?.replace('{number}', encodeURIComponent(number));
  }

  /**
   * Reports that the register no longer has a company, as of a day. In an import of a part this removes the previous line of the company,
   * unless the import has a line of that day or later.
   */
  gone(company: LineIdentity, asOf: string): void {
    this.#part?.addGone(company, asOf);
  }

  /** Returns a sorter on disk. @param name unique in the import */
  sorter(name: string): Sorter {
    return this.#workspace.sorter(name);
  }
}

/** Maps codes to states; to undefined if a code is known but has no state. */
function parseStates(table: StateTable): Map<string, CompanyState | undefined> {
  return new Map(
    Object.entries(table).map(([code, { state }]) => {
      const known = COMPANY_STATES.find((one) => one === state);
      if (state !== undefined && known === undefined) throw new Error(`${state} of the code ${code} is not a state`);
      return [code, known];
    }),
  );
}

/**
 * Makes the `read` of a register with one company per row. `buildLine` gets the row and the date of its file. If it throws a
 * {@linkcode FieldFault}, the row is rejected; if it returns undefined, it has counted a drop.
 */
export function lineOfEachRow<R extends Row>(
  buildLine: (row: R, published: string | undefined, run: ImportRun) => RegisterLine | undefined,
): (inputs: readonly Input<R>[], run: ImportRun) => AsyncGenerator<RegisterLine> {
  return async function* read(inputs, run) {
    for (const input of inputs) {
      for await (const row of input.rows()) {
        const built = run.attempt(row, () => buildLine(row, input.stamp?.date, run));
        const line = built === undefined ? undefined : run.line(row, () => built);
        if (line !== undefined) yield line;
      }
    }
  };
}
