import { quoteValue, type Rhythm } from '../model/index.ts';
import type { PartCounts } from './io/newest-lines.ts';

/** How many different keys one table of the report holds; what comes later is counted together. */
const KEYS_MAX = 2000;

/** How many examples the report keeps of each thing it counts. */
const EXAMPLES_MAX = 5;

/** How many rejected records the report lists. */
const REJECTS_LISTED_MAX = 100;

/** The longest key or example, in characters: longer ones are no names or codes. */
const KEY_CHARS_MAX = 200;

const OTHERS = '(others)';

/** Why a record gave no line, or a fact about it, that is ordinary book-keeping: nothing an operator should look at. */
export interface Reason {
  readonly text: string;
  readonly isOrdinary: true;
}

export function ordinary(text: string): Reason {
  return { text, isOrdinary: true };
}

/** The reason of a company that is one person, where sole traders are not wanted. */
export const SOLE_TRADER = ordinary('sole trader');

/** A reason behind the word for the kind of record that it is about. */
export function prefixed(word: string, reason: string | Reason): string | Reason {
  if (word === '') return reason;
  return typeof reason === 'string' ? `${word}: ${reason}` : ordinary(`${word}: ${reason.text}`);
}

/** A text that the report keeps: short, and nothing of the chunk that it was read from. */
function kept(text: string): string {
  return Buffer.from(text.length <= KEY_CHARS_MAX ? text : `${text.slice(0, KEY_CHARS_MAX)}…`).toString();
}

/** Counts by key, most frequent first when shown. */
class Counts {
  readonly #counts = new Map<string, { count: number; examples: string[] }>();

  add(key: string, example?: string): void {
    const short = key.length <= KEY_CHARS_MAX ? key : kept(key);
    let entry = this.#counts.get(short);
    if (entry === undefined) {
      const own = this.#counts.size < KEYS_MAX ? kept(short) : OTHERS;
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

/** Digits as in a date or a person's number: eight or more, with whatever stands between them. */
const PERSONAL = /\d(?:[ ./-]?\d){7,}/g;

/** A text of the input with the digits of birth dates and personal numbers masked. */
function masked(text: string): string {
  return text.replaceAll(PERSONAL, (digits) => digits.replaceAll(/\d/g, '#'));
}

/** What becomes of a value that nobody knows: a line has it, has nothing, or has something else in its place. */
export type UnknownFate = 'kept' | 'left out' | 'replaced';

/** What became of one input file. */
export interface InputReport {
  readonly name: string;
  readonly format: string;
  readonly published?: string;
  /** False where the file may have been cut between two records without anything in it or about it telling. */
  readonly proven_whole: boolean;
  /** How many control characters were taken out of it; absent where there were none. */
  control_characters_removed?: number;
  /** Set where the last row of a CSV has no line break: a file that nothing proves whole may lack the end of that row. */
  last_row_without_line_break?: true;
  /**
   * For the answers of a crawl, whether it has ended once, and when that round began, ISO 8601: what the register changed before is in
   * them. Until it is complete, a company that it lacks may well be in the register.
   */
  readonly walk?: { readonly complete: boolean; readonly whole_at?: string };
  /** Why nothing of it was read into records, where that is so. */
  readonly passed_over?: string;
  records: number;
}

/** A record that was refused, and why. */
export interface Reject {
  readonly input: string;
  readonly record: number;
  readonly field: string;
  readonly reason: string;
}

/** What the report takes from the declaration of its register. */
interface Declared {
  readonly id: string;
  readonly input?: 'whole' | 'part';
  readonly rhythm?: Rhythm;
  /** The reasons of drops and notes that are book-keeping. */
  readonly ordinary?: readonly string[];
}

/** The finished report, as it is written beside the output. All tables are sorted, so equal inputs give equal reports. */
export type ReportJson = ReturnType<ImportReport['toJSON']>;

/**
 * What an import read, wrote, dropped and did not understand. Everything is counted; nothing is silent.
 * Its size is bounded whatever the input.
 */
export class ImportReport {
  readonly register: string;
  readonly inputs: InputReport[] = [];
  /** Records read from all inputs. */
  read = 0;
  /** Register lines written. */
  written = 0;
  /** Records refused, listed or not. */
  rejected = 0;
  /** What the input is, where its register may give a part. */
  input: Declared['input'];
  /** What became of the last lines when a part came over them. */
  readonly lastLines: PartCounts = { carried: 0, superseded: 0, gone: 0 };
  readonly #dropped = new Counts();
  readonly #noted = new Counts();
  /** By the list and what became of the value. */
  readonly #unknown = new Map<string, { readonly list: string; readonly fate: UnknownFate; readonly counts: Counts }>();
  readonly #leftovers = new Counts();
  readonly #rejects: Reject[] = [];
  /** The most records that may be rejected. One more stops the import. */
  readonly maxRejects: number;

  readonly #ordinary: Set<string>;
  readonly #rhythm: Rhythm | undefined;

  constructor({ id, input, rhythm, ordinary: declared }: Declared, maxRejects = 0) {
    this.register = id;
    this.maxRejects = maxRejects;
    this.#ordinary = new Set(declared);
    this.#rhythm = rhythm;
    this.input = input;
  }

  get hasTooManyRejects(): boolean {
    return this.rejected > this.maxRejects;
  }

  /** Counts a record that gave no line, with the reason. */
  drop(reason: string | Reason, example: string): void {
    this.#dropped.add(this.#textOf(reason), example);
  }

  /** Counts something an operator should know about a record that did give a line. */
  note(what: string | Reason, example: string): void {
    this.#noted.add(this.#textOf(what), example);
  }

  #textOf(reason: string | Reason): string {
    if (typeof reason === 'string') return reason;
    this.#ordinary.add(reason.text);
    return reason.text;
  }

  /**
   * Counts a code that is not in the list it should come from. What is longer than a code may be a person's number or date.
   * The report names the list with the fate of the value; without one, it is kept.
   */
  unknownCode(list: string, code: string, fate: UnknownFate): void {
    const name = fate === 'kept' ? list : `${list}, ${fate}`;
    const unknown = this.#unknown.get(name) ?? { list, fate, counts: new Counts() };
    unknown.counts.add(masked(code));
    this.#unknown.set(name, unknown);
  }

  /** The most frequent unknown codes that no line has, with how often they occur; undefined where there are none. */
  unknownLeftOut(): string | undefined {
    const shown = [...this.#unknown.values()]
      .filter(({ fate }) => fate === 'left out')
      .flatMap(({ list, counts }) => Object.entries(counts.counts()).map(([code, count]) => ({ list, code, count })))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, EXAMPLES_MAX)
      .map(({ list, code, count }) => `${list} ${quoteValue(code)} ${count}`);
    return shown.length === 0 ? undefined : `unknown ${shown.join(', ')}`;
  }

  /** Counts a field that is neither taken nor ignored by name. */
  leftover(field: string): void {
    this.#leftovers.add(masked(field));
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
      /** After how many days its newest line or file, and its oldest line, is overdue. */
      ...(this.#rhythm && {
        newest_days_max: this.#rhythm.newestDays,
        ...(this.#rhythm.oldestDays !== undefined && { oldest_days_max: this.#rhythm.oldestDays }),
      }),
      records_read: this.read,
      lines_written: this.written,
      dropped,
      noted,
      /** The reasons, of the drops and notes above, that are ordinary book-keeping. */
      ordinary: [...Object.keys(dropped), ...Object.keys(noted)].filter((reason) => this.#ordinary.has(reason)),
      unknown_codes: Object.fromEntries([...this.#unknown].map(([name, { counts }]) => [name, counts.counts()])),
      leftover_fields: this.#leftovers.counts(),
      records_rejected: this.rejected,
      rejects: this.#rejects,
    };
  }
}
