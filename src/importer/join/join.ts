import { InputError, quoteValue, type RegisterLine } from '../../model/index.ts';
import type { Sorter } from '../../files/index.ts';
import type { ImportRun } from '../import-run.ts';
import type { Input } from '../input.ts';
import { Group, HeldRecord, type HeldKinds, type KindOf, type ValueOf } from './group.ts';
import type { RecordPlace } from '../formats/row.ts';

/** Number of bytes after the key: a zero, the kind, and the numbers of the file, of the record in the file and of the call. */
const PLACE_BYTES = 1 + 1 + 2 + 6 + 6;

const FILES_MAX = 2 ** 16;

const KINDS_MAX = 2 ** 8;

/** Maximum number of records per key: a company has at most a few thousand officers. */
const GROUP_RECORDS_MAX = 100_000;

/** Maximum size of a group, in characters: a group is held in memory. */
const GROUP_CHARS_MAX = 64 * 1024 * 1024;

/** Holds a value under a key. The place is the place of the row by default. */
export type Hold<Kinds extends HeldKinds> = <Kind extends KindOf<Kinds>>(
  kind: Kind,
  key: string,
  value: ValueOf<Kinds, Kind>,
  place?: RecordPlace,
) => void;

type RowIn<I> = I extends Input<infer R> ? R : never;
type InputOf<I extends Input, Kind> = string extends I['kind'] ? I : Extract<I, { readonly kind: Kind }>;

/** Reads one row: holds values, or counts a drop. A {@linkcode FieldFault} rejects the row. */
type RowReader<I extends Input, Kinds extends HeldKinds> = (row: RowIn<I>, hold: Hold<Kinds>, input: I) => void;

/** How the files of a register join. */
export interface JoinDeclaration<I extends Input, Kinds extends HeldKinds> {
  /** The kinds of records, in the order that they have in a group: `{ company: held<Company>(), roles: held<Role[]>('roles') }`. */
  readonly kinds: Kinds;
  /** The kinds of files that are required, each with the reason as a clause. */
  readonly needed?: { readonly [Kind in I['kind'] & string]?: string };
  /** The kinds of files that are not read, each with the reason as a clause for the report. */
  readonly passedOver?: { readonly [Kind in I['kind'] & string]?: string };
  /** One reader for all files, or one reader for each kind. Kinds without a reader are not read. */
  readonly rows: RowReader<I, Kinds> | { readonly [Kind in I['kind'] & string]?: RowReader<InputOf<I, Kind>, Kinds> };
  /** Called after the last row, before the first line. */
  readonly onRead?: () => void;
  /** Makes the lines of a group; undefined if all its records were dropped. */
  readonly line: (group: Group<Kinds>) => Iterable<RegisterLine> | RegisterLine | undefined;
}

/** Implements the `read` of a register with joined files: rows are held by key, and each key becomes a line. Lines are sorted by key. */
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

/** Joins records of several files by key. They are sorted on disk, so memory does not grow with the files. */
export class Join<Kinds extends HeldKinds> {
  readonly #kinds: Kinds;
  readonly #names: readonly string[];
  readonly #sorter: Sorter;
  readonly #run: ImportRun;
  /** The inputs, newest first. */
  readonly #files: readonly { readonly name: string; readonly published: string | undefined }[];
  readonly #numbers: ReadonlyMap<string, number>;
  #scratch: Buffer = Buffer.alloc(1024);
  #held = 0;

  /** @param name the name of the sorter's files on disk, unique in the import */
  constructor(kinds: Kinds, inputs: readonly Input[], run: ImportRun, name = 'records') {
    this.#kinds = kinds;
    this.#names = Object.keys(kinds);
    this.#sorter = run.sorter(name);
    this.#run = run;
    this.#files = inputs.flatMap(({ name: input, files = [input], stamp }) =>
      files.map((file) => ({ name: file, published: stamp?.date })),
    );
    this.#numbers = new Map(this.#files.map((file, number) => [file.name, number]));
    if (this.#names.length > KINDS_MAX || this.#files.length > FILES_MAX) {
      throw new RangeError(`a join has at most ${KINDS_MAX} kinds and ${FILES_MAX} files`);
    }
  }

  /** Adds a value under a key. */
  hold<Kind extends KindOf<Kinds>>(kind: Kind, key: string, value: ValueOf<Kinds, Kind>, place: RecordPlace): void {
    if (key.includes('\0')) throw new RangeError('a key must not hold a zero character');
    const file = this.#numbers.get(place.input);
    if (file === undefined) throw new RangeError(`${quoteValue(place.input)} is not an input of the join`);
    const text = JSON.stringify(value);
    const keyBytes = Buffer.byteLength(key);
    const placeBytes = keyBytes + PLACE_BYTES;
    const bytes = placeBytes + Buffer.byteLength(text);
    // All records share one buffer, because the sorter copies. Separate buffers would take most of the memory.
    if (this.#scratch.length < bytes) this.#scratch = Buffer.alloc(2 * bytes);
    const scratch = this.#scratch;
    scratch.write(key);
    let at = scratch.writeUInt8(0, keyBytes);
    at = scratch.writeUInt8(this.#names.indexOf(kind), at);
    at = scratch.writeUInt16BE(file, at);
    at = scratch.writeUIntBE(place.record, at, 6);
    at = scratch.writeUIntBE(this.#held++, at, 6);
    scratch.write(text, at);
    this.#sorter.add(scratch.subarray(0, placeBytes), scratch.subarray(placeBytes, bytes));
  }

  /** Yields the records of each key, sorted by the bytes of the keys; within a key by kind, newest file and row. Can be called once. */
  *groups(): Generator<Group<Kinds>, void, undefined> {
    let key: string | undefined;
    let records: HeldRecord[] = [];
    let chars = 0;
    for (const { key: place, value } of this.#sorter.sorted()) {
      const next = place.toString('utf8', 0, place.length - PLACE_BYTES);
      if (next !== key) {
        if (key !== undefined) yield new Group(key, records, this.#kinds, this.#run.report);
        key = next;
        records = [];
        chars = 0;
      }
      const text = value.toString();
      chars += text.length;
      if (records.length === GROUP_RECORDS_MAX) throw tooLong(key, `${GROUP_RECORDS_MAX} records have`);
      if (chars > GROUP_CHARS_MAX) throw tooLong(key, `${GROUP_CHARS_MAX} characters belong to`);
      records.push(this.#recordAt(place, text));
    }
    if (key !== undefined) yield new Group(key, records, this.#kinds, this.#run.report);
  }

  #recordAt(place: Buffer, text: string): HeldRecord {
    const at = place.length - PLACE_BYTES + 1;
    const { name = '', published } = this.#files[place.readUInt16BE(at + 1)] ?? {};
    return new HeldRecord(this.#names[place.readUInt8(at)] ?? '', name, place.readUIntBE(at + 3, 6), published, text);
  }
}

function tooLong(key: string, what: string): InputError {
  return new InputError(`Cannot join the inputs: more than ${what} the key ${quoteValue(key)}`);
}
