import { DETAIL_FIELDS, NO_DETAILS } from '../../model/index.ts';
import type { CompanyDetails, CompanyName, DetailField, DetailSource, RegisterLine } from '../../model/index.ts';

/** Fields whose value comes from a single line. */
const SINGLE_FIELDS = DETAIL_FIELDS.filter((field) => field !== 'former_names' && field !== 'other_names');

/**
 * Merges the details of the lines of one company, highest rank first, and records which register supplied each field.
 *
 * @param open the lines whose values may be shown; former and other names come from all these lines
 * @param own the lines that describe the company: all except lines of an index if a national register has the company
 */
export function mergeDetails(open: readonly RegisterLine[], own: readonly RegisterLine[]): CompanyDetails {
  if (open.every((line) => DETAIL_FIELDS.every((field) => line[field] === undefined))) return NO_DETAILS;
  const details: Record<string, unknown> = {};
  const givers: [line: RegisterLine, field: DetailField][] = [];
  for (const field of SINGLE_FIELDS) {
    const line = own.find((one) => one[field] !== undefined);
    if (line === undefined) continue;
    details[field] = line[field];
    givers.push([line, field]);
  }
  for (const field of ['former_names', 'other_names'] as const) {
    const lines = open.filter((line) => (line[field] ?? []).length > 0);
    if (lines.length === 0) continue;
    details[field] = uniqueNames(lines.flatMap((line) => line[field] ?? []));
    for (const line of lines) givers.push([line, field]);
  }
  if (givers.length === 0) return NO_DETAILS;
  return { ...details, sources: listSources(givers, open) };
}

/** Removes duplicate names. */
function uniqueNames(names: readonly CompanyName[]): readonly CompanyName[] {
  return firstByKey(names, ({ name, kind, from = '', until = '' }) => [name, kind, from, until].join('\0'));
}

/** Returns the first item of each key. */
export function firstByKey<T>(items: readonly T[], toKey: (item: T) => string): readonly T[] {
  if (items.length < 2) return items;
  const keys = new Set<string>();
  return items.filter((item) => keys.size < keys.add(toKey(item)).size);
}

/** The sources of the fields: for each register and day, the fields that it supplied, best rank first. */
function listSources(
  givers: readonly (readonly [line: RegisterLine, field: DetailField])[],
  ranked: readonly RegisterLine[],
): DetailSource[] {
  const sources: DetailSource[] = [];
  for (const line of firstByKey(ranked, toRegisterDay)) {
    const { register, as_of_date } = line;
    const given = givers.filter(([giver]) => giver.register === register && giver.as_of_date === as_of_date);
    if (given.length === 0) continue;
    sources.push({
      ...(register === undefined ? {} : { register }),
      ...(as_of_date === undefined ? {} : { as_of_date }),
      fields: DETAIL_FIELDS.filter((field) => given.some(([, its]) => its === field)),
    });
  }
  return sources;
}

function toRegisterDay({ register = '', as_of_date: day = '' }: RegisterLine): string {
  return `${register}\0${day}`;
}
