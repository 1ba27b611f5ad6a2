import type { ByteBuffer, DataFacts, DetailsRecord } from '../model/index.ts';
import type { MatchCandidate, MovedRecord } from '../snapshot/index.ts';
import type { Eventually } from './eventually.ts';

/**
 * A data service behind the API: a snapshot file, a database, or an upstream that speaks the same operations.
 *
 * The caller owns every result: it stays valid for as long as the caller holds it, however many calls run at the same time. Absence
 * is `undefined`. A fault is a thrown, or rejected, {@linkcode BackendError}. Every promise settles in bounded time: a call that waits
 * for ever would hold one of the places that the service has for waiting requests.
 *
 * The operations of the contract may be given memory. A backend that answers at once may append the JSON to it: then the `json` of the
 * result is empty. A backend that answers later does not touch the memory after it has returned.
 */
export interface Backend {
  /**
   * Finds one page of active companies whose folded name, or one of whose folded identifiers, starts with the query, in registry
   * name order. Throws a {@linkcode PositionGone} where `after` leads into data that is no longer kept.
   */
  search(request: SearchRequest, memory?: ByteBuffer): Eventually<SearchResult>;
  /** Finds the Company resource under `id`, identifiers included; undefined where the id was never published. */
  company(id: string, memory?: ByteBuffer): Eventually<CompanyResult | undefined>;
  /** Lists the current officers of the company that `id` leads to; undefined where the id was never published. */
  officers(request: OfficersRequest, memory?: ByteBuffer): Eventually<OfficersResult | undefined>;
  /**
   * Finds the details of companies (state, dates, address, names) by their ids, of a redirected id those of the record it leads to.
   * Absent where the data service has no details; undefined where it may have details and has none.
   */
  details?(ids: readonly string[]): Eventually<DetailsResult | undefined>;
  /**
   * Like `search`; the resources have the `number`, `country`, `state` and `locality` of each company as well. Absent where `search` and
   * `details` together cost the same; undefined where `details` is undefined.
   */
  searchWithDetails?(request: SearchRequest): Eventually<SearchResult | undefined>;
  /**
   * Finds the other active companies at the address of the company that an id leads to. Absent where the data service cannot find
   * them; undefined where the id does not lead to an active company.
   */
  sameAddress?(request: AddressRequest): Eventually<AddressResult | undefined>;
  /** Counts the companies that a search for a query finds, in all and in each country. Absent where that is not cheap. */
  counts?(query: string): Eventually<MatchCounts>;
  /**
   * Finds active companies that have one of some numbers exactly, as an identifier or as another form of one, in registry name order.
   * Absent where the data service can only search.
   */
  byNumber?(request: NumberRequest): Eventually<NumberResult>;
  /**
   * Finds active companies by messy names, those first whose names are most alike. Absent where the data service can only search;
   * undefined where its present data have no index for it.
   */
  match?(request: MatchRequest): Eventually<MatchResult | undefined>;
  /** Describes the data as a whole. The same object comes back until something in it changes. */
  facts(): Eventually<DataFacts>;
  /** Releases files and connections. A second call does nothing; no other call may follow. */
  close(): Eventually<void>;
}

/** A backend whose data can be replaced while it answers. */
export interface Refreshable extends Backend {
  /**
   * Checks for newer data, verifies it while the present data still answers, and then answers from it. Never throws or rejects:
   * refused data is reported, and tried again only when it changes or `isRetrying` says so.
   */
  refresh(isRetrying?: boolean): Eventually<void>;
}

/** The data that an answer depends on. A backend that cannot name its data leaves it out of its answers. */
export interface DataVersion {
  /** Names the data: answers to the same request differ only where this name differs. Letters, digits, `-` and `_`. */
  readonly generation: string;
  /** True until newer data answers. The backend changes it; an answer may be cached for as long as it is true. */
  readonly isCurrent: boolean;
}

/** What every answer carries. */
interface Answered {
  readonly version?: DataVersion | undefined;
}

/** What to search for. */
export interface SearchRequest {
  /** The query with white space collapsed (`collapseWhiteSpace`), not yet folded. */
  readonly query: string;
  /** ISO 3166-1 alpha-2 in upper case; undefined searches every country. */
  readonly country?: string | undefined;
  /** The most companies on the page, 1 to 25. */
  readonly limit: number;
  /** The `next` of the page before, of the same query and country; undefined for the first page. */
  readonly after?: string | undefined;
}

/** A page of search results. */
export interface SearchResult extends Answered {
  /** Company resources as JSON (UTF-8), separated by commas: the content of `data`. */
  readonly json: Uint8Array;
  /** The position of the next page, any text; undefined on the last page. It leads into the data that this page is from. */
  readonly next: string | undefined;
}

/** How many companies a search finds. */
export interface MatchCounts {
  /** In all countries together; undefined where there are too many to count. */
  readonly all: number | undefined;
  /** By those of the 35 countries (ISO 3166-1 alpha-2) in which it finds any. */
  readonly countries: ReadonlyMap<string, number | undefined>;
}

/** Whose numbers to look for. */
export interface NumberRequest {
  /** Folded (`foldNumber`), at least one; empty ones match none. */
  readonly numbers: readonly string[];
  /** The most companies in the answer, at least 1. */
  readonly limit: number;
}

/** The companies that have one of some numbers. */
export interface NumberResult extends Answered {
  /** Each with those of the numbers that it has. */
  readonly companies: readonly { readonly id: string; readonly numbers: readonly string[] }[];
  /** Whether there may be more of them: beyond the limit, or among too many numbers that only begin alike. */
  readonly hasMore: boolean;
  /** The records that lead elsewhere and have one of the numbers; absent where the data service cannot tell. */
  readonly moved?: readonly MovedRecord[];
}

/** A company name. */
export interface MatchRequest {
  /** As somebody wrote it, not folded. */
  readonly name: string;
  /** Where it is sought first, ISO 3166-1 alpha-2 in upper case. */
  readonly country?: string | undefined;
  /** The most companies in the answer, at least 1. */
  readonly limit: number;
}

/** Companies that may be meant. */
export interface MatchResult extends Answered {
  readonly companies: readonly MatchCandidate[];
}

/** A company. */
export interface CompanyResult extends Answered {
  /** The Company resource as JSON (UTF-8). */
  readonly json: Uint8Array;
}

/** Whose officers to list. */
export interface OfficersRequest {
  readonly id: string;
  /** The most officers in the answer, at least 1. */
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

/** The details of companies. */
export interface DetailsResult extends Answered {
  /** One for each requested id, in the order of the request; undefined where the id was never published. */
  readonly records: readonly (DetailsRecord | undefined)[];
}

/** Whose address to look for. */
export interface AddressRequest {
  readonly id: string;
  /** The most companies in the answer, at least 1. */
  readonly limit: number;
}

/** The other companies at an address. */
export interface AddressResult extends Answered {
  /** In registry name order. */
  readonly ids: readonly string[];
  /** How many there are, those beyond the limit included. */
  readonly count: number;
}

/** The data that a position leads into has been replaced, and is no longer kept. */
export class PositionGone extends Error {
  override readonly name = 'PositionGone';
}

/** The three ways a data service can fail. Each is one upstream code of the contract. */
export type BackendFault = 'rejected' | 'busy' | 'unavailable';

/** A fault of the data service. */
export class BackendError extends Error {
  override readonly name = 'BackendError';
  readonly fault: BackendFault;
  /** When the same request may succeed, in seconds; at least 1. */
  readonly retryAfterSeconds: number;

  constructor(fault: BackendFault, message: string, options?: ErrorOptions & { readonly retryAfterSeconds?: number }) {
    super(message, options);
    this.fault = fault;
    this.retryAfterSeconds = Math.max(1, Math.ceil(options?.retryAfterSeconds ?? 1));
  }
}
