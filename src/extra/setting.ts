/** Settings and the parsers of their texts. A parser returns undefined for an invalid text. */
import { InputError } from '../model/index.ts';
import { parseAddressRanges } from '../server/bounds.ts';

/** One setting: its default as text, its description, and how its text becomes a value. */
export interface Setting<T, D extends string | undefined = string | undefined> {
  /** Undefined if the default depends on other settings, as `help` then describes. */
  readonly default: D;
  readonly help: string;
  /** The allowed texts, for messages: "must be …". */
  readonly allowed: string;
  /** Messages show only the length of a secret. */
  readonly isSecret: boolean;
  /** The words that the setting consists of, separated by commas, of which the nearest are offered in place of a wrong one. */
  readonly words?: readonly string[];
  /** Returns the value; undefined for an invalid text. */
  readonly parse: (text: string) => T | undefined;
}

/** Settings by the name of their environment variable. */
export type SettingsTable = Readonly<Record<string, Setting<unknown>>>;

/** The values of a table of settings. A setting without a default is undefined if it is not set. */
export type ValuesOf<Table extends SettingsTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer T, infer D>
    ? T | (D extends string ? never : undefined)
    : never;
};

/** Declares a setting. */
export function setting<T, D extends string | undefined>(
  byDefault: D,
  help: string,
  allowed: string,
  parse: (text: string) => T | undefined,
): Setting<T, D> {
  return { default: byDefault, help, allowed, parse, isSecret: false };
}

/** Declares a setting that is or contains a secret. */
export function secret<T, D extends string | undefined>(...declared: Parameters<typeof setting<T, D>>): Setting<T, D> {
  return { ...setting(...declared), isSecret: true };
}

/** Returns a text unless it is blank. */
export function filled(value: string): string | undefined {
  return value.trim() === '' ? undefined : value;
}

/** Declares a setting that is any text, such as a path. */
export function text<D extends string | undefined>(byDefault: D, help: string, allowed = 'a text'): Setting<string, D> {
  return setting(byDefault, help, allowed, filled);
}

/** Declares a setting that is a name for people to read. */
export function title<D extends string | undefined>(byDefault: D, help: string): Setting<string, D> {
  return setting(byDefault, help, 'a text of 1 to 200 characters', (value) =>
    value.length <= 200 ? filled(value) : undefined,
  );
}

/** Declares a setting that is a whole number. */
export function whole<D extends string | undefined>(
  byDefault: D,
  help: string,
  min: number,
  max: number,
): Setting<number, D> {
  return setting(byDefault, help, `a whole number from ${min} to ${max}`, (value) => {
    const number = /^\d{1,6}$/.test(value) ? Number(value) : NaN;
    return number >= min && number <= max ? number : undefined;
  });
}

/** Declares a setting that is `on` or `off`. */
export function flag<D extends string | undefined>(byDefault: D, help: string): Setting<boolean, D> {
  return setting(byDefault, help, 'on or off', (value) => ({ on: true, off: false })[value]);
}

/** Declares a setting that is one of several words. */
export function wordSetting<Word extends string, D extends string | undefined>(
  byDefault: D,
  help: string,
  words: readonly Word[],
): Setting<Word, D> {
  const declared = setting(byDefault, help, `one of ${words.join(', ')}`, (value) =>
    words.find((word) => word === value),
  );
  return { ...declared, words };
}

/** Allowed characters of a path. It becomes part of routes, where other characters are syntax. */
const PLAIN_PATH = /^(\/[A-Za-z0-9\-._~]+)*\/*$/;

/** Declares a setting that is an address. Slashes at its end are removed. */
export function address<D extends string | undefined>(byDefault: D, help: string): Setting<string, D> {
  const allowed =
    'an http or https address without query and fragment, its path of letters, digits, `-`, `.`, `_` and `~`';
  return setting(byDefault, help, allowed, (value) => {
    const url = URL.parse(value);
    if (url === null || !/^https?:$/.test(url.protocol) || !PLAIN_PATH.test(url.pathname)) return undefined;
    const rest = url.username + url.password + url.search + url.hash;
    return rest === '' ? (url.origin + url.pathname).replace(/\/+$/, '') : undefined;
  });
}

/** Returns an e-mail address with `mailto:`, or an https address unchanged. */
export function contact(value: string): string | undefined {
  if (/^[^\s@<>"']{1,64}@[A-Za-z0-9.-]{1,255}$/.test(value)) return `mailto:${value}`;
  return value.startsWith('https://') && URL.canParse(value) && !/[\s<>"]/.test(value) ? value : undefined;
}

/** Declares a setting that is a list of addresses and ranges, such as `example`. */
export function addressRanges(help: string, example: string): Setting<readonly string[], string> {
  return setting('', help, `addresses and CIDR ranges such as ${example}, separated by commas`, (value) => {
    const ranges = commaSeparated(value);
    try {
      parseAddressRanges(ranges);
      return ranges;
    } catch (error) {
      if (error instanceof InputError) return undefined;
      throw error;
    }
  });
}

/** Returns the path of a file, or the address of a publication to follow. Undefined for other addresses. */
export function snapshotPlace(value: string): string | undefined {
  if (!isFollowed(value)) return filled(value);
  const url = URL.parse(value);
  if (url === null || url.username !== '' || url.password !== '' || /[?#]/.test(value)) return undefined;
  const isOnThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.pathname.endsWith('.json') && (url.protocol === 'https:' || isOnThisMachine) ? url.href : undefined;
}

/** Whether a result of {@linkcode snapshotPlace} is the address of a publication. */
export function isFollowed(place: string): boolean {
  return /^https?:/i.test(place);
}

/** The values that {@linkcode snapshotPlace} accepts, for messages. */
export const SNAPSHOT_PLACES = 'a path, or the https address of a `.json` file without user, query and fragment';

/** Parses known names between commas, in any order and case. Returns each name once. */
export function parseNames<Name extends string>(known: readonly Name[], value: string): readonly Name[] | undefined {
  const names = commaSeparated(value.toLowerCase());
  return names.every((name) => known.some((one) => one === name))
    ? known.filter((name) => names.includes(name))
    : undefined;
}

/** Returns the parts of a text between commas, without blank parts. */
export function commaSeparated(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
