/** How the texts of settings become values. Each gives undefined for a text that is not allowed. */
import { DOOR_NAMES, type DoorName } from '../contract/index.ts';
import { InputError } from '../model/index.ts';
import { parseAddressRanges } from '../server/bounds.ts';

/** One setting: its name in the environment, its default as text, what it means, and how its text becomes a value. */
export interface Setting<T> {
  /** Undefined where the default follows from other settings, which `help` then says. */
  readonly default: string | undefined;
  readonly help: string;
  /** What the text must be, for messages: "must be …". */
  readonly allowed: string;
  /** The value, or undefined where the text is not allowed. */
  readonly parse: (text: string) => T | undefined;
}

export function setting<T>(
  byDefault: string | undefined,
  help: string,
  allowed: string,
  parse: (text: string) => T | undefined,
): Setting<T> {
  return { default: byDefault, help, allowed, parse };
}

export function text(value: string): string | undefined {
  return value.trim() === '' ? undefined : value;
}

export function integer(value: string, min: number, max: number): number | undefined {
  const number = /^\d{1,6}$/.test(value) ? Number(value) : NaN;
  return number >= min && number <= max ? number : undefined;
}

export function onOrOff(value: string): boolean | undefined {
  return value === 'on' ? true : value === 'off' ? false : undefined;
}

/** The path becomes part of routes, in which other characters are syntax. */
const PLAIN_PATH = /^(\/[A-Za-z0-9\-._~]+)*\/*$/;

/** An address, without the slash at its end. */
export function address(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && PLAIN_PATH.test(url.pathname);
  if (url?.search !== '' || url.hash !== '') return undefined;
  if (!isPlain || url.username !== '' || url.password !== '') return undefined;
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** An e-mail address as `mailto:`, or an https address as it is. */
export function contact(value: string): string | undefined {
  if (/^[^\s@<>"']{1,64}@[A-Za-z0-9.-]{1,255}$/.test(value)) return `mailto:${value}`;
  return value.startsWith('https://') && URL.canParse(value) && !/[\s<>"]/.test(value) ? value : undefined;
}

export function addressRanges(value: string): readonly string[] | undefined {
  const ranges = value.split(',').flatMap((range) => (range.trim() === '' ? [] : [range.trim()]));
  try {
    parseAddressRanges(ranges);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
  return ranges;
}

/** The names of doors, in any order and case, each once. */
export function doorNames(value: string): readonly DoorName[] | undefined {
  const names = value.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim().toLowerCase()]));
  const known = DOOR_NAMES.filter((name) => names.includes(name));
  return names.every((name) => known.some((one) => one === name)) ? known : undefined;
}
