import {
  SOLE_TRADER,
  held,
  joinByKey,
  nationalNumber,
  nonEmpty,
  present,
  withSource,
  type Group,
  type ImportRun,
  type Input,
  type ResponseRow,
} from '../../importer/index.ts';
import { compareText, hasRightDigits, type RegisterLine } from '../../model/index.ts';
import { DELETED, isSoleTrader, listNumberForms, readChanges, readHits, readOperation, type Hit } from './responses.ts';
import { readExtract, type Extract } from './extract.ts';
import { isDoubtful } from './patterns.ts';

/** A record with the time of its request. */
type At<T> = T & { readonly requestedAt: string };

/** The records that are joined by company number. A deletion is held as its day. */
const JOINED = { extract: held<At<Extract>>(), hit: held<At<Hit>>(), deletion: held<string>() };

/** The newest records of a company. */
type Newest = ReturnType<typeof findNewestRecords>;

/** The kind of change that strikes a company off. */
const DELETION = 'Löschung';

/** Minimum number of searches with the same highest number of hits that suggests an undocumented limit. */
const SEARCHES_AT_LIMIT_MIN = 3;

/** Turns extracts, hits of searches and changes into register lines, one per company number. */
export function read(inputs: readonly Input<ResponseRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const most = { hits: 0, searches: 0, key: '' };
  return joinByKey(inputs, run, {
    kinds: JOINED,
    rows(row, hold) {
      const { kind, key, requestedAt } = row;
      const response = readOperation(kind, row.xml());
      if (kind === 'extract') {
        const extract = readExtract(response, run);
        hold('extract', sortable(extract.number), { ...extract, requestedAt });
      } else if (kind === 'day') {
        for (const { number, day, what } of readChanges(response)) {
          run.code('ARTDERVERAENDERUNG', what, 'left out');
          if (what === DELETION) hold('deletion', sortable(number), day);
        }
      } else {
        const hits = readHits(response);
        for (const hit of hits) {
          run.code('RECHTSFORM', hit.form);
          run.code('STATUS', hit.status);
          hold('hit', sortable(hit.number), { ...hit, requestedAt });
        }
        countHits(most, key, hits.length);
      }
    },
    onRead() {
      if (most.searches < SEARCHES_AT_LIMIT_MIN) return;
      run.report.note(`search with the most hits, ${most.hits}, as others have: perhaps they were cut`, most.key);
    },
    line: (group) => lineOfGroup(group, run),
  });
}

/** Counts the searches with the highest number of hits, except searches that were narrowed. */
function countHits(most: { hits: number; searches: number; key: string }, key: string, hits: number): void {
  if (isDoubtful(hits) || hits < most.hits) return;
  if (hits > most.hits) Object.assign(most, { hits, searches: 0, key });
  most.searches++;
}

function sortable(number: string): string {
  return number.padStart('000000 a'.length, '0');
}

function findNewest<T extends { readonly requestedAt: string }>(all: readonly T[]): T | undefined {
  return all.toSorted((a, b) => compareText(a.requestedAt, b.requestedAt)).at(-1);
}

function findNewestRecords(group: Group<typeof JOINED>) {
  return {
    extract: findNewest(group.values('extract')),
    hit: findNewest(group.values('hit')),
    deletion: group.values('deletion').toSorted().at(-1),
  };
}

/** Returns the line of a company number. Records that do not become part of the line are counted. */
function lineOfGroup(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const newest = findNewestRecords(group);
  const number = group.key.replace(/^0+/, '');
  if (newest.extract === undefined && newest.hit === undefined)
    return run.report.drop('struck off, and nothing else is known', number);
  // From the extract, or from the search if there is no extract.
  const { form, formText } = newest.extract ?? newest.hit ?? {};
  if (!isSoleTrader(form, formText)) return run.line(group.place, () => buildLine(number, newest, run));
  run.gone({ identifiers: [nationalNumber('AT', number)] }, findDay(newest));
  return run.report.drop(SOLE_TRADER, number);
}

function buildLine(number: string, newest: Newest, run: ImportRun): RegisterLine {
  const { extract, hit } = newest;
  if (!hasRightDigits('AT Firmenbuchnummer', number))
    run.report.note('number with a wrong check letter, kept as published', number);
  const isDeleted = isStruckOff(newest);
  if (extract === undefined && !isDeleted) run.report.note('no extract yet, so without officers', number);
  const officers = withSource(extract?.officers ?? [], run.officerSource(extract?.day));
  return present<RegisterLine>({
    name: extract?.name ?? hit?.name,
    country_code: extract?.country,
    company_status: isDeleted ? DELETED : extract === undefined ? hit?.status : undefined,
    legal_form: extract?.formText ?? extract?.form ?? hit?.formText ?? hit?.form,
    industry: extract?.industry,
    as_of_date: findDay(newest),
    state: isDeleted ? run.state('STATUS', DELETED) : standingState(newest, run),
    registered_on: extract?.registered,
    closed_on: isDeleted ? (newest.deletion ?? extract?.closed) : undefined,
    address: extract?.address,
    former_names: nonEmpty(extract?.formerNames ?? []),
    identifiers: [nationalNumber('AT', number)],
    number_forms: listNumberForms(number),
    euid: extract?.euid,
    officers,
  });
}

/** Returns the state of a company that is not struck off. A search shows no liquidators. */
function standingState({ extract, hit }: Newest, run: ImportRun): RegisterLine['state'] {
  if (extract === undefined) return run.state('STATUS', hit?.status);
  return extract.liquidator === undefined ? run.state('AUFRECHT', 'true') : run.state('FKEN', extract.liquidator);
}

/** Returns the day of the newest record. */
function findDay({ extract, hit, deletion = '' }: Newest): string {
  const days = [extract?.day ?? extract?.requestedAt.slice(0, 10) ?? '', hit?.requestedAt.slice(0, 10) ?? '', deletion];
  return days.toSorted().at(-1) ?? '';
}

/** Whether a company is struck off, by its newest record: an extract, a hit, or a deletion on the same day or later. */
function isStruckOff({ extract, hit, deletion }: Newest): boolean {
  const [extractAt = '', hitAt = ''] = [extract?.requestedAt, hit?.requestedAt];
  const seenOn = (extractAt > hitAt ? extractAt : hitAt).slice(0, 10);
  if (deletion !== undefined && deletion >= seenOn) return true;
  return extractAt > hitAt ? extract?.isDeleted === true : hit?.status === DELETED;
}
