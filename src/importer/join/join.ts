import { InputError, type RegisterLine } from '../../model/index.ts';
import type { ImportRun } from '../import-run.ts';
import type { Input } from '../input.ts';
import type { Joined, JoinedRecord } from './joined.ts';
import { Group, HeldRecord, type HeldKinds, type KindOf, type ValueOf } from './group.ts';
import type { RecordPlace } from '../record/row.ts';

/** Holds a value of a row under a key. The place is that of the row unless another one is given. */
export type Hold<Kinds extends HeldKinds> = <Kind extends KindOf<Kinds>>(
  kind: Kind,
  key: string,
  value: ValueOf<Kinds, Kind>,
  place?: RecordPlace,
) => void;

type RowIn<I> = I extends Input<infer R> ? R : never;
type InputOf<I extends Input, Kind> = string extends I['kind'] ? I : Extract<I, { readonly kind: Kind }>;

/** Reads one row: holds what it says, or counts a drop. A FieldFault that it throws rejects the row. */
type RowReader<I extends Input, Kinds extends HeldKinds> = (row: RowIn<I>, hold: Hold<Kinds>, input: I) => void;

/** How the files of a register join. */
export interface JoinDeclaration<I extends Input, Kinds extends HeldKinds> {
  /** The kinds of records in the order in which they come in a group: `{ company: held<Company>(), roles: held<Role[]>('roles') }`. */
  readonly kinds: Kinds;
  /** The kinds of files without which the import stops, each with the reason, as a clause. */
  readonly needed?: { readonly [Kind in I['kind'] & string]?: string };
  /** The kinds of files of which no row becomes part of a line, each with the reason, as a clause. */
  readonly passedOver?: { readonly [Kind in I['kind'] & string]?: string };
  /** Reads the rows of all files, or those of each kind of files. Kinds that are absent are not read. */
  readonly rows: RowReader<I, Kinds> | { readonly [Kind in I['kind'] & string]?: RowReader<InputOf<I, Kind>, Kinds> };
  /** Called when all files were read, before the first line. */
  readonly onRead?: () => void;
  /** The line of a group, or its lines; undefined where all its records were dropped. */
  readonly line: (group: Group<Kinds>) => Iterable<RegisterLine> | RegisterLine | undefined;
}

/** The `read` of a register that joins its files: rows are held by key, and each key becomes a line, in the order of the keys. */
export async function* joinByKey<I extends Input, Kinds extends HeldKinds>(
  inputs: readonly I[],
  run: ImportRun,
  declared: JoinDeclaration<I, Kinds>,
): AsyncGenerator<RegisterLine> {
  for (const [kind, why] of Object.entries<string | undefined>(declared.needed ?? {})) {
    if (inputs.some((input) => input.kind === kind)) continue;
    throw new InputError(`Cannot import ${run.report.register}: ${why}`);
  }
  const join = new Join(declared.kinds, inputs, run);
  for (const input of inputs) await holdRows(input, join, run, declared);
  declared.onRead?.();
  for (const group of join.groups()) {
    const made = declared.line(group);
    if (made === undefined) continue;
    if (Symbol.iterator in made) yield* made;
    else yield made;
  }
}

async function holdRows<I extends Input, Kinds extends HeldKinds>(
  input: I,
  join: Join<Kinds>,
  run: ImportRun,
  { rows, passedOver = {} }: JoinDeclaration<I, Kinds>,
): Promise<void> {
  const kind = (input.kind ?? '') as I['kind'] & string;
  const why: string | undefined = passedOver[kind];
  if (why !== undefined) await input.passOver(why);
  const read = (typeof rows === 'function' ? rows : rows[kind]) as RowReader<I, Kinds> | undefined;
  if (read === undefined || why !== undefined) return;
  for await (const row of input.rows()) {
    const hold: Hold<Kinds> = (held, key, value, place = row) => join.hold(held, key, value, place);
    run.attempt(row, () => read(row as RowIn<I>, hold, input));
  }
}

/** What several files say about the same key, held as typed records and sorted on disk: memory does not grow with the files. */
export class Join<Kinds extends HeldKinds> {
  readonly #kinds: Kinds;
  readonly #names: readonly string[];
  readonly #joined: Joined;
  readonly #run: ImportRun;
  /** The files by their names: newest first. */
  readonly #files: ReadonlyMap<string, { readonly place: number; readonly published: string | undefined }>;

  /** @param name of its files on disk, unique in the import */
  constructor(kinds: Kinds, inputs: readonly Input[], run: ImportRun, name = 'records') {
    this.#kinds = kinds;
    this.#names = Object.keys(kinds);
    this.#joined = run.joined(name);
    this.#run = run;
    const files = inputs.flatMap((input) => (input.files ?? [input.name]).map((file) => ({ file, input })));
    this.#files = new Map(files.map(({ file, input }, place) => [file, { place, published: input.stamp?.date }]));
  }

  /** Adds what a row says about a key. */
  hold<Kind extends KindOf<Kinds>>(kind: Kind, key: string, value: ValueOf<Kinds, Kind>, place: RecordPlace): void {
    this.#joined.add(key, this.#names.indexOf(kind), place, JSON.stringify(value));
  }

  /**
   * Every key with its records, in the order of the keys' bytes; can be taken once. Records come by kind, of a kind those
   * of the newest file first, of a file in the order of its rows.
   */
  *groups(): Generator<Group<Kinds>, void, undefined> {
    const placeOf = ({ input }: JoinedRecord): number => this.#files.get(input)?.place ?? this.#files.size;
    for (const { key, records } of this.#joined.groups()) {
      const sorted = records.toSorted((a, b) => a.kind - b.kind || placeOf(a) - placeOf(b) || a.record - b.record);
      const held = sorted.map(
        (record) => new HeldRecord(this.#names[record.kind] ?? '', record, this.#files.get(record.input)?.published),
      );
      yield new Group(key, held, this.#kinds, this.#run.report);
    }
  }
}
