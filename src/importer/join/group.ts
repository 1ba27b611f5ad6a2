import { ordinary, prefixed, type ImportReport, type Reason } from '../report.ts';
import type { RecordPlace } from '../record/row.ts';
import type { ImportRun } from '../import-run.ts';

/** A kind of joined records. */
interface HeldKind<T> {
  /** The prefix of the reasons of drops: `roles: …`. Empty for companies. */
  readonly word: string;
  /** The number of rows in a record, for the counts of drops; one by default. */
  rowsOf?(value: T): number;
}

/** Declares a kind of joined records, by the type of their values. */
export function held<T>(word = '', rowsOf?: (value: T) => number): HeldKind<T> {
  return { word, ...(rowsOf && { rowsOf }) };
}

export type HeldKinds = Readonly<Record<string, HeldKind<unknown>>>;
export type KindOf<Kinds> = keyof Kinds & string;
export type ValueOf<Kinds extends HeldKinds, Kind extends KindOf<Kinds>> =
  Kinds[Kind] extends HeldKind<infer T> ? T : never;

/** A record of a kind. */
type RecordOf<Kinds extends HeldKinds, Kind extends KindOf<Kinds>> = HeldRecord<ValueOf<Kinds, Kind>>;

/** A held value with the place of its record. */
export class HeldRecord<T = unknown> implements RecordPlace {
  readonly kind: string;
  readonly input: string;
  readonly record: number;
  /** The publish date of its file. */
  readonly published: string | undefined;
  readonly #text: string;

  constructor(kind: string, input: string, record: number, published: string | undefined, text: string) {
    this.kind = kind;
    this.input = input;
    this.record = record;
    this.published = published;
    this.#text = text;
  }

  /** The value; each access parses it. */
  get value(): T {
    return JSON.parse(this.#text) as T;
  }
}

const NEWER_RECORD = ordinary('a newer record has the same number');

/** All records of one key. Dropped records leave the group, so that none is counted twice. */
export class Group<Kinds extends HeldKinds> {
  readonly key: string;
  readonly #kinds: Kinds;
  readonly #report: ImportReport;
  #left: readonly HeldRecord[];

  constructor(key: string, records: readonly HeldRecord[], kinds: Kinds, report: ImportReport) {
    this.key = key;
    this.#left = records;
    this.#kinds = kinds;
    this.#report = report;
  }

  /** The place of its first record. @throws if all were dropped */
  get place(): RecordPlace {
    const [first] = this.#left;
    if (first === undefined) throw new Error(`no record of the group ${this.key} is left`);
    return first;
  }

  /** The records of a kind: the newest file first, within a file in the order of its rows. */
  all<Kind extends KindOf<Kinds>>(kind: Kind): RecordOf<Kinds, Kind>[] {
    return this.#left.filter((record) => record.kind === kind) as RecordOf<Kinds, Kind>[];
  }

  /** The values of a kind, in the same order. */
  values<Kind extends KindOf<Kinds>>(kind: Kind): ValueOf<Kinds, Kind>[] {
    return this.all(kind).map(({ value }) => value);
  }

  /** The newest record of a kind; the others are dropped. */
  newest<Kind extends KindOf<Kinds>>(
    kind: Kind,
    why: string | Reason = NEWER_RECORD,
  ): RecordOf<Kinds, Kind> | undefined {
    const [newest, ...older] = this.all(kind);
    this.#drop(older, why);
    return newest;
  }

  /** The record of a kind that was changed last, else the newest; the others are dropped. */
  latest<Kind extends KindOf<Kinds>>(
    kind: Kind,
    changedOf: (value: ValueOf<Kinds, Kind>) => number,
    why: string | Reason = NEWER_RECORD,
  ): RecordOf<Kinds, Kind> | undefined {
    const timed = this.all(kind).map((record) => ({ record, changed: changedOf(record.value) }));
    const [latest, ...older] = timed.toSorted((a, b) => b.changed - a.changed).map(({ record }) => record);
    this.#drop(older, why);
    return latest;
  }

  /** The records of a kind in the newest file that has any; the others are dropped. */
  ofNewestFile<Kind extends KindOf<Kinds>>(kind: Kind, why: string | Reason = NEWER_RECORD): RecordOf<Kinds, Kind>[] {
    const all = this.all(kind);
    const older = all.filter(({ input }) => input !== all[0]?.input);
    this.#drop(older, why);
    return all.slice(0, all.length - older.length);
  }

  /** Drops the records of a kind. @param example shown in the report instead of the key */
  drop(kind: KindOf<Kinds>, why: string | Reason, example?: string): void {
    this.#drop(this.all(kind), why, example);
  }

  /** Drops all records but one: that of the line, or a rejected one. Returns undefined: the group has no line. */
  dropAll(why: string | Reason, but?: HeldRecord): undefined {
    const dropped = this.#left.filter((record) => record !== but);
    this.#drop(dropped, why);
  }

  #drop(records: readonly HeldRecord[], why: string | Reason, example = this.key): void {
    if (records.length === 0) return;
    for (const record of records) {
      const kind = this.#kinds[record.kind];
      const rows = kind?.rowsOf === undefined ? 1 : kind.rowsOf(record.value);
      for (let row = 0; row < rows; row++) this.#report.drop(prefixed(kind?.word ?? '', why), example);
    }
    const dropped = new Set(records);
    this.#left = this.#left.filter((record) => !dropped.has(record));
  }
}

/** A record of a register in which several entries may have one number. */
interface Entry {
  /** The permanent id of the entry. */
  readonly id: string;
  /** The day of its last change. */
  readonly changed?: string;
  readonly hasEnded: boolean;
}

/**
 * The records of one number with their parsed values, one for each id: of an id the record that was changed last, then the one in the
 * newest file. Running records replace ended ones. Others are counted.
 */
export function runningOf<T extends Entry>(number: string, records: readonly HeldRecord<T>[], run: ImportRun) {
  const newest = new Map<string, { readonly record: HeldRecord; readonly value: T }>();
  for (const record of records) {
    const { value } = record;
    const known = newest.get(value.id)?.value;
    if (known !== undefined) run.report.drop(ordinary('a newer record has the same id'), value.id);
    if (known === undefined || (value.changed ?? '') > (known.changed ?? '')) newest.set(value.id, { record, value });
  }
  const all = [...newest.values()];
  const running = all.filter(({ value }) => !value.hasEnded);
  const kept = running.length === 0 ? all : running;
  for (const _ of all.slice(kept.length))
    run.report.drop(ordinary('ended, and a running record has the same number'), number);
  if (kept.length > 1) run.report.note('number that several records have', number);
  return kept;
}
