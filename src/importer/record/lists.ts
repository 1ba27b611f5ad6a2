import type { FileLayout } from '../formats/layout.ts';

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
  /** By reason. */
  readonly ignored?: Readonly<Record<string, NameList>>;
}

type Columns = Pick<FileLayout, 'required' | 'taken' | 'ignored'>;

export function columnsOf({ required, taken = required, ignored = {} }: ColumnLists): Columns {
  return { required, taken: namesIn(taken), ignored: Object.values(ignored).flatMap(namesIn) };
}

/** The names of a list. */
export function namesIn(list: NameList): string[] {
  return list.flatMap((entry) => {
    if (typeof entry === 'string') return expanded(entry);
    return Object.entries(entry).flatMap(([above, names]) => below(expanded(above), namesIn(names)));
  });
}

/** The paths of the names below each of `above`. */
export function below(above: readonly string[], names: readonly string[]): string[] {
  return above.flatMap((path) => names.map((name) => `${path}.${name}`));
}

function expanded(name: string): string[] {
  const { before, choices, after } = /^(?<before>[^{]*)\{(?<choices>[^}]*)\}(?<after>.*)$/.exec(name)?.groups ?? {};
  if (choices === undefined || after === undefined) return [name];
  return choices.split(',').flatMap((choice) => expanded(`${before}${choice}${after}`));
}

/** The layouts of several kinds of files in one format. */
export function kindsOf<Format extends object, Kind extends string>(
  format: Format,
  kinds: Readonly<Record<Kind, ColumnLists>>,
): Record<Kind, Format & Columns> {
  const layouts = Object.entries<ColumnLists>(kinds).map(([kind, lists]) => [kind, { ...format, ...columnsOf(lists) }]);
  return Object.fromEntries(layouts) as Record<Kind, Format & Columns>;
}

/** Codes, codes with their meanings, or groups of these. */
export type CodeList = readonly string[] | { readonly [name: string]: string | CodeList };

/** The codes of a list. */
export function codesIn(list: CodeList): string[] {
  if (Array.isArray(list)) return [...(list as readonly string[])];
  return Object.entries(list).flatMap(([name, member]) => (typeof member === 'string' ? [name] : codesIn(member)));
}

/** The reading of each code of a status list of a register. */
export type StateTable = Readonly<Record<string, StateReading>>;

/** The meaning of a status code. */
export interface StateReading {
  /** The register's own word for the code. */
  readonly word: string;
  /** One of `COMPANY_STATES`; absent where the code does not say whether the company exists. */
  readonly state?: string;
  /** Why, where the word does not say so: the law, or the register's definition. */
  readonly because?: string;
}
