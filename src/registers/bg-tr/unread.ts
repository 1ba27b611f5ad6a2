import { PERSON_FORMS } from './codes.ts';
import { isObject } from './element.ts';
import { IGNORED, TAKEN } from './fields.ts';

/** Names below a name; `*` is everything below. */
type Tree = Map<string, Tree>;

const TAKEN_TREE = treeOf(TAKEN);
/** The seat of a sole trader is a home: only the country is taken. */
const TAKEN_OF_PERSONS = treeOf(TAKEN.filter((path) => !/\.Seat\.Address\.(?!CountryCode\.)/.test(path)));
const IGNORED_TREE = treeOf(IGNORED);
const ALL = '*';

/**
 * A day's file with only the fields that an import reads. Owners, addresses of persons, personal numbers and other fields are
 * not stored. Unknown fields keep their names, for the report.
 */
export function withoutUnread(day: unknown): unknown {
  const deeds = deedsIn(day).map((deed) => kept(deed, isPerson(deed) ? TAKEN_OF_PERSONS : TAKEN_TREE, IGNORED_TREE));
  return { Message: [{ Body: [{ Deeds: [{ Deed: deeds }] }] }] };
}

function isPerson(deed: unknown): boolean {
  const attributes = isObject(deed) ? deed['$'] : undefined;
  return isObject(attributes) && PERSON_FORMS.has(String(attributes['LegalForm']));
}

/** The deeds of a day's file. */
export function deedsIn(day: unknown): unknown[] {
  return membersOf(day, ['Message', 'Body', 'Deeds', 'Deed']);
}

/** Whether a day's file has a list of deeds, even an empty one. */
export function hasDeeds(day: unknown): boolean {
  return membersOf(day, ['Message', 'Body', 'Deeds']).length > 0;
}

/** The members of the lists on a path. */
function membersOf(value: unknown, path: readonly string[]): unknown[] {
  return path.reduce(
    (at, name) =>
      at.flatMap((one) => {
        const members = isObject(one) ? one[name] : undefined;
        return Array.isArray(members) ? (members as unknown[]) : [];
      }),
    [value],
  );
}

function kept(value: unknown, taken: Tree, ignored: Tree | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => kept(one, taken, ignored));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const below = taken.get(name);
      const left = ignored?.get(name);
      if (below !== undefined) return [[name, kept(member, below, left)]];
      if (ignored?.has(ALL) === true || left !== undefined) return [];
      return [[name, typeof member === 'object' ? [] : '']];
    }),
  );
}

function treeOf(paths: readonly string[]): Tree {
  const root: Tree = new Map();
  for (const path of paths) {
    let at = root;
    for (const name of path.split('.')) {
      const next: Tree = at.get(name) ?? new Map();
      at.set(name, next);
      at = next;
    }
  }
  return root;
}
