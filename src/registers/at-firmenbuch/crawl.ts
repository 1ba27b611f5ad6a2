import { dayAfter, daysBetween, xmlRoot, xmlWithout } from '../../importer/declaration.ts';
import type { Answer, Question, Round, Crawl, CrawlRequest, CrawlState } from '../../importer/index.ts';
import { quoteValue } from '../../model/index.ts';
import {
  DELETED,
  answerOf,
  changesOf,
  compact,
  envelope,
  hitsOf,
  isSoleTrader,
  numberOf,
  type Hit,
} from './answers.ts';
import codes from './codes.json' with { type: 'json' };
import { PREFIX_CHARS_MAX, anyBegins, endsWithMark, isDoubtful, keyOf, narrower, patternOf } from './patterns.ts';

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

const searchOf = (form: string): Question => ({ kind: 'search', key: keyOf({ form, prefix: '', isWhole: false }) });

const extractOf = (number: string): Question => ({ kind: 'extract', key: compact(number), leaf: true });

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
  const searches = isSweep ? [...FORMS.map(searchOf), ...WORDS_OF_FORMS.map((key) => ({ kind: 'word', key }))] : [];
  return { questions: [...days.map((key) => ({ kind: 'day', key })), ...searches] };
}

/** Returns the request for a question. An extract shows the state on the day of the request. */
function request({ kind, key }: Question): CrawlRequest {
  return {
    url: SERVICE,
    headers: { 'content-type': 'application/soap+xml;charset=UTF-8', soapaction: '""', 'x-api-key': '{API_KEY}' },
    body: envelope(kind, fieldsOf(kind, key)),
  };
}

function fieldsOf(kind: string, key: string): Readonly<Record<string, string>> {
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

/** Returns why an answer is unusable: it is incomplete, or belongs to another question. Undefined if it is usable. */
function fault({ question: { kind, key }, body }: Answer): string | undefined {
  const answer = answerOf(kind, xmlRoot('body', body));
  if (kind === 'extract') {
    const number = numberOf(answer.text('@FNR'));
    if (number === undefined || compact(number) !== compact(numberOf(key) ?? '')) {
      return `it is the extract of ${quoteValue(answer.text('@FNR'))}`;
    }
    return answer.has('FIRMA') ? undefined : 'it has no FIRMA';
  }
  if (kind === 'day') {
    const [asked] = key.split(':');
    const [from, to] = [answer.text('@VON'), answer.text('@BIS')].map((day) => day?.slice(0, 10) ?? asked);
    return from === asked && to === asked ? undefined : `it is of ${from} to ${to}`;
  }
  if (kind === 'word') return undefined;
  const hits = hitsOf(answer);
  const pattern = patternOf(key);
  if (!isDoubtful(hits.length) || pattern.isWhole) return undefined;
  if (!anyBegins(namesOf(hits), pattern))
    return `none of its ${hits.length} hits begins with ${quoteValue(pattern.prefix)}`;
  return pattern.prefix.length < PREFIX_CHARS_MAX ? undefined : `it has ${hits.length} hits for ${quoteValue(key)}`;
}

/** Returns the questions that follow from an answer: narrower searches, searches for unknown forms, extracts. */
function* follow({ question: { kind, key }, body }: Answer): Generator<Question> {
  if (kind === 'extract') return;
  const answer = answerOf(kind, xmlRoot('body', body));
  if (kind === 'day') {
    const changes = changesOf(answer);
    for (const { number } of changes) yield extractOf(number);
    // The limit is unknown, and some days have thousands of changes: a multiple of 1,000 may be the limit.
    const isDoubted = changes.length > 0 && changes.length % 1000 === 0 && !key.includes(':');
    if (isDoubted) for (const form of FORMS) yield { kind: 'day', key: `${key}:${form}` };
    return;
  }
  const all = hitsOf(answer);
  const hits = all.filter((hit) => !isSoleTrader(hit.form, hit.formText));
  for (const form of new Set(hits.flatMap((hit) => hit.form ?? []))) if (!FORMS.includes(form)) yield searchOf(form);
  if (kind === 'word') return;
  for (const { number, status } of hits) if (status !== DELETED) yield extractOf(number);
  const pattern = patternOf(key);
  if (!isDoubtful(all.length) || pattern.isWhole) return;
  for (const one of narrower(pattern, namesOf(all))) {
    // A pattern that the service refuses must not hold up the round.
    yield { kind: 'search', key: keyOf(one), ...(endsWithMark(one) && { leaf: true }) };
  }
}

function namesOf(hits: readonly Hit[]): string[] {
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
  const forms = answerOf('extract', xmlRoot('body', text)).object('FIRMA')?.each('FI_DKZ07') ?? [];
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
  request,
  fault,
  follow,
  // The hits of a search for a word include sole traders.
  keep: ({ question }: Answer): boolean => question.kind !== 'word',
  redact: ({ question, body }: Answer): string => (question.kind === 'extract' ? redactedExtract(body) : body),
} satisfies Crawl;
