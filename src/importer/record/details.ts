import { COMPANY_STATES, type CompanyAddress, type CompanyState } from '../../model/index.ts';
import type { ImportReport } from '../report.ts';
import { present } from './present.ts';

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text is a date of the calendar, `YYYY-MM-DD`. Faster than `Date`: some records have ten dates. */
export function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return false;
  const [, year = 0, month = 0, day = 0] = parts.map(Number);
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeapYear ? 29 : (DAYS_OF_MONTH[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

/** The date in a text as `YYYY-MM-DD`; undefined without a valid one. @param pattern has the groups `year`, `month` and `day` */
export function isoDate(text: string | undefined, pattern: RegExp): string | undefined {
  const { year, month, day } = pattern.exec(text ?? '')?.groups ?? {};
  const date = `${year}-${month}-${day}`;
  return isDate(date) ? date : undefined;
}

/** The days from one to another, both included, `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, from.length));
  }
  return days;
}

/** `20.11.2026`, `20/11/2026`, `20-11-2026`, with or without a time behind it */
export const DAY_FIRST = /^(?<day>\d{2})[./-](?<month>\d{2})[./-](?<year>\d{4})(?=$|[T ])/;

/** The parts of an address as a register separates them; texts are trimmed, empty ones count as absent. */
type AddressParts = { readonly [Part in Exclude<keyof CompanyAddress, 'lines'>]?: string | undefined } & {
  readonly lines?: readonly (string | undefined)[] | undefined;
};

/**
 * The words before the name of another person or firm at whose address a company is reached: `c/o`, German `p. A.` and `z. Hd.`,
 * Danish and Norwegian `v/`, English `attn`, at the beginning French `chez` and Italian `presso`. Up to the next comma or line end, all
 * of it is a name. Spanish `C/ Orense` and `C/Orense` are streets.
 */
const CARE_OF =
  /(?:^|(?<=[\s,;(]))(?:c\s?\/\s?o(?![\p{L}'’])|(?-i:c\/o(?=\p{Lu})|C\/O(?=\p{Lu}))|℅|v\/|p\. ?a\.|z\. ?hd\.|z\. ?h\.|att\.|att:|attn\b|(?<=^\s*)(?:chez|presso)\s)[^,;\n)]*/giu;

/** A line after which the next one is a name. */
const ENDS_WITH_CARE_OF = /(?:^|[\s,;(])(?:c\s?\/\s?o|℅|attn)[.:]?\s*$/iu;

/** A text that stays as it is: without a sign of `c/o`, an empty part, white space to collapse or a line break. Most are such. */
const PLAIN =
  /^(?!.*(?:[/℅]|[,;] ?[,;]|\s\s|\(\s*\)|\bp\. ?a\.|\bz\. ?h|\batt|\b(?:chez|presso)\b))[^\s,;].*[^\s,;]$/iu;

/** A text of an address without the names of persons and firms behind `c/o`; undefined where nothing is left. */
export function withoutCareOf(text: string | undefined): string | undefined {
  return withoutNames(text, () => false);
}

/**
 * The same of a street or a line. There a part of a name may follow a comma (`c/o Zirbel, Inc.`): what follows `c/o` is a name up to the
 * first part with a number.
 */
function lineWithoutCareOf(line: string | undefined): string | undefined {
  return withoutNames(line, (part) => !/\d/.test(part));
}

/** @param isRest whether a part after that with the `c/o` still belongs to the name */
function withoutNames(text: string | undefined, isRest: (part: string) => boolean): string | undefined {
  if (text === undefined || PLAIN.test(text)) return text;
  // The separators behind parts are kept as published; empty parts are dropped.
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
 * The registered office of an organisation from the parts that a register separates, or from one `text`. Names behind `c/o` are
 * dropped. Undefined where nothing but a region or a country is left: that is no address.
 */
export function addressOf(parts: AddressParts): CompanyAddress | undefined {
  const { lines = [], country_code, ...texts } = parts;
  const kept = lines.flatMap((line, i) =>
    ENDS_WITH_CARE_OF.test(lines[i - 1] ?? '') ? [] : (lineWithoutCareOf(line) ?? []),
  );
  const address = present<CompanyAddress>({
    street: lineWithoutCareOf(texts.street),
    lines: kept.length === 0 ? undefined : kept,
    postal_code: texts.postal_code?.trim() || undefined,
    locality: texts.locality?.trim() || undefined,
    region: texts.region?.trim() || undefined,
    country_code: country_code || undefined,
    text: withoutCareOf(texts.text),
  });
  const isAddress = Boolean(address.street ?? address.lines ?? address.postal_code ?? address.locality ?? address.text);
  return isAddress ? address : undefined;
}

/**
 * A day as published, `YYYY-MM-DD`, with or without a time behind it. Undefined, and counted under the name of its field, where it is
 * not a day of the calendar, or before the year 1000, which is a placeholder.
 * @param form another form of days that the register writes, such as `DAY_FIRST`
 */
export function publishedDay(
  run: { readonly report: ImportReport },
  field: string,
  text: string | undefined,
  form?: RegExp,
): string | undefined {
  const published = (form && isoDate(text, form)) ?? text;
  if (published === undefined || published === '') return undefined;
  const day = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(published)?.[0];
  if (day !== undefined && isDate(day) && day >= '1000') return day;
  return run.report.note(`${field} is not a day, skipped`, published);
}

/**
 * The gravest of the states that several codes of one company mean, `closed` first. Undefined where none is graver than `active` and a code
 * gives no state.
 */
export function gravestOf(states: Iterable<CompanyState | undefined>): CompanyState | undefined {
  const given = new Set(states);
  if (given.delete(undefined)) given.delete('active');
  return COMPANY_STATES.findLast((state) => given.has(state));
}
