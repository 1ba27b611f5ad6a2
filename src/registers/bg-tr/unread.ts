import { isObject } from './element.ts';
import { IGNORED, TAKEN } from './fields.ts';

/** Names below a name; `*` stands for everything below. */
type Tree = Map<string, Tree>;

const TAKEN_TREE = treeOf(TAKEN);
const IGNORED_TREE = treeOf(IGNORED);
const ALL = '*';

/**
 * What of a day's file is kept: the fields that an import reads. Owners, addresses, personal numbers and all else that is not
 * read never get to the disk. Of a field that nobody knows the name stays, for the report.
 */
export function withoutUnread(day: unknown): unknown {
  const deeds = deedsIn(day).map((deed) => kept(deed, TAKEN_TREE, IGNORED_TREE));
  return { Message: [{ Body: [{ Deeds: [{ Deed: deeds }] }] }] };
}

/** The deeds of a day's file. */
export function deedsIn(day: unknown): unknown[] {
  return membersOf(day, ['Message', 'Body', 'Deeds', 'Deed']);
}

/** Whether a day's file has a place for deeds, be it an empty one. */
export function hasDeeds(day: unknown): boolean {
  return membersOf(day, ['Message', 'Body', 'Deeds']).length > 0;
}

/** What the lists on a path hold. */
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
