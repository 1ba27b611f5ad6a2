import {
  codePointCount,
  foldName,
  type DataExamples,
  type ExampleCompany,
  type ExampleSearch,
} from '../../model/index.ts';
import { NO_COUNTRY, type SnapshotReader } from '../../snapshot/index.ts';

/** Maximum number of countries, largest first, and of companies of each, evenly spaced in name order, among which examples are chosen. */
const COUNTRIES_MAX = 5;
const COMPANIES_MAX = 24;

const SHOWN_MAX = 3;
/** Maximum number of officers in an example: people read the examples, but not a list of a hundred officers. */
const OFFICERS_MAX = 10;
/** Minimum and maximum length of a query of the API, in code points. */
const QUERY_CHARS_MIN = 3;
const QUERY_CHARS_MAX = 64;

/** Days before the first and after the last resignation that a register can publish. */
const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';

interface Candidate {
  readonly country: string | undefined;
  readonly company: ExampleCompany;
  readonly officers: readonly object[];
  readonly score: number;
}

/**
 * Chooses the examples of a snapshot: companies that are easy to read, with officers if there are any. The same snapshot always gives the
 * same examples. Undefined if it has no company with a name, or cannot be read: then requests for the damaged part report the fault.
 */
export function chooseExamples(reader: SnapshotReader): DataExamples | undefined {
  try {
    return choose(reader);
  } catch {
    return undefined;
  }
}

function choose(reader: SnapshotReader): DataExamples | undefined {
  const byCountry = listCountries(reader).map(([country, active]) => listCandidates(reader, country, active));
  const candidates = byCountry.flat().toSorted((a, b) => b.score - a.score);
  const found = findFirst(candidates, (candidate) => {
    const search = narrowSearch(reader, candidate);
    return search && { ...candidate, search };
  });
  const searches = byCountry
    .flatMap((some) => findFirst(some, (candidate) => broadSearch(reader, candidate)) ?? [])
    .toSorted((a, b) => countRows(b) - countRows(a));
  const [first, ...more] = searches;
  if (found === undefined || first === undefined) return undefined;
  const withOfficers = [found, ...candidates].find(({ officers }) => officers.length > 0);
  return {
    search: found.search,
    company: found.company,
    ...(withOfficers && { officers: { id: withOfficers.company.id, list: withOfficers.officers } }),
    searches: [first, ...more],
  };
}

const countRows = ({ companies, hasMore }: ExampleSearch): number => companies.length + (hasMore ? 1 : 0);

/** Returns the first value that is made of an item; later items are not read. */
function findFirst<T, U>(items: readonly T[], make: (item: T) => U | undefined): U | undefined {
  const made = items.values().map(make);
  return made.find((value) => value !== undefined);
}

/** Returns the largest countries, and the country with the most officers; all companies if none is in a country. */
function listCountries({ metadata }: SnapshotReader): [country: string | undefined, active: number][] {
  const countries = Object.entries(metadata.countries).filter(
    ([code, { active }]) => code !== NO_COUNTRY && active > 0,
  );
  if (countries.length === 0) return metadata.records.active === 0 ? [] : [[undefined, metadata.records.active]];
  const largest = countries.toSorted(([, a], [, b]) => b.active - a.active).slice(0, COUNTRIES_MAX);
  const [manned] = countries.toSorted(([, a], [, b]) => b.officers - a.officers);
  const chosen = manned === undefined || largest.includes(manned) ? largest : [...largest, manned];
  return chosen.map(([code, { active }]) => [code, active]);
}

function listCandidates(reader: SnapshotReader, country: string | undefined, active: number): Candidate[] {
  const count = Math.min(active, COMPANIES_MAX);
  const ids = Array.from({ length: count }, (_, i) => reader.idAt(Math.floor(((i + 0.5) * active) / count), country));
  return ids
    .flatMap((id) => {
      const json = id === undefined ? undefined : reader.company(id);
      const company = json && (JSON.parse(json.toString()) as Partial<ExampleCompany>);
      if (company === undefined || !isNamed(company)) return [];
      const officers = steadyOfficers(reader, company.id);
      return [{ country, company, officers, score: computeScore(company, officers.length > 0, json?.length ?? 0) }];
    })
    .toSorted((a, b) => b.score - a.score);
}

function isNamed(company: Partial<ExampleCompany>): company is ExampleCompany {
  return typeof company.id === 'string' && typeof company.name === 'string';
}

/** Returns the officers of a company if they are the same on every day; an empty list if one of them resigns. */
function steadyOfficers(reader: SnapshotReader, id: string): readonly object[] {
  const [first, last] = [FIRST_DAY, LAST_DAY].map((day) => reader.officers(id, OFFICERS_MAX, day));
  if (first === undefined || first.hasMore || last?.json.equals(first.json) !== true) return [];
  return JSON.parse(`[${first.json.toString()}]`) as object[];
}

function computeScore(company: ExampleCompany, hasOfficers: boolean, bytes: number): number {
  const { name } = company;
  const isPlain = /^[A-Za-z]{4}[\w .&-]*$/.test(name);
  const fields = ['legal_form', 'identifiers', 'as_of_date'].filter((field) => company[field] !== undefined);
  return (
    (hasOfficers ? 8 : 0) + (isPlain ? 4 : 0) + (name.length <= 40 ? 2 : 0) + (bytes <= 1500 ? 2 : 0) + fields.length
  );
}

/** Returns a search by the start of a company's name that finds few companies, this company first. */
function narrowSearch(reader: SnapshotReader, { country, company }: Candidate): ExampleSearch | undefined {
  return findFirst(queriesFor(company.name), (query) => {
    const search = searchFor(reader, query, country);
    return search?.hasMore === false && search.companies[0].id === company.id ? search : undefined;
  });
}

function broadSearch(reader: SnapshotReader, { country, company }: Candidate): ExampleSearch | undefined {
  const [query] = queriesFor(company.name);
  return query === undefined ? undefined : searchFor(reader, query, country);
}

/**
 * Returns the prefixes of a name that end with a word, from the shortest of at least four folded characters to the longest allowed query.
 */
function queriesFor(name: string): string[] {
  const words = name
    .replaceAll(/["“”„«»]/g, ' ')
    .trim()
    .split(/\s+/);
  const starts = words.map((_, i) =>
    words
      .slice(0, i + 1)
      .join(' ')
      .replace(/[^\p{L}\p{M}\p{N}]+$/u, ''),
  );
  const long = starts.filter((start) => foldName(start).length >= 4);
  // A short name is searched for as a whole.
  const queries = long.length === 0 && foldName(name) !== '' ? [words.join(' ')] : long;
  return queries.filter(
    (query) => codePointCount(query) >= QUERY_CHARS_MIN && codePointCount(query) <= QUERY_CHARS_MAX,
  );
}

function searchFor(reader: SnapshotReader, query: string, country: string | undefined): ExampleSearch | undefined {
  const { json, next } = reader.search(query, country, SHOWN_MAX, 0);
  const [first, ...more] = JSON.parse(`[${json.toString()}]`) as ExampleCompany[];
  if (first === undefined) return undefined;
  return { query, ...(country !== undefined && { country }), companies: [first, ...more], hasMore: next !== undefined };
}
