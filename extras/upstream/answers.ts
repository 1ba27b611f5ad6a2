import type { Company } from '../../src/contract/index.ts';
import { collapseWhiteSpace } from '../../src/model/index.ts';
import type { OfficersRequest, SearchRequest } from '../../src/backend/index.ts';
import { JSON_TYPE, refusalOf, violation, type Reply } from './faults.ts';

/** The longest cursor that is taken, in bytes: it becomes a part of ours, and so of a request. */
const CURSOR_BYTES_MAX = 2048;

/** A page as the service gave it. */
export interface ReadPage {
  readonly json: Buffer;
  readonly cursor: string | undefined;
  /** The id of its last company; undefined on an empty page. */
  readonly lastId: string | undefined;
  readonly attribution: string;
}

/** A company as the service gave it. */
export interface ReadCompany {
  readonly json: Buffer;
  readonly attribution: string;
}

/** Officers as the service returned them, without former ones and those over the limit. */
export interface ReadOfficers {
  readonly companyId: string;
  readonly json: Buffer;
  readonly hasMore: boolean;
  readonly attribution: string;
}

/** Reads answers by the schemas of the contract. Each method throws a BackendError for what the contract does not allow. */
export interface Answers {
  page(reply: Reply, request: SearchRequest): ReadPage;
  company(reply: Reply, id: string): ReadCompany;
  officers(reply: Reply, request: OfficersRequest): ReadOfficers;
}

/** A compiled schema. */
interface Checker<T> {
  Check(value: unknown): value is T;
  Clean(value: unknown): unknown;
}

/** Shorter tokens may be in an answer by chance. */
const ECHOED_CHARS_MIN = 16;

/**
 * Loads the schemas, which are not needed to serve a snapshot.
 * @param shown the service, for messages
 * @param token the bearer token, which no answer may repeat
 */
export async function loadAnswers(shown: string, token: string | undefined): Promise<Answers> {
  const [{ Compile }, schemas] = await Promise.all([
    import('typebox/compile'),
    import('../../src/contract/document.ts'),
  ]);
  const pages = Compile(schemas.SearchPage);
  const companies = Compile(schemas.CompanyEnvelope);
  const officerPages = Compile(schemas.OfficerPage);
  const require = (holds: boolean, what: string): void => {
    if (!holds) throw violation(shown, what);
  };
  const read = <T>(reply: Reply, checker: Checker<T>): T => {
    if (reply.status !== 200) throw refusalOf(reply, shown);
    if (reply.mediaType !== JSON_TYPE) throw violation(shown, 'its answer is not of the type application/json');
    const value = checked(parsed(reply.body, shown), checker, shown);
    require(!repeatsToken(reply.body, value), 'its answer holds UPSTREAM_TOKEN');
    return value;
  };
  // A service that repeats its request must not make this one publish the token, whatever escapes it writes.
  const repeatsToken = (body: Buffer, value: unknown): boolean =>
    token !== undefined &&
    token.length >= ECHOED_CHARS_MIN &&
    (body.includes(token) ||
      (body.includes('\\') && JSON.stringify(value).includes(JSON.stringify(token).slice(1, -1))));
  return {
    page(reply, { query, country, limit }) {
      const page = read(reply, pages);
      const { data, next_cursor: cursor, countries, attribution } = page;
      require(data.length <= limit, 'a page holds more companies than were asked for');
      require(collapseWhiteSpace(page.query) === collapseWhiteSpace(query) &&
        countries.join() === (country ?? ''), 'it answered another search');
      require(data.every(
        ({ lifecycle }) => lifecycle.status === 'active',
      ), 'a search found a company that is not active');
      require(cursor === null || isCursor(cursor), 'a cursor is empty, too long or no Unicode');
      // Search results never have them.
      for (const company of data) delete company.identifiers;
      return { json: jsonOf(data), cursor: cursor ?? undefined, lastId: data.at(-1)?.id, attribution };
    },
    company(reply, id) {
      const { data, attribution } = read(reply, companies);
      require(data.id === id, 'it answered another company');
      require(data.lifecycle.status !== 'restricted' || isBare(data), 'a restricted company has values');
      return { json: Buffer.from(JSON.stringify(data)), attribution };
    },
    officers(reply, { id, limit, today }) {
      const page = read(reply, officerPages);
      require(page.requested_company_id === id, 'it answered the officers of another company');
      const current = page.data.filter(({ resigned_on: day }) => day === undefined || day > today);
      return {
        companyId: page.company_id,
        json: jsonOf(current.slice(0, limit)),
        hasMore: page.has_more || current.length > limit,
        attribution: page.attribution,
      };
    },
  };
}

/** A value of a schema. Fields outside the schema are dropped: a service may have more than the contract. */
function checked<T>(value: unknown, checker: Checker<T>, shown: string): T {
  if (checker.Check(value)) return value;
  // Takes a hundred times as long as a check.
  const cleaned = checker.Clean(value);
  if (checker.Check(cleaned)) return cleaned;
  throw violation(shown, 'its answer does not have the fields that the contract asks for');
}

function parsed(body: Buffer, shown: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    throw violation(shown, 'its response is not JSON in UTF-8');
  }
}

/** Whether a company has an id and a state only: no value, and no id of another record. */
function isBare(company: Company): boolean {
  return Object.keys(company).length === 3 && Object.keys(company.lifecycle).length === 1;
}

function isCursor(text: string): boolean {
  return text !== '' && text.isWellFormed() && Buffer.byteLength(text) <= CURSOR_BYTES_MAX;
}

/** Values as JSON, separated by commas. */
function jsonOf(values: readonly object[]): Buffer {
  return Buffer.from(JSON.stringify(values).slice(1, -1));
}
