import type { FileLayout } from '../formats/layout.ts';
import { DEPTH_MAX } from '../limits.ts';
import { FieldFault } from '../present.ts';

/**
 * Names of columns or paths of fields. `{a,b}` in a name makes two names; `{ "names": ["name", "type"] }` is `names.name` and
 * `names.type`.
 */
type NameList = readonly (string | { readonly [below: string]: NameList })[];

/** The columns or fields of one kind of files, in the JSON of a register. */
interface ColumnLists {
  readonly required: readonly string[];
  /** `required` by default. */
  readonly taken?: NameList;
  /** The ignored columns or fields, by the reason for ignoring them. */
  readonly ignored?: Readonly<Record<string, NameList>>;
}

type Columns = Pick<FileLayout, 'required' | 'taken' | 'ignored'>;

export function toColumns({ required, taken = required, ignored = {} }: ColumnLists): Columns {
  return { required, taken: expandNames(taken), ignored: Object.values(ignored).flatMap(expandNames) };
}

/** Returns all names in a list. */
export function expandNames(list: NameList): string[] {
  return list.flatMap((entry) => {
    if (typeof entry === 'string') return expanded(entry);
    return Object.entries(entry).flatMap(([above, names]) => below(expanded(above), expandNames(names)));
  });
}

/** Returns the paths of all `names` below each path in `above`. */
export function below(above: readonly string[], names: readonly string[]): string[] {
  return above.flatMap((path) => names.map((name) => `${path}.${name}`));
}

function expanded(name: string): string[] {
  const { before, choices, after } = /^(?<before>[^{]*)\{(?<choices>[^}]*)\}(?<after>.*)$/.exec(name)?.groups ?? {};
  if (choices === undefined || after === undefined) return [name];
  return choices.split(',').flatMap((choice) => expanded(`${before}${choice}${after}`));
}

/** Makes the layouts of several kinds of files in one format. */
export function createLayouts<Format extends object, Kind extends string>(
  format: Format,
  kinds: Readonly<Record<Kind, ColumnLists>>,
): Record<Kind, Format & Columns> {
  const layouts = Object.entries<ColumnLists>(kinds).map(([kind, lists]) => [kind, { ...format, ...toColumns(lists) }]);
  return Object.fromEntries(layouts) as Record<Kind, Format & Columns>;
}

/** Codes, codes with their meanings, or groups of these. */
export type CodeList = readonly string[] | { readonly [name: string]: string | CodeList };

/** Returns all codes in a list. */
export function listCodes(list: CodeList): string[] {
  if (Array.isArray(list)) return [...(list as readonly string[])];
  return Object.entries(list).flatMap(([name, member]) => (typeof member === 'string' ? [name] : listCodes(member)));
}

/** The meaning of each status code of a register. */
export type StateTable = Readonly<Record<string, StateMeaning>>;

/** The meaning of a status code. */
interface StateMeaning {
  /** The register's own word for the code. */
  readonly word: string;
  /** One of `COMPANY_STATES`; absent where the code does not say whether the company exists. */
  readonly state?: string;
  /** The reason for the state, if the word does not show it: the law, or the register's definition. */
  readonly because?: string;
}

/** Makes the table of a register whose codes are its words: the state of each, or the state and the reason for it. */
export function statesOf(
  states: Readonly<Record<string, string | readonly [state: string, because: string]>>,
): StateTable {
  const entries = Object.entries(states).map(([word, reading]): [string, StateMeaning] => {
    if (typeof reading === 'string') return [word, { word, state: reading }];
    return [word, { word, state: reading[0], because: reading[1] }];
  });
  return Object.fromEntries(entries);
}

/** A node in the tree of known fields. */
interface Known {
  readonly path: string;
  readonly below: Map<string, Known>;
  /** Whether the field may have a value. */
  value: boolean;
  /** Whether everything below the field is known. */
  subtree: boolean;
}

/**
 * The fields that an importer takes or ignores. All other fields of a record are leftovers. They are reported, so that a new column of the
 * publisher is noticed.
 *
 * A field is a path of names without list positions: `Entity.SuccessorEntity.SuccessorLEI` is the CSV column
 * `Entity.SuccessorEntity.1.SuccessorLEI` and the same path through a JSON array. `A.B.*` is `A.B` and everything below it.
 */
export class KnownFields {
  readonly #root: Known = createNode('');

  constructor(...lists: (readonly string[])[]) {
    for (const path of lists.flat()) {
      const subtree = path.endsWith('.*');
      let at = this.#root;
      for (const name of (subtree ? path.slice(0, -2) : path).split('.')) {
        const next: Known = at.below.get(name) ?? createNode(joinPath(at.path, name));
        at.below.set(name, next);
        at = next;
      }
      at.value = true;
      at.subtree ||= subtree;
    }
  }

  /** Whether a CSV column is known. Numbered repetitions are one field. */
  hasColumn(column: string): boolean {
    let at = this.#root;
    for (const name of column.split('.')) {
      if (at.subtree) return true;
      if (/^\d+$/.test(name)) continue;
      const next = at.below.get(name);
      if (next === undefined) return false;
      at = next;
    }
    return at.value;
  }

  /** Calls `found` with the path of every unknown part of a JSON value. @throws {FieldFault} if the value is nested too deeply */
  leftovers(value: unknown, found: (path: string) => void): void {
    visit(this.#root, value, found);
  }
}

function createNode(path: string): Known {
  return { path, below: new Map(), value: false, subtree: false };
}

function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function visit(at: Known, value: unknown, found: (path: string) => void, depth = 0): void {
  if (depth > DEPTH_MAX) throw new FieldFault(at.path, `is more than ${DEPTH_MAX} levels deep`);
  if (at.subtree) return;
  if (typeof value !== 'object' || value === null) {
    if (!at.value) found(at.path);
    return;
  }
  if (Array.isArray(value)) {
    for (const member of value) visit(at, member, found, depth + 1);
    return;
  }
  for (const name in value) {
    const next = at.below.get(name);
    if (next === undefined) {
      found(joinPath(at.path, name));
      continue;
    }
    const member = (value as Record<string, unknown>)[name];
    // Most members are texts of known fields, which need no visit.
    if (!next.value || (typeof member === 'object' && member !== null)) visit(next, member, found, depth + 1);
  }
}
