import { InputError, quoteValue } from '../model/index.ts';
import { present } from './present.ts';
import type { RecordPlace } from './formats/row.ts';

/** Maximum number of keys in a table of the report. Later keys are counted together. */
const KEYS_MAX = 2000;

/** Maximum number of examples for each count. */
const EXAMPLES_MAX = 5;

/** Maximum number of listed rejects. */
const REJECTS_LISTED_MAX = 100;

/** Maximum length of a key or example, in characters. */
const KEY_CHARS_MAX = 200;

/** The reason for a drop or a note that needs no attention. */
export interface Reason {
  readonly text: string;
  readonly isOrdinary: true;
}

export function ordinary(text: string): Reason {
  return { text, isOrdinary: true };
}

/** The reason for dropping a sole trader. */
export const SOLE_TRADER = ordinary('sole trader');

/** Puts the word for the kind of record before a reason. */
export function prefixed(word: string, reason: string | Reason): string | Reason {
  if (word === '') return reason;
  return typeof reason === 'string' ? `${word}: ${reason}` : ordinary(`${word}: ${reason.text}`);
}

/** Copies a text, shortened, so that it does not keep its chunk in memory. */
function kept(text: string): string {
  return Buffer.from(text.length <= KEY_CHARS_MAX ? text : `${text.slice(0, KEY_CHARS_MAX)}…`).toString();
}

type Optional<T> = { [K in keyof T]: T[K] | undefined };

/** Counts by key. The most frequent keys are shown first. */
class Counts {
  readonly #counts = new Map<string, { count: number; examples: string[] }>();

  add(key: string, example?: string): void {
    const short = key.length <= KEY_CHARS_MAX ? key : kept(key);
    let entry = this.#counts.get(short);
    if (entry === undefined) {
      const own = this.#counts.size < KEYS_MAX ? kept(short) : '(others)';
      entry = this.#counts.get(own) ?? { count: 0, examples: [] };
      this.#counts.set(own, entry);
    }
    entry.count++;
    if (example !== undefined && entry.examples.length < EXAMPLES_MAX) entry.examples.push(kept(example));
  }

  counts(): Record<string, number> {
    return Object.fromEntries(this.#sorted().map(([key, { count }]) => [key, count]));
  }

  withExamples(): Record<string, { count: number; examples: string[] }> {
    return Object.fromEntries(this.#sorted());
  }

  #sorted() {
    return [...this.#counts].toSorted(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1));
  }
}

/** Matches eight or more digits with optional separators, such as a birth date or a personal number. */
const PERSONAL = /\d(?:[ ./-]?\d){7,}/g;

/** Masks birth dates and personal numbers in a text. */
function masked(text: string): string {
  return text.replaceAll(PERSONAL, (digits) => digits.replaceAll(/\d/g, '#'));
}

/** How lines show an unknown code: unchanged, not at all, or replaced by another value. */
export type UnknownFate = 'kept' | 'left out' | 'replaced';

export interface InputReport {
  readonly name: string;
  readonly format: string;
  readonly published?: string;
  /** Whether the file is proven to be whole. If not, a cut between two records would not be noticed. */
  readonly proven_whole: boolean;
  /** Absent if no control characters were removed. */
  control_characters_removed?: number;
  /** Set if the last row of a CSV has no line break: it may be cut. */
  last_row_without_line_break?: true;
  /**
   * For a crawl: whether a full round has ended, and the start of the last round that ended, ISO 8601: all earlier changes are known. An
   * incomplete crawl may lack companies that the register has.
   */
  readonly walk?: { readonly complete: boolean; readonly whole_at?: string };
  /** Why no records of the file were read. */
  readonly passed_over?: string;
  records: number;
}

export function countControls(input: InputReport, count: number): void {
  input.control_characters_removed = (input.control_characters_removed ?? 0) + count;
}

export interface Reject {
  readonly input: string;
  readonly record: number;
  readonly field: string;
  readonly reason: string;
}

/** The part of a register declaration for the report. */
interface Declared {
  readonly id: string;
  readonly input?: 'whole' | 'part';
  /** Reasons that need no attention. */
  readonly ordinary?: readonly string[];
}

/** The counts of a merge of new lines with the previous output. */
export interface PartCounts {
  /** Number of kept lines of the previous output: this import has no line of their company, or only an older line. */
  carried: number;
  /** Number of lines that a newer line of the same company replaces. */
  superseded: number;
  /** Number of companies of the previous output that the register reports as gone. */
  gone: number;
}

/** The finished report. All tables are sorted, so equal inputs give equal reports. */
export type ReportJson = ReturnType<ImportReport['toJSON']>;

/** The counts of an import: records read, lines written, drops, notes, unknown codes and fields, rejects. Its size is bounded. */
export class ImportReport {
  readonly register: string;
  readonly inputs: InputReport[] = [];
  read = 0;
  written = 0;
  rejected = 0;
  /** Set if the input may be a part of the register. */
  input: Declared['input'];
  readonly lastLines: PartCounts = { carried: 0, superseded: 0, gone: 0 };
  readonly #dropped = new Counts();
  readonly #noted = new Counts();
  /** Keys are the name of the list, followed by the fate unless the fate is `kept`. */
  readonly #unknown = new Map<string, { readonly list: string; readonly fate: UnknownFate; readonly counts: Counts }>();
  readonly #leftovers = new Counts();
  readonly #rejects: Reject[] = [];
  readonly #maxRejects: number;
  readonly #ordinary: Set<string>;

  /** @param maxRejects the maximum number of rejects; one more stops the import */
  constructor({ id, input, ordinary: declared }: Declared, maxRejects = 0) {
    this.register = id;
    this.#maxRejects = maxRejects;
    this.#ordinary = new Set(declared);
    this.input = input;
  }

  /** Adds an input. Its records are counted later. */
  open(input: Optional<Omit<InputReport, 'records'>>): InputReport {
    const opened: InputReport = { ...present<Omit<InputReport, 'records'>>(input), records: 0 };
    this.inputs.push(opened);
    return opened;
  }

  /** Counts a record without a line. Returns undefined, as a reader does for such a record. */
  drop(reason: string | Reason, example: string): undefined {
    this.#dropped.add(this.#toText(reason), example);
  }

  /** Counts a fact about a record that is kept as a register line. */
  note(what: string | Reason, example: string): undefined {
    this.#noted.add(this.#toText(what), example);
  }

  #toText(reason: string | Reason): string {
    if (typeof reason === 'string') return reason;
    this.#ordinary.add(reason.text);
    return reason.text;
  }

  /** Counts a code that is not in its list. Long runs of digits are masked: they may be a personal number or a date. */
  unknownCode(list: string, code: string, fate: UnknownFate): undefined {
    const name = fate === 'kept' ? list : `${list}, ${fate}`;
    const unknown = this.#unknown.get(name) ?? { list, fate, counts: new Counts() };
    unknown.counts.add(masked(code));
    this.#unknown.set(name, unknown);
  }

  /** Returns the most frequent unknown codes that lines omit, with their counts; undefined if there are none. */
  unknownLeftOut(): string | undefined {
    const shown = [...this.#unknown.values()]
      .filter(({ fate }) => fate === 'left out')
      .flatMap(({ list, counts }) => Object.entries(counts.counts()).map(([code, count]) => ({ list, code, count })))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, EXAMPLES_MAX)
      .map(({ list, code, count }) => `${list} ${quoteValue(code)} ${count}`);
    return shown.length === 0 ? undefined : `unknown ${shown.join(', ')}`;
  }

  /** Counts a field that is neither taken nor ignored. */
  leftover(field: string): void {
    this.#leftovers.add(masked(field));
  }

  /**
   * Adds a rejected record.
   * @param error thrown instead of one with the reason
   * @throws {InputError} if there are more rejects than the operator allows
   */
  rejectRow({ input, record, member }: RecordPlace, field: string, reason: string, error?: InputError): void {
    this.reject({ input: member === undefined ? input : `${input}!${member}`, record, field, reason });
    const max = this.#maxRejects;
    if (this.rejected <= max) return;
    const allowed = max === 0 ? '' : `; ${max} rejects are allowed, this is one more`;
    const inside = member === undefined ? '' : `, file ${quoteValue(member)} inside it`;
    const why = `record ${record}: ${field} ${reason}${allowed}`;
    throw error ?? new InputError(`Cannot read ${quoteValue(input)}${inside}: ${why}`);
  }

  reject(reject: Reject): void {
    this.rejected++;
    if (this.#rejects.length >= REJECTS_LISTED_MAX) return;
    this.#rejects.push({ ...reject, field: kept(reject.field), reason: kept(reject.reason) });
  }

  toJSON() {
    const [dropped, noted] = [this.#dropped.withExamples(), this.#noted.withExamples()];
    return {
      register: this.register,
      inputs: this.inputs,
      ...(this.input && { input: this.input, last_lines: this.lastLines }),
      records_read: this.read,
      lines_written: this.written,
      dropped,
      noted,
      /** Those of the above reasons that need no attention. */
      ordinary: [...Object.keys(dropped), ...Object.keys(noted)].filter((reason) => this.#ordinary.has(reason)),
      unknown_codes: Object.fromEntries([...this.#unknown].map(([name, { counts }]) => [name, counts.counts()])),
      leftover_fields: this.#leftovers.counts(),
      records_rejected: this.rejected,
      rejects: this.#rejects,
    };
  }
}

/** What counts facts about records: an import, or a test of a part of one. */
export interface Reporting {
  readonly report: ImportReport;
}
