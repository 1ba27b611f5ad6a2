import { ordinary, prefixed, type ImportReport, type Reason } from '../report.ts';
import type { RecordPlace } from '../formats/row.ts';
import type { ImportRun } from '../import-run.ts';

/** A kind of joined records. */
interface HeldKind<T> {
  /** The prefix in the reasons of drops: `roles: …`. Empty for companies. */
  readonly word: string;
  /** Returns the number of rows that a record was made of, for the counts of drops; one by default. */
  countRows?(value: T): number;
}

/** Declares a kind of joined records; `T` is the type of their values. */
export function held<T>(word = '', countRows?: (value: T) => number): HeldKind<T> {
  return { word, ...(countRows && { countRows }) };
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

  /** The value. Each access parses it again. */
  get value(): T {
    return JSON.parse(this.#text) as T;
  }
}

const NEWER_RECORD = ordinary('a newer record has the same number');

/** All records of one key. Dropped records leave the group, so that no record is counted twice. */
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

  /** The place of the first record. @throws if all records were dropped */
  get place(): RecordPlace {
    const [first] = this.#left;
    if (first === undefined) throw new Error(`no record of the group ${this.key} is left`);
    return first;
  }

  /** Returns the records of a kind: the newest file first, within a file in the order of its rows. */
  all<Kind extends KindOf<Kinds>>(kind: Kind): RecordOf<Kinds, Kind>[] {
    return this.#left.filter((record) => record.kind === kind) as RecordOf<Kinds, Kind>[];
  }

  /** Returns the values of a kind, in the order of {@linkcode Group.all}. */
  values<Kind extends KindOf<Kinds>>(kind: Kind): ValueOf<Kinds, Kind>[] {
    return this.all(kind).map(({ value }) => value);
  }

  /** Returns the newest record of a kind and drops the other records of the kind. */
  newest<Kind extends KindOf<Kinds>>(
    kind: Kind,
    why: string | Reason = NEWER_RECORD,
  ): RecordOf<Kinds, Kind> | undefined {
    const [newest, ...older] = this.all(kind);
    this.#drop(older, why);
    return newest;
  }

  /** Returns the record of a kind that was changed last, else the newest record. Drops the other records of the kind. */
  latest<Kind extends KindOf<Kinds>>(
    kind: Kind,
    toChangedTime: (value: ValueOf<Kinds, Kind>) => number,
    why: string | Reason = NEWER_RECORD,
  ): RecordOf<Kinds, Kind> | undefined {
    const all = this.all(kind);
    // Nearly all groups, whose record need not be parsed.
    if (all.length === 1) return all[0];
    const timed = all.map((record) => ({ record, changed: toChangedTime(record.value) }));
    const [latest, ...older] = timed.toSorted((a, b) => b.changed - a.changed).map(({ record }) => record);
    this.#drop(older, why);
    return latest;
  }

  /** Returns the records of a kind from the newest file that has records of it. Drops the other records of the kind. */
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

  /** Drops all records except `but`, which has a line or was rejected. Returns undefined, as `line` does for a group without a line. */
  dropAll(why: string | Reason, but?: HeldRecord): undefined {
    const dropped = this.#left.filter((record) => record !== but);
    this.#drop(dropped, why);
  }

  #drop(records: readonly HeldRecord[], why: string | Reason, example = this.key): void {
    if (records.length === 0) return;
    for (const record of records) {
      const kind = this.#kinds[record.kind];
      const rows = kind?.countRows === undefined ? 1 : kind.countRows(record.value);
      for (let row = 0; row < rows; row++) this.#report.drop(prefixed(kind?.word ?? '', why), example);
    }
    const dropped = new Set(records);
    this.#left = this.#left.filter((record) => !dropped.has(record));
  }
}

/** An entry of a register in which several entries may have the same number. */
interface Entry {
  /** The permanent id of the entry. */
  readonly id: string;
  /** The day of its last change. */
  readonly changed?: string;
  readonly hasEnded: boolean;
}

/**
 * Returns the records of one number with their parsed values, one record for each id: the record that was changed last, or of equal days
 * the record in the newest file. If any record is running, ended records are omitted. Omitted records are counted as drops.
 */
export function filterRunning<T extends Entry>(number: string, records: readonly HeldRecord<T>[], run: ImportRun) {
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
