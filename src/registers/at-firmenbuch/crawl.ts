import { dayAfter, daysBetween, xmlRoot, xmlWithout } from '../../importer/declaration.ts';
import type { CrawlResponse, CrawlRequest, Round, Crawl, HttpRequest, CrawlState } from '../../importer/index.ts';
import { quoteValue } from '../../model/index.ts';
import {
  DELETED,
  compact,
  envelope,
  formatNumber,
  isSoleTrader,
  readChanges,
  readHits,
  readOperation,
  type Hit,
} from './responses.ts';
import codes from './codes.json' with { type: 'json' };
import { PREFIX_CHARS_MAX, anyBegins, endsWithMark, formatKey, isDoubtful, narrower, parseKey } from './patterns.ts';

const SERVICE = 'https://justizonline.gv.at/jop/api/at.gv.justiz.fbw/ws';

/** The area of a search: registered and struck-off companies without branches, by their current names. */
const REGISTERED_AND_DELETED = '1';

/** The forms for searches by form; the last two date from before 2007 and find no companies any more. */
const FORMS: readonly string[] = codes.RECHTSFORM.forms;

/**
 * Words that the law requires in the names of some legal forms. No document has the codes of these forms; a search for the words finds
 * them. The forms are flexible companies (FlexKapGG, 2024), European groupings and European cooperatives.
 */
const WORDS_OF_FORMS = ['FlexCo', 'FlexKapG', 'Flexible Kapitalgesellschaft', 'EWIV', 'SCE'];

const createSearch = (form: string): CrawlRequest => ({
  kind: 'search',
  key: formatKey({ form, prefix: '', isWhole: false }),
});

const createExtract = (number: string): CrawlRequest => ({ kind: 'extract', key: compact(number), leaf: true });

/** Minimum number of days between two rounds that search everything. */
const SWEEP_DAYS_MIN = 180;

/**
 * The first round searches all forms and requests the extracts of registered companies. Later rounds request the changes of each day. The
 * first round of a year searches everything again, because the changes may be incomplete. No later round is whole: a company stays until
 * the register strikes it off.
 */
function first({ since, wholeSince = since, today }: CrawlState): Round {
  const days = since === undefined ? [] : daysBetween(since.slice(0, 10), today);
  const isNewYear = since?.slice(0, 4) !== today.slice(0, 4);
  const isSweep = wholeSince === undefined || (isNewYear && dayAfter(wholeSince, SWEEP_DAYS_MIN) <= today);
  const searches = isSweep ? [...FORMS.map(createSearch), ...WORDS_OF_FORMS.map((key) => ({ kind: 'word', key }))] : [];
  return { requests: [...days.map((key) => ({ kind: 'day', key })), ...searches] };
}

/** Returns the HTTP request. An extract shows the state on the day of the request. */
function toHttpRequest({ kind, key }: CrawlRequest): HttpRequest {
  return {
    url: SERVICE,
    headers: { 'content-type': 'application/soap+xml;charset=UTF-8', soapaction: '""', 'x-api-key': '{API_KEY}' },
    body: envelope(kind, toFields(kind, key)),
  };
}

function toFields(kind: string, key: string): Readonly<Record<string, string>> {
  if (kind === 'extract')
    return { FNR: key, STICHTAG: new Date().toISOString().slice(0, 10), UMFANG: 'Kurzinformation' };
  if (kind === 'day') {
    const [day = '', form = ''] = key.split(':');
    return { VON: day, BIS: day, ...(form !== '' && { RECHTSFORM: form }) };
  }
  const [, form = '', pattern = ''] = kind === 'word' ? ['', '', `*${key}*`] : (/^(\w*):(.*)$/s.exec(key) ?? []);
  return {
    FIRMENWORTLAUT: pattern,
    EXAKTESUCHE: 'true',
    SUCHBEREICH: REGISTERED_AND_DELETED,
    GERICHT: '',
    RECHTSFORM: form,
    RECHTSEIGENSCHAFT: '',
    ORTNR: '',
  };
}

/** Returns why a response is unusable: it is incomplete, or belongs to another request. Undefined if it is usable. */
function fault({ request: { kind, key }, body }: CrawlResponse): string | undefined {
  const response = readOperation(kind, xmlRoot('body', body));
  if (kind === 'extract') {
    const number = formatNumber(response.text('@FNR'));
    if (number === undefined || compact(number) !== compact(formatNumber(key) ?? '')) {
      return `it is the extract of ${quoteValue(response.text('@FNR'))}`;
    }
    return response.has('FIRMA') ? undefined : 'it has no FIRMA';
  }
  if (kind === 'day') {
    const [asked] = key.split(':');
    const [from, to] = [response.text('@VON'), response.text('@BIS')].map((day) => day?.slice(0, 10) ?? asked);
    return from === asked && to === asked ? undefined : `it is of ${from} to ${to}`;
  }
  if (kind === 'word') return undefined;
  const hits = readHits(response);
  const pattern = parseKey(key);
  if (!isDoubtful(hits.length) || pattern.isWhole) return undefined;
  if (!anyBegins(listNames(hits), pattern))
    return `none of its ${hits.length} hits begins with ${quoteValue(pattern.prefix)}`;
  return pattern.prefix.length < PREFIX_CHARS_MAX ? undefined : `it has ${hits.length} hits for ${quoteValue(key)}`;
}

/** Returns the requests that follow from a response: narrower searches, searches for unknown forms, extracts. */
function* follow({ request: { kind, key }, body }: CrawlResponse): Generator<CrawlRequest> {
  if (kind === 'extract') return;
  const response = readOperation(kind, xmlRoot('body', body));
  if (kind === 'day') {
    const changes = readChanges(response);
    for (const { number } of changes) yield createExtract(number);
    // The limit is unknown, and some days have thousands of changes: a multiple of 1,000 may be the limit.
    const isDoubted = changes.length > 0 && changes.length % 1000 === 0 && !key.includes(':');
    if (isDoubted) for (const form of FORMS) yield { kind: 'day', key: `${key}:${form}` };
    return;
  }
  const all = readHits(response);
  const hits = all.filter((hit) => !isSoleTrader(hit.form, hit.formText));
  for (const form of new Set(hits.flatMap((hit) => hit.form ?? [])))
    if (!FORMS.includes(form)) yield createSearch(form);
  if (kind === 'word') return;
  for (const { number, status } of hits) if (status !== DELETED) yield createExtract(number);
  const pattern = parseKey(key);
  if (!isDoubtful(all.length) || pattern.isWhole) return;
  for (const one of narrower(pattern, listNames(all))) {
    // A pattern that the service refuses must not hold up the round.
    yield { kind: 'search', key: formatKey(one), ...(endsWithMark(one) && { leaf: true }) };
  }
}

function listNames(hits: readonly Hit[]): string[] {
  return hits.flatMap(({ name }) => name ?? []);
}

/** Personal data other than names and functions: birth dates, homes, citizenships, shares, free text. */
const ABOUT_PEOPLE = [
  /\.GEBURTSDATUM$/,
  /\.PER\.(PE_DKZ03|PE_STAAT|RECHTSTATSACHE)$/,
  /\.FUN\.(FU_DKZ11|FU_DKZ12|RECHTSTATSACHE)$/,
  /\.FU_DKZ10\.(?!(DATVON|DATBIS|VART|VSBEIDE)$)\w+$/,
  /\.(RTS_NAME|RTS_ADRESSE)$/,
];

/** The elements that are removed from the extract of a sole trader: all except the form. */
const OF_SOLE_TRADER = /\.AUSZUG_V2_RESPONSE\.(FUN|PER|FIRMA\.(?!FI_DKZ07$)\w+)$/;

/** Removes personal data from an extract. The extract of a sole trader keeps only the number and the form. */
function redactedExtract(text: string): string {
  const forms = readOperation('extract', xmlRoot('body', text)).object('FIRMA')?.each('FI_DKZ07') ?? [];
  const isSole = forms.some((entry) => {
    const form = entry.object('RECHTSFORM');
    return isSoleTrader(form?.content('CODE'), form?.content('TEXT'));
  });
  return xmlWithout('body', text, (names) => {
    const path = names.join('.');
    return ABOUT_PEOPLE.some((one) => one.test(path)) || (isSole && OF_SOLE_TRADER.test(path));
  });
}

export const CRAWL = {
  name: 'firmenbuch',
  perMinute: 40,
  format: 'xml',
  // The HTTP status of SOAP faults.
  statuses: [500],
  first,
  toHttpRequest,
  fault,
  follow,
  // The hits of a search for a word include sole traders.
  keep: ({ request }: CrawlResponse): boolean => request.kind !== 'word',
  redact: ({ request, body }: CrawlResponse): string => (request.kind === 'extract' ? redactedExtract(body) : body),
} satisfies Crawl;
