import {
  nonEmpty,
  present,
  type AnswerRow,
  type ImportRun,
  type Input,
  type Joined,
  type JoinedGroup,
  type RecordReader,
  type Reason,
  SOLE_TRADER,
} from '../../importer/index.ts';
import type { CompanyIdentifier, RegisterLine } from '../../model/index.ts';
import { DELETED, DELETION, isSoleTrader } from './codes.ts';
import { extractOf, type Extract } from './extract.ts';
import { changesOf, hitsOf, type Hit } from './lists.ts';
import { formsOf, hasRightCheckLetter } from './number.ts';
import { isDoubtful } from './patterns.ts';
import { answerOf, type Operation } from './soap.ts';

/** What is joined by the number of a company, in the order in which a group gives it. */
const KINDS = { extract: 0, hit: 1, deletion: 2 } as const;

/** What is said at a time. */
type At<T> = T & { readonly askedAt: string };

/** So many searches that ended at one count, and none with more hits, look like a limit that nobody knows. */
const SEARCHES_AT_LIMIT_MIN = 3;

/** Turns extracts, hits of searches and changes into register lines, one a number. */
export async function* read(inputs: readonly Input<AnswerRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const joined = run.joined('companies');
  const most = { hits: 0, searches: 0, key: '' };
  for (const input of inputs) {
    for await (const row of input.rows()) {
      run.attempt(row, () => {
        if (row.kind === 'search') countHits(most, row.key, addHits(joined, row, run));
        else if (row.kind === 'extract') addExtract(joined, row, run);
        else addDeletions(joined, row, run);
      });
    }
  }
  if (most.searches >= SEARCHES_AT_LIMIT_MIN) {
    run.report.note(`search with the most hits, ${most.hits}, as others have: perhaps they were cut`, most.key);
  }
  for (const group of joined.groups()) {
    const line = lineOfGroup(group, run);
    if (line !== undefined) yield line;
  }
}

/** Counts the searches that have the most hits, among those that were not made narrower. */
function countHits(most: { hits: number; searches: number; key: string }, key: string, hits: number): void {
  if (isDoubtful(hits) || hits < most.hits) return;
  if (hits > most.hits) Object.assign(most, { hits, searches: 0, key });
  most.searches++;
}

function addHits(joined: Joined, row: AnswerRow, run: ImportRun): number {
  const hits = hitsOf(saidBy(row, 'search'));
  for (const hit of hits) {
    run.code('RECHTSFORM', hit.form);
    run.code('STATUS', hit.status);
    add(joined, hit.number, 'hit', row, { ...hit, askedAt: row.askedAt });
  }
  return hits.length;
}

function addExtract(joined: Joined, row: AnswerRow, run: ImportRun): void {
  const extract = extractOf(saidBy(row, 'extract'), run);
  add(joined, extract.number, 'extract', row, { ...extract, askedAt: row.askedAt });
}

function addDeletions(joined: Joined, row: AnswerRow, run: ImportRun): void {
  for (const { number, day, what } of changesOf(saidBy(row, 'changes'))) {
    run.code('ARTDERVERAENDERUNG', what, 'left out');
    if (what === DELETION) add(joined, number, 'deletion', row, day);
  }
}

function saidBy(row: AnswerRow, operation: Operation): RecordReader {
  return answerOf(operation, row.xml());
}

function add(joined: Joined, number: string, kind: keyof typeof KINDS, row: AnswerRow, value: unknown): void {
  joined.add(number.padStart('000000 a'.length, '0'), KINDS[kind], row, JSON.stringify(value));
}

function newest<T extends { readonly askedAt: string }>(all: readonly T[]): T | undefined {
  return all.toSorted((a, b) => (a.askedAt < b.askedAt ? -1 : 1)).at(-1);
}

/** The line of a number. Every record that is no part of it is counted. */
function lineOfGroup({ key, records }: JoinedGroup, run: ImportRun): RegisterLine | undefined {
  const of = <T>(kind: keyof typeof KINDS): T[] =>
    records.filter((record) => record.kind === KINDS[kind]).map(({ text }) => JSON.parse(text) as T);
  const extract = newest(of<At<Extract>>('extract'));
  const hit = newest(of<At<Hit>>('hit'));
  const deletion = of<string>('deletion').toSorted().at(-1);
  const number = key.replace(/^0+/, '');
  const [place] = records;
  const drop = (reason: string | Reason): undefined => {
    run.report.drop(reason, number);
    return undefined;
  };
  if (place === undefined || (extract === undefined && hit === undefined))
    return drop('struck off, and nothing else is known');
  if (isSole({ extract, hit })) {
    run.gone({ identifiers: identifiersOf(number) }, dayOf({ extract, hit, deletion }));
    return drop(SOLE_TRADER);
  }
  return run.line(place, () => lineOf(number, { extract, hit, deletion }, run));
}

/** By what the extract says; by the search where there is none. */
function isSole({ extract, hit }: Pick<Told, 'extract' | 'hit'>): boolean {
  if (extract === undefined) return isSoleTrader(hit?.form, hit?.formText);
  return isSoleTrader(extract.form, extract.line.legal_form);
}

interface Told {
  readonly extract: At<Extract> | undefined;
  readonly hit: At<Hit> | undefined;
  /** The day of the last one. */
  readonly deletion: string | undefined;
}

function lineOf(number: string, told: Told, run: ImportRun): RegisterLine {
  const { extract, hit } = told;
  if (!hasRightCheckLetter(number)) run.report.note('number with a wrong check letter, kept as published', number);
  const isDeleted = isStruckOff(told);
  if (extract === undefined && !isDeleted) run.report.note('no extract yet, so without officers', number);
  const line = extract?.line;
  return present<RegisterLine>({
    name: line?.name ?? hit?.name,
    country_code: line?.country_code,
    company_status: isDeleted ? DELETED : extract === undefined ? hit?.status : undefined,
    legal_form: line?.legal_form ?? hit?.formText ?? hit?.form,
    industry: line?.industry,
    as_of_date: dayOf(told),
    identifiers: identifiersOf(number),
    number_forms: nonEmpty([...formsOf(number), ...(extract?.euid === undefined ? [] : [extract.euid])]),
    officers: isDeleted ? undefined : line?.officers,
  });
}

function identifiersOf(number: string): CompanyIdentifier[] {
  return [{ scheme: 'national_registry_number', value: number, country_scope: 'AT' }];
}

/** The day on which something was last said. */
function dayOf({ extract, hit, deletion = '' }: Told): string {
  const days = [extract?.day ?? extract?.askedAt.slice(0, 10) ?? '', hit?.askedAt.slice(0, 10) ?? '', deletion];
  return days.toSorted().at(-1) ?? '';
}

/** What is newest decides: an extract, a hit, or a deletion on that day or later. */
function isStruckOff({ extract, hit, deletion }: Told): boolean {
  const [extractAt = '', hitAt = ''] = [extract?.askedAt, hit?.askedAt];
  const seenOn = (extractAt > hitAt ? extractAt : hitAt).slice(0, 10);
  if (deletion !== undefined && deletion >= seenOn) return true;
  return extractAt > hitAt ? extract?.isDeleted === true : hit?.status === DELETED;
}
