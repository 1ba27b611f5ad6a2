import type { Company, SearchPage } from '../../src/contract/index.ts';
import type { OfficersRequest, OfficersResult, SearchRequest } from '../../src/backend/index.ts';
import { detailsSchemas } from '../../src/details/index.ts';
import { collapseWhiteSpace, type DetailsRecord } from '../../src/model/index.ts';
import { JSON_TYPE, createRefusal, violation, type Reply } from './faults.ts';

/** Maximum length of a cursor of the service, in bytes: it becomes a part of our cursor, and so of a request. */
const CURSOR_BYTES_MAX = 2048;
/** Minimum length of a token that responses are searched for: a response may contain a shorter token by chance. */
const ECHOED_CHARS_MIN = 16;

export interface ReadPage {
  readonly json: Buffer;
  readonly cursor: string | undefined;
  /** The id of its last company; undefined on an empty page. */
  readonly lastId: string | undefined;
}

export interface AnswerOptions {
  readonly shown: string;
  /** The bearer token, which no response may repeat. */
  readonly token: string | undefined;
  readonly onAttribution: (text: string) => void;
}

export type Answers = Awaited<ReturnType<typeof loadAnswers>>;

interface Checker<T> {
  Check(value: unknown): value is T;
  Clean(value: unknown): unknown;
}

/** Loads the schemas. Returns readers of responses, which throw a BackendError for violations of the contract. */
export async function loadAnswers({ shown, token, onAttribution }: AnswerOptions) {
  const [{ Compile }, schemas, detailed] = await Promise.all([
    import('typebox/compile'),
    import('../../src/contract/document.ts'),
    detailsSchemas(),
  ]);
  const pages = Compile(schemas.SearchPage);
  const companies = Compile(schemas.CompanyEnvelope);
  const officerPages = Compile(schemas.OfficerPage);
  const detailedPages = Compile(detailed.DetailsSearchPage);
  const details = Compile(detailed.CompanyDetailsEnvelope);
  const require = (holds: boolean, what: string): void => {
    if (!holds) throw violation(shown, what);
  };
  // A service may repeat the request in its response, with any escapes: the token must not be published.
  const repeatsToken = (body: Buffer, value: unknown): boolean =>
    token !== undefined &&
    token.length >= ECHOED_CHARS_MIN &&
    (body.includes(token) ||
      (body.includes('\\') && JSON.stringify(value).includes(JSON.stringify(token).slice(1, -1))));
  const read = <T extends { readonly attribution: string }>(reply: Reply, checker: Checker<T>): T => {
    if (reply.status !== 200) throw createRefusal(reply, shown);
    require(reply.mediaType === JSON_TYPE, 'its response is not of the type application/json');
    const value = checked(parsed(reply.body, shown), checker, shown);
    require(!repeatsToken(reply.body, value), 'its response holds UPSTREAM_TOKEN');
    onAttribution(value.attribution);
    return value;
  };
  return {
    /** @param hasDetails whether the page is one of `/details`, whose companies have more fields */
    page(reply: Reply, { query, country, limit }: SearchRequest, hasDetails = false): ReadPage {
      const page = read<SearchPage>(reply, hasDetails ? detailedPages : pages);
      const { data, next_cursor: cursor, countries } = page;
      require(data.length <= limit, 'a page holds more companies than requested');
      require(collapseWhiteSpace(page.query) === collapseWhiteSpace(query) &&
        countries.join() === (country ?? ''), 'it answered another search');
      require(data.every(
        ({ lifecycle }) => lifecycle.status === 'active',
      ), 'a search found a company that is not current');
      require(cursor === null || isCursor(cursor), 'a cursor is empty, too long or not Unicode');
      // Search results never have identifiers.
      for (const company of data) delete company.identifiers;
      return { json: toJson(data), cursor: cursor ?? undefined, lastId: data.at(-1)?.id };
    },
    company(reply: Reply, id: string): Buffer {
      const { data } = read(reply, companies);
      require(data.id === id, 'it answered another company');
      require(data.lifecycle.status !== 'restricted' || isBare(data), 'a restricted company has values');
      return Buffer.from(JSON.stringify(data));
    },
    /** Drops the facts of registers, which this service has itself. */
    details(reply: Reply, requestedId: string): DetailsRecord {
      const { id, object: _, lifecycle, number, sources, ...fields } = read(reply, details).data;
      require(id === requestedId, 'it answered the details of another company');
      const isEmpty = number === undefined && sources.length === 0 && Object.keys(fields).length === 0;
      require(isEmpty ||
        lifecycle.status === 'active' ||
        lifecycle.status === 'redirected', 'a company that is not current has details');
      const given = sources.map(({ name: _name, licence: _licence, url: _url, ...source }) => source);
      return { lifecycle, ...(number === undefined ? {} : { number }), details: { ...fields, sources: given } };
    },
    /** Drops former officers, and officers over the limit. */
    officers(reply: Reply, { id, limit, today }: OfficersRequest): OfficersResult {
      const page = read(reply, officerPages);
      require(page.requested_company_id === id, 'it answered the officers of another company');
      const current = page.data.filter(({ resigned_on: day }) => day === undefined || day > today);
      return {
        companyId: page.company_id,
        json: toJson(current.slice(0, limit)),
        hasMore: page.has_more || current.length > limit,
      };
    },
  };
}

/** Returns a value without fields outside the schema: a service may return more fields than the contract. */
function checked<T>(value: unknown, checker: Checker<T>, shown: string): T {
  if (checker.Check(value)) return value;
  // `Clean` takes a hundred times as long as a check.
  const cleaned = checker.Clean(value);
  if (checker.Check(cleaned)) return cleaned;
  throw violation(shown, 'its response does not have the fields that the contract requires');
}

function parsed(body: Buffer, shown: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    throw violation(shown, 'its response is not JSON in UTF-8');
  }
}

function isBare(company: Company): boolean {
  return Object.keys(company).length === 3 && Object.keys(company.lifecycle).length === 1;
}

function isCursor(text: string): boolean {
  return text !== '' && text.isWellFormed() && Buffer.byteLength(text) <= CURSOR_BYTES_MAX;
}

function toJson(values: readonly object[]): Buffer {
  return Buffer.from(JSON.stringify(values).slice(1, -1));
}
