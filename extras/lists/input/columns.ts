import {
  InputError,
  columnsOfRole,
  foldName,
  hasKnownHeading,
  nearestWords,
  quoteValue,
  type HeadingsByRole,
} from '../../../src/model/index.ts';
import table from './column-names.json' with { type: 'json' };
import { unreadable } from './encoding.ts';

export type Role = 'id' | 'name' | 'country' | 'number';

const NUMBER_WORDS = { numberWords: table['number word'], besideWords: table['beside number'] };

/** The headings by which the command line and the page of the site guess columns. */
export const COLUMN_NAMES: HeadingsByRole<Role> = {
  id: { names: table.id },
  name: { names: table.name },
  country: { names: table.country },
  number: { names: table.number, ...NUMBER_WORDS },
  anyNumber: { names: table['any number'] },
};

/** The columns that the command line names for each role. Without a value the column is guessed; `false` ignores the role. */
export type ChosenColumns = Readonly<Partial<Record<Role, readonly string[] | false>>>;

/** The positions of the columns of each role, from 0. */
export type Columns = Readonly<Record<Role, readonly number[]>>;

/** Maximum number of guessed columns with numbers: a query has at most five numbers. */
const NUMBERS_MAX = 5;

/**
 * Finds the chosen columns, each named by its heading or its position from 1, and guesses the others.
 * @param single the role of a single column whose heading does not name one
 */
export function findColumns(file: string, header: readonly string[], chosen: ChosenColumns, single: Role): Columns {
  const taken = new Set<number>();
  const find = (role: Role): number[] => {
    const named = chosen[role];
    if (named === false) return [];
    const found =
      named?.map((name) => findPosition(file, header, name, role)) ??
      guessed(header, role).filter((at) => !taken.has(at));
    for (const at of found) taken.add(at);
    return found;
  };
  const found = { id: find('id'), name: find('name'), country: find('country'), number: find('number') };
  const isSingle =
    header.length === 1 && chosen[single] === undefined && Object.values(found).every((at) => at.length === 0);
  return isSingle ? { ...found, [single]: [0] } : found;
}

/** The option that names the column of a role: `--country` is a country in other commands. */
function optionOf(role: Role): string {
  return role === 'country' ? '--country-column' : `--${role}`;
}

function findPosition(file: string, header: readonly string[], name: string, role: Role): number {
  const at = header.indexOf(name);
  if (at !== -1 && header.indexOf(name, at + 1) !== -1)
    throw unreadable(file, `two columns are called ${quoteValue(name)}; use ${optionOf(role)} with a position from 1`);
  if (at !== -1) return at;
  const folded = header.findIndex((one) => foldName(one) === foldName(name));
  if (folded !== -1) return folded;
  const position = /^\d{1,4}$/.test(name) ? Number(name) : 0;
  if (position >= 1 && position <= header.length) return position - 1;
  const near = nearestWords(name, header).map((one) => quoteValue(one));
  const offered =
    near.length === 0 ? `its columns are ${formatHeadings(header)}` : `did you mean ${near.join(' or ')}?`;
  throw unreadable(file, `it has no column ${quoteValue(name)} (${optionOf(role)}); ${offered}`);
}

function guessed(header: readonly string[], role: Role): number[] {
  return columnsOfRole(header, COLUMN_NAMES, role).slice(0, role === 'number' ? NUMBERS_MAX : 1);
}

/** Whether a row has a known heading, or one that the command line names, so that it is not a row of values. */
export function hasHeading(row: readonly string[], chosen: ChosenColumns): boolean {
  const named = Object.values(chosen).flatMap((one) => one || []);
  if (named.some((name) => row.some((cell) => foldName(cell) === foldName(name) && !/^\d{1,4}$/.test(cell))))
    return true;
  return hasKnownHeading(row, COLUMN_NAMES);
}

const HEADINGS_SHOWN = 30;

/** Returns the error for a list that lacks the columns that a command needs. */
export function withoutColumn(command: string, what: string, header: readonly string[]): InputError {
  return new InputError(`Cannot ${command}: no column looks like ${what}. The columns are ${formatHeadings(header)}`);
}

export function formatHeadings(header: readonly string[]): string {
  const shown = header.slice(0, HEADINGS_SHOWN).map((heading) => quoteValue(heading));
  return shown.join(', ') + (header.length > HEADINGS_SHOWN ? ' …' : '');
}

/** Describes the columns of some roles in words. */
export function columnsText(columns: Readonly<Partial<Columns>>, header: readonly string[]): string {
  const texts = Object.entries(columns).map(([role, positions]) => {
    const headings = positions.map((at) => quoteValue(header[at]));
    return headings.length === 0 ? `no ${role} column` : `${role} column ${headings.join(' and ')}`;
  });
  return texts.join(', ');
}
