import { InputError, foldName, quoteValue } from '../../../src/model/index.ts';
import names from './column-names.json' with { type: 'json' };
import { unreadable } from './encoding.ts';

/** The headings by which the command line and the page of the site guess columns, the likeliest first. */
export const COLUMN_NAMES: Readonly<Record<Role, readonly string[]>> = names;

export type Role = keyof typeof names;

/** The columns that the command line names for each role. Without a value the column is guessed; `false` ignores the role. */
export type ChosenColumns = Readonly<Partial<Record<Role, readonly string[] | false>>>;

/** The positions of the columns of each role, from 0. */
export type Columns = Readonly<Record<Role, readonly number[]>>;

/** Maximum number of guessed columns with numbers: a query has at most five numbers. */
const NUMBERS_MAX = 5;

/** Finds the chosen columns, each named by its heading or its position from 1, and guesses the others. */
export function columnsOf(file: string, header: readonly string[], chosen: ChosenColumns): Columns {
  const find = (role: Role): number[] => {
    const named = chosen[role];
    if (named === false) return [];
    if (named !== undefined) return named.map((name) => positionOf(file, header, name, role));
    return guessed(header, role).slice(0, role === 'number' ? NUMBERS_MAX : 1);
  };
  const found = { id: find('id'), name: find('name'), country: find('country'), number: find('number') };
  // A single column holds names, unless its heading names another role.
  const isAlone =
    header.length === 1 && chosen.name === undefined && Object.values(found).every((at) => at.length === 0);
  return isAlone ? { ...found, name: [0] } : found;
}

function positionOf(file: string, header: readonly string[], name: string, role: Role): number {
  const at = header.indexOf(name);
  if (at !== -1 && header.indexOf(name, at + 1) !== -1)
    throw unreadable(file, `two columns are called ${quoteValue(name)}; use --${role} with a position from 1`);
  if (at !== -1) return at;
  const folded = header.findIndex((one) => foldName(one) === foldName(name));
  if (folded !== -1) return folded;
  const position = /^\d{1,4}$/.test(name) ? Number(name) : 0;
  if (position >= 1 && position <= header.length) return position - 1;
  throw unreadable(file, `it has no column ${quoteValue(name)} (--${role}); its columns are ${headingsOf(header)}`);
}

function guessed(header: readonly string[], role: Role): number[] {
  const folded = header.map((heading) => foldName(heading));
  const found = COLUMN_NAMES[role].flatMap((name) => folded.flatMap((one, at) => (one === foldName(name) ? [at] : [])));
  return [...new Set(found)];
}

const HEADINGS_SHOWN = 30;

/** Returns the error for a list that lacks the columns that a command needs. */
export function withoutColumn(command: string, what: string, header: readonly string[]): InputError {
  return new InputError(`Cannot ${command}: no column looks like ${what}. The columns are ${headingsOf(header)}`);
}

function headingsOf(header: readonly string[]): string {
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
