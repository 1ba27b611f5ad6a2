import { COMPANY_STATES, type CompanyAddress, type CompanyState } from '../../model/index.ts';
import type { Reporting } from '../report.ts';
import { present } from '../present.ts';

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text is a valid calendar date `YYYY-MM-DD`. Faster than `Date`, because some records have ten dates. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeapYear ? 29 : (DAYS_OF_MONTH[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

/** Returns the date in a text as `YYYY-MM-DD`; undefined without a valid date. @param pattern has the groups `year`, `month` and `day` */
export function isoDate(text: string | undefined, pattern: RegExp): string | undefined {
  const { year, month, day } = pattern.exec(text ?? '')?.groups ?? {};
  const date = `${year}-${month}-${day}`;
  return isDate(date) ? date : undefined;
}

/** Adds a number of days, which may be negative, to a day or time. Returns the day. */
export function dayAfter(at: string, days: number): string {
  return new Date(Date.parse(at) + days * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Returns all days between two days, both included, as `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, from.length));
  }
  return days;
}

/** Matches `20.11.2026`, `20/11/2026` and `20-11-2026`, with or without a time after it. */
export const DAY_FIRST = /^(?<day>\d{2})[./-](?<month>\d{2})[./-](?<year>\d{4})(?=$|[T ])/;

/** The parts of an address, as a register separates them. Texts are trimmed, and empty texts count as absent. */
export type AddressParts = { readonly [Part in Exclude<keyof CompanyAddress, 'lines'>]?: string | undefined } & {
  readonly lines?: readonly (string | undefined)[] | undefined;
};

/**
 * Matches `c/o` and similar words together with the name of the person or firm after them: German `p. A.` and `z. Hd.`, Danish and
 * Norwegian `v/`, English `attn`; French `chez` and Italian `presso` only at the beginning. The name ends at the next comma or line end.
 * Spanish `C/ Orense` and `C/Orense` are streets and are not matched.
 */
const CARE_OF =
  /(?:^|(?<=[\s,;(]))(?:c\s?\/\s?o(?![\p{L}'’])|(?-i:c\/o(?=\p{Lu})|C\/O(?=\p{Lu}))|℅|v\/|p\. ?a\.|z\. ?hd\.|z\. ?h\.|att\.|att:|attn\b|(?<=^\s*)(?:chez|presso)\s)[^,;\n)]*/giu;

/** Matches a line that ends with `c/o`, so that the next line is a name. */
const ENDS_WITH_CARE_OF = /(?:^|[\s,;(])(?:c\s?\/\s?o|℅|attn)[.:]?\s*$/iu;

/** Matches a text that needs no change: no sign of `c/o`, no empty part, no white space to collapse, no line break. Most texts match. */
const PLAIN =
  /^(?!.*(?:[/℅]|[,;] ?[,;]|\s\s|\(\s*\)|\bp\. ?a\.|\bz\. ?h|\batt|\b(?:chez|presso)\b))[^\s,;].*[^\s,;]$/iu;

/** Removes the names of persons and firms after `c/o` from a text of an address. Undefined if nothing is left. */
export function removeCareOfNames(text: string | undefined): string | undefined {
  return withoutNames(text, () => false);
}

/**
 * Removes the names after `c/o` from a street or an address line. In these a name may contain a comma (`c/o Zirbel, Inc.`), so the name
 * continues until the first part with a digit.
 */
function removeCareOfNamesFromLine(line: string | undefined): string | undefined {
  return withoutNames(line, (part) => !/\d/.test(part));
}

/** @param isRest whether a part that follows the part with `c/o` still belongs to the name */
function withoutNames(text: string | undefined, isRest: (part: string) => boolean): string | undefined {
  if (text === undefined || PLAIN.test(text)) return text;
  // The separators after the parts are kept as published; empty parts are dropped.
  const parts = text.replaceAll(/\s*\n\s*/g, ', ').split(/(?<=[,;])/);
  let isInName = false;
  const kept = parts.flatMap((part) => {
    if (isInName && isRest(part)) return [];
    const without = part.replaceAll(CARE_OF, ' ');
    isInName = without !== part;
    const rest = without.replaceAll(/\(\s*\)/g, ' ');
    return /^[\s,;]*$/.test(rest) ? [] : rest;
  });
  const joined = kept
    .join('')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s,;]+|[\s,;]+$/g, '');
  return joined === '' ? undefined : joined;
}

/**
 * Makes the registered office of an organisation from the parts that a register separates, or from one `text`. Names after `c/o` are
 * dropped. Undefined if only a region or a country is left, which is not an address.
 */
export function toAddress(parts: AddressParts): CompanyAddress | undefined {
  const { street, lines = [], postal_code, locality, region, country_code, text } = parts;
  const kept = lines.flatMap((line, i) =>
    ENDS_WITH_CARE_OF.test(lines[i - 1] ?? '') ? [] : (removeCareOfNamesFromLine(line) ?? []),
  );
  const address = present<CompanyAddress>({
    street: removeCareOfNamesFromLine(street),
    lines: kept.length === 0 ? undefined : kept,
    postal_code: postal_code?.trim() || undefined,
    locality: locality?.trim() || undefined,
    region: region?.trim() || undefined,
    country_code: country_code || undefined,
    text: removeCareOfNames(text),
  });
  const isAddress = Boolean(address.street ?? address.lines ?? address.postal_code ?? address.locality ?? address.text);
  return isAddress ? address : undefined;
}

/**
 * Reads a published day `YYYY-MM-DD`, with or without a time after it. If it is not a valid calendar day, or is a placeholder before the
 * year 1000, the result is undefined and the value is counted under the name of its field.
 * @param form the form in which the register writes days, if it is another, such as `DAY_FIRST`
 */
export function publishedDay(
  run: Reporting,
  field: string,
  text: string | undefined,
  form?: RegExp,
): string | undefined {
  if (text === undefined || text === '') return undefined;
  const found = form && isoDate(text, form);
  const day = found ?? (/^.{10}[T ]/.test(text) ? text.slice(0, 10) : text);
  if ((found !== undefined || isDate(day)) && day >= '1000') return day;
  return run.report.note(`${field} is not a day, skipped`, found ?? text);
}

/**
 * Returns the gravest of several states of one company; `closed` is the gravest. Undefined if no state is graver than `active` and any
 * state is undefined.
 */
export function findGravest(states: Iterable<CompanyState | undefined>): CompanyState | undefined {
  const given = new Set(states);
  if (given.delete(undefined)) given.delete('active');
  return COMPANY_STATES.findLast((state) => given.has(state));
}
