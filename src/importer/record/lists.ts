import type { FileLayout } from '../formats/layout.ts';

/**
 * Columns, or fields of trees as paths. Of `{a,b}` in a name, each makes a name of its own; an object lists what is below
 * its members: `{ "names": ["name", "type"] }` is `names.name` and `names.type`.
 */
type NameList = readonly (string | { readonly [below: string]: NameList })[];

/** The columns or fields of one kind of files, as the JSON beside a register has them. */
interface ColumnLists {
  readonly required: readonly string[];
  /** The same as `required` where absent. */
  readonly taken?: NameList;
  /** By the reason why they are ignored. */
  readonly ignored?: Readonly<Record<string, NameList>>;
}

type Columns = Pick<FileLayout, 'required' | 'taken' | 'ignored'>;

/** The lists of a layout. */
export function columnsOf({ required, taken = required, ignored = {} }: ColumnLists): Columns {
  return { required, taken: namesIn(taken), ignored: Object.values(ignored).flatMap(namesIn) };
}

/** The names that a list stands for. */
export function namesIn(list: NameList): string[] {
  return list.flatMap((entry) => {
    if (typeof entry === 'string') return expanded(entry);
    return Object.entries(entry).flatMap(([above, names]) => below(expanded(above), namesIn(names)));
  });
}

/** The names below each of some others. */
export function below(above: readonly string[], names: readonly string[]): string[] {
  return above.flatMap((path) => names.map((name) => `${path}.${name}`));
}

function expanded(name: string): string[] {
  const { before, choices, after } = /^(?<before>[^{]*)\{(?<choices>[^}]*)\}(?<after>.*)$/.exec(name)?.groups ?? {};
  if (choices === undefined || after === undefined) return [name];
  return choices.split(',').flatMap((choice) => expanded(`${before}${choice}${after}`));
}

/** The layouts of several kinds of files that have one format. */
export function kindsOf<Format extends object, Kind extends string>(
  format: Format,
  kinds: Readonly<Record<Kind, ColumnLists>>,
): Record<Kind, Format & Columns> {
  const layouts = Object.entries<ColumnLists>(kinds).map(([kind, lists]) => [kind, { ...format, ...columnsOf(lists) }]);
  return Object.fromEntries(layouts) as Record<Kind, Format & Columns>;
}

/** Codes; or what each means, by code; or lists of them by what they have in common. */
export type CodeList = readonly string[] | { readonly [name: string]: string | CodeList };

/** The codes of a list. */
export function codesIn(list: CodeList): string[] {
  if (Array.isArray(list)) return [...(list as readonly string[])];
  return Object.entries(list).flatMap(([name, member]) => (typeof member === 'string' ? [name] : codesIn(member)));
}
