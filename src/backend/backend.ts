import type { ByteBuffer, DataFacts, DetailsRecord } from '../model/index.ts';
import type { MatchCandidate, MovedRecord, SameAddress, SearchCounts } from '../snapshot/index.ts';
import type { Eventually } from './eventually.ts';

/**
 * A data service behind the API: a snapshot file, a database, or another service with the same operations.
 *
 * The caller owns every result: it stays valid for as long as the caller holds it, however many calls run at the same time. Absence is
 * `undefined`. A fault is a thrown, or rejected, {@linkcode BackendError}. Every promise settles in bounded time: a call that waits for
 * ever would hold one of the places that the service has for waiting requests.
 *
 * The operations of the contract accept memory. A backend that returns synchronously may append the JSON to it: then the `json` of the
 * result is empty. A backend that returns a promise does not touch the memory afterwards.
 */
export interface Backend {
  /**
   * Finds one page of current companies whose folded name, or one of whose folded identifiers, starts with the query, in registry name
   * order. Throws a {@linkcode PositionGone} if `after` refers to data that is no longer kept.
   */
  search(request: SearchRequest, memory?: ByteBuffer): Eventually<SearchResult>;
  /** Finds the Company resource under `id`, identifiers included; undefined if the id was never published. */
  company(id: string, memory?: ByteBuffer): Eventually<CompanyResult | undefined>;
  /** Lists the current officers of the company that `id` leads to; undefined if the id was never published. */
  officers(request: OfficersRequest, memory?: ByteBuffer): Eventually<OfficersResult | undefined>;
  /**
   * Finds the details of companies (state, dates, address, names) by their ids; for a redirected id, the details of its target. Absent if
   * the data service has no details; undefined if it supports details but its present data has none.
   */
  details?(ids: readonly string[]): Eventually<DetailsResult | undefined>;
  /**
   * Like `search`, but each resource also has the `number`, `country`, `state` and `locality` of the company. Absent if `search` and then
   * `details` cost the same; undefined if `details` returns undefined.
   */
  searchWithDetails?(request: SearchRequest): Eventually<SearchResult | undefined>;
  /**
   * Finds the other current companies at the address of the company that an id leads to, at most `limit` of them. Absent if the data service
   * cannot find them; undefined if the id does not lead to an active company.
   */
  sameAddress?(request: { readonly id: string; readonly limit: number }): Eventually<AddressResult | undefined>;
  /** Counts the companies that a search for a query finds, in total and by country. Absent if counting is not cheap. */
  counts?(query: string): Eventually<SearchCounts>;
  /**
   * Finds current companies that have at least one of the requested numbers exactly, as an identifier or as another form of an identifier,
   * in registry name order. Absent if the data service can only search.
   */
  byNumber?(request: NumberRequest): Eventually<NumberResult>;
  /**
   * Finds current companies by messy names, the most similar names first. Absent if the data service can only search; undefined if its
   * present data has no match index.
   */
  match?(request: MatchRequest): Eventually<MatchResult | undefined>;
  /** Describes the data as a whole. Returns the same object until something in it changes. */
  facts(): Eventually<DataFacts>;
  /** Releases files and connections. A second call does nothing; no other call may follow. */
  close(): Eventually<void>;
}

/** A backend whose data can be replaced while it answers. */
export interface Refreshable extends Backend {
  /**
   * Checks for newer data, verifies it while the present data is still served, and then serves it. Never throws or rejects: refused data is
   * reported, and tried again only when it changes or if `isRetrying`.
   */
  refresh(isRetrying?: boolean): Eventually<void>;
}

/** The data that a result depends on. A backend that cannot name its data leaves the version out of its results. */
export interface DataVersion {
  /** Names the data: results of the same request differ only if this name differs. Letters, digits, `-` and `_`. */
  readonly generation: string;
  /** True until newer data is served. The backend changes it; a result may be cached for as long as it is true. */
  readonly isCurrent: boolean;
}

interface Answered {
  readonly version?: DataVersion | undefined;
}

export interface SearchRequest {
  /** The query with white space collapsed (`collapseWhiteSpace`), not yet folded. */
  readonly query: string;
  /** ISO 3166-1 alpha-2 in upper case; undefined searches every country. */
  readonly country?: string | undefined;
  /** Maximum number of companies on the page, 1 to 25. */
  readonly limit: number;
  /** The `next` of the previous page for the same query and country; undefined for the first page. */
  readonly after?: string | undefined;
}

export interface SearchResult extends Answered {
  /** Company resources as JSON (UTF-8), separated by commas: the content of `data`. */
  readonly json: Uint8Array;
  /** The position of the next page, any text; undefined on the last page. It refers to the data that this page is from. */
  readonly next: string | undefined;
}

export interface NumberRequest {
  /** Folded with `foldNumber`; at least one. An empty number matches no company. */
  readonly numbers: readonly string[];
  /** Maximum number of companies in the result, at least 1. */
  readonly limit: number;
}

/** The companies that have at least one of the requested numbers. */
export interface NumberResult extends Answered {
  /** Each company with the requested numbers that it has. */
  readonly companies: readonly { readonly id: string; readonly numbers: readonly string[] }[];
  /** Whether there may be more companies: over the limit, or unread because too many numbers share only a prefix with a requested one. */
  readonly hasMore: boolean;
  /** The redirected and split records that have one of the numbers; absent if the data service cannot find them. */
  readonly moved?: readonly MovedRecord[];
}

export interface MatchRequest {
  /** As received, not folded. */
  readonly name: string;
  /** The country that is searched first, ISO 3166-1 alpha-2 in upper case. */
  readonly country?: string | undefined;
  /** Maximum number of companies in the result, at least 1. */
  readonly limit: number;
}

/** The companies that a name may mean. */
export interface MatchResult extends Answered {
  readonly companies: readonly MatchCandidate[];
}

export interface CompanyResult extends Answered {
  /** The Company resource as JSON (UTF-8). */
  readonly json: Uint8Array;
}

export interface OfficersRequest {
  readonly id: string;
  /** Maximum number of officers in the result, at least 1. */
  readonly limit: number;
  /** Today in UTC as `YYYY-MM-DD`: an officer with a `resigned_on` up to this day is not current. */
  readonly today: string;
}

/** The current officers of a company. */
export interface OfficersResult extends Answered {
  /** The canonical company whose officers these are: the requested id, or the id it redirects to. */
  readonly companyId: string;
  /** Officer resources as JSON (UTF-8), separated by commas. */
  readonly json: Uint8Array;
  /** Whether the register lists more current officers than these. */
  readonly hasMore: boolean;
}

export interface DetailsResult extends Answered {
  /** One entry for each requested id, in the order of the request; undefined if the id was never published. */
  readonly records: readonly (DetailsRecord | undefined)[];
}

export type AddressResult = SameAddress & Answered;

/** The data that a position refers to has been replaced, and is no longer kept. */
export class PositionGone extends Error {
  override readonly name = 'PositionGone';
}

/** The three ways a data service can fail. Each is one upstream code of the contract. */
export type BackendFault = 'rejected' | 'busy' | 'unavailable';

export class BackendError extends Error {
  override readonly name = 'BackendError';
  readonly fault: BackendFault;
  /** Seconds after which the same request may succeed, at least 1. */
  readonly retryAfterSeconds: number;
  /** Why there is no data, for everyone to read: without paths and addresses. */
  readonly publicReason: string | undefined;

  constructor(
    fault: BackendFault,
    message: string,
    options?: ErrorOptions & { readonly retryAfterSeconds?: number; readonly publicReason?: string },
  ) {
    super(message, options);
    this.fault = fault;
    this.publicReason = options?.publicReason;
    this.retryAfterSeconds = Math.max(1, Math.ceil(options?.retryAfterSeconds ?? 1));
  }
}
