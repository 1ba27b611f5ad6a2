import { FieldFault, RecordReader } from '../../importer/declaration.ts';
import type { CrawlResponse, CrawlRequest, Crawl } from '../../importer/index.ts';
import { counted, quoteValue } from '../../model/index.ts';
import {
  BOARD,
  NO_FORM,
  SOLE_TRADER_FORM,
  isManagement,
  readEntries,
  readNumber,
  readTotal,
  splitRole,
} from './values.ts';

/** The maximum page size of the interface. */
const PAGE = 200;

/** Number of companies that a page repeats from the previous page. If a page repeats none, the list has shifted too far. */
const OVERLAP = 5;

/** The names of the code lists in the interface. */
const CODE_LISTS = ['companyStatuses', 'legalTypes'];

/** After a shift of the list, a page is requested again: this many companies nearer to the start, at most this many times. */
const STEP_BACK = 100;
const STEPS_BACK_MAX = 5;

/** Maximum number of passes over a list if more than a thousandth of its companies are missing at the end. */
const PASSES_MAX = 3;

/** Maximum number of missing companies after the last pass; the import notes them. More missing companies are a fault. */
const missingMax = (total: number): number => Math.max(5, total / 100);

/**
 * Crawls the lists of companies by legal form, sorted by number. Sole traders and companies without a known form are not requested. The
 * interface has no feed of changes: every round requests everything.
 */
export function createCrawl(api: string): Crawl {
  return {
    name: 'gemi',
    perMinute: 8,
    restDays: 6,
    format: 'json',
    // 404 means that a list is empty. In the middle of a list, or for a common form, it is a fault of the server.
    none(request) {
      const { form, offset, back } = readPlace(request);
      const mayBeEmpty = request.kind === 'companies' && offset === 0 && back === 0 && !COMMON_FORMS.has(form);
      return mayBeEmpty ? [404] : [];
    },
    first: () => ({
      isWhole: true,
      requests: CODE_LISTS.map((key) => ({ kind: 'list', key })),
    }),
    toHttpRequest(request) {
      const headers = { api_key: '{API_KEY}', accept: 'application/json' };
      if (request.kind === 'list') return { url: `${api}/metadata/${request.key}`, headers };
      const { form, offset } = readPlace(request);
      const query = `legalTypes=${form}&resultsSortBy=%2BarGemi&resultsOffset=${offset}&resultsSize=${PAGE}`;
      return { url: `${api}/companies?${query}`, headers };
    },
    fault,
    follow,
    redact,
  };
}

export const crawl = createCrawl('https://opendata-api.businessportal.gr/api/opendata/v1');

/** The common forms: ΑΕ, ΟΕ, ΕΕ, ΕΠΕ and ΙΚΕ. Lists of other forms may be empty. */
const COMMON_FORMS = new Set(['1', '2', '4', '8', '19']);

/** The position of a crawl in a list. */
interface Place {
  /** The code of the legal form. */
  readonly form: string;
  readonly offset: number;
  /** The number of companies on earlier pages. */
  readonly seen: number;
  /** The last numbers of the previous page, separated by commas. */
  readonly last: string;
  readonly pass: number;
  /** The number of steps back from the expected start of the page. */
  readonly back: number;
}

const START: Place = { form: '', offset: 0, seen: 0, last: '', pass: 1, back: 0 };

function pageAt(place: Place): CrawlRequest {
  const { form, offset, pass, back } = place;
  const again = `${pass > 1 ? `:pass-${pass}` : ''}${back > 0 ? `:back-${back}` : ''}`;
  return { kind: 'companies', key: `${form}:${offset}${again}`, data: { ...place }, differs: true };
}

function readPlace({ data }: CrawlRequest): Place {
  return { ...START, ...data };
}

/** Returns the content of a response: the number of companies in the list, and the companies of the page. */
function readPage(response: CrawlResponse): { total: number; records: RecordReader[]; numbers: string[] } {
  const body = new RecordReader(response.json());
  const total = readTotal(body);
  if (!Number.isSafeInteger(total)) throw new FieldFault('searchMetadata.totalCount', 'is missing');
  const records = body.objects('searchResults');
  return { total, records, numbers: records.map(readNumber) };
}

/** Returns why a response does not fit its request: another page, another list, a premature end. */
function fault(response: CrawlResponse): string | undefined {
  const { request } = response;
  if (request.kind === 'list') {
    readEntries(response.json());
    return undefined;
  }
  const { form, offset } = readPlace(request);
  const { total, records } = readPage(response);
  const given = new RecordReader(response.json()).object('searchMetadata')?.digits('resultsOffset') ?? String(offset);
  if (given !== String(offset)) return `it is the page at ${quoteValue(given)}, not at ${offset}`;
  if (records.length === 0 && offset < total) return `the list ended after ${offset} of ${counted(total, 'company')}`;
  const other = records.map((record) => record.object('legalType')?.digits('id')).find((code) => code !== form);
  return other === undefined ? undefined : `it has a company of the form ${quoteValue(other)}, not ${form}`;
}

function* follow(response: CrawlResponse): Generator<CrawlRequest> {
  const { request } = response;
  if (request.kind === 'list') {
    if (request.key !== 'legalTypes') return;
    for (const [form] of readEntries(response.json())) {
      if (form !== SOLE_TRADER_FORM && form !== NO_FORM) {
        yield pageAt({ ...START, form });
      }
    }
    return;
  }
  const place = readPlace(request);
  const { total, numbers } = readPage(response);
  const last = new Set(place.last === '' ? [] : place.last.split(','));
  const known = numbers.findLastIndex((number) => last.has(number));
  if (last.size > 0 && known === -1) {
    if (place.back === STEPS_BACK_MAX || place.offset === 0) {
      throw new FieldFault(
        'searchResults',
        `does not continue after ${quoteValue(place.last)}, where the page before ended`,
      );
    }
    yield pageAt({ ...place, offset: Math.max(0, place.offset - STEP_BACK), back: place.back + 1 });
    return;
  }
  yield* onwards(place, total, numbers, numbers.length - (known + 1));
}

/**
 * Yields the next page; after the last page, the first page again if too many companies are missing. @param fresh the number of new
 * companies
 */
function* onwards(place: Place, total: number, numbers: readonly string[], fresh: number): Generator<CrawlRequest> {
  const seen = place.seen + fresh;
  const end = place.offset + numbers.length;
  if (fresh === 0 && total - end > missingMax(total)) {
    throw new FieldFault('searchResults', 'has no company that the page before had not');
  }
  if (fresh > 0 && end < total) {
    const next = {
      offset: Math.max(end - OVERLAP, place.offset + 1),
      last: numbers.slice(-OVERLAP).join(','),
      back: 0,
    };
    yield pageAt({ ...place, ...next, seen });
    return;
  }
  // If a company changes its form, it may be added to a page that was already read.
  if (total - seen > total / 1000 && place.pass < PASSES_MAX) {
    yield pageAt({ ...START, form: place.form, pass: place.pass + 1 });
  } else if (total - seen > missingMax(total)) {
    throw new FieldFault('searchResults', `gave ${seen} of ${counted(total, 'company')}`);
  }
}

/** Removes shares, names of partners who are not officers, and contact data from a page. */
function redact(response: CrawlResponse): string {
  if (response.request.kind === 'list') return response.body;
  const page = response.json();
  for (const company of findObjects(page, 'searchResults')) {
    for (const name of ['email', 'phone', 'fax']) delete company[name];
    for (const person of findObjects(company, 'persons')) {
      delete person['percentage'];
      const { category, role } = person;
      const isOfficer = category === BOARD || splitRole(typeof role === 'string' ? role : '').some(isManagement);
      if (isOfficer) continue;
      delete person['personName'];
      delete person['businessName'];
    }
  }
  return JSON.stringify(page);
}

/** Returns the objects in a list of an object. */
function findObjects(value: unknown, list: string): Record<string, unknown>[] {
  const listed: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, list) : undefined;
  return (Array.isArray(listed) ? listed : []).filter(
    (one): one is Record<string, unknown> => typeof one === 'object' && one !== null,
  );
}
