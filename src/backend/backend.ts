import type { DataFacts } from '../model/index.ts';

/**
 * What a data service behind the API can be asked. The service knows nothing else about where the data lies:
 * the snapshot is one implementation, a database or an upstream service can be others.
 */
export interface Backend {
  /**
   * Names the data that answers: it changes whenever an answer could. Cursors and entity tags are bound to it.
   * Letters, digits, `-` and `_` only, at most 64 characters.
   */
  readonly generation: string;
  /**
   * Whether an answer holds for as long as the generation has its name, so that it may be kept. Data that others can write to is not
   * immutable, and is asked for every answer.
   */
  readonly isImmutable?: boolean;
  /**
   * One page of active companies whose folded name, or one of whose folded identifiers, starts with the query. Throws a
   * {@linkcode GenerationGone} where the page before is from data that is not kept any more.
   */
  search(request: SearchRequest): Eventually<SearchSlice>;
  /**
   * The companies of a page of the present generation once more, as its search gave them: `place` is what it said of where they lie.
   * Given by data that is immutable, and valid until the next question.
   */
  again?(place: Uint8Array): Uint8Array;
  /** The Company resource under `id`, identifiers included, valid until the next question; undefined when the id was never published. */
  company(id: string): Eventually<Uint8Array | undefined>;
  /** The current officers of the company that `id` leads to; undefined when the id was never published. */
  officers(request: OfficersRequest): Eventually<OfficerSlice | undefined>;
  /** What is known of the data as a whole. */
  facts(): Eventually<DataFacts>;
  /** Releases files and connections. Calling it twice is allowed; calling anything else afterwards is not. */
  close(): Eventually<void>;
}

/** A backend whose data can be replaced while it answers. */
export interface Refreshable extends Backend {
  /**
   * Looks whether there is newer data, checks it while it goes on answering, and then answers from it. Never throws or
   * rejects: data that cannot be served is refused, and tried again only when it is other data or `isRetrying` says so.
   */
  refresh(isRetrying?: boolean): Eventually<void>;
}

/** A backend that needs no waiting answers at once, which saves the hot path a turn of the event loop. */
export type Eventually<T> = T | Promise<T>;

/** What to search for. */
export interface SearchRequest {
  /** The query with white space collapsed (`collapseWhiteSpace`), not yet folded. */
  readonly query: string;
  /** ISO 3166-1 alpha-2 in upper case; undefined searches every country. */
  readonly country?: string | undefined;
  /** How many companies at most, 1 to 25. */
  readonly limit: number;
  /** Where to go on: the `next` of the page before, of the same query and country. */
  readonly after?: string | undefined;
  /** The generation that the page before is from; by default the present one. */
  readonly generation?: string | undefined;
}

/** A page of search results, ready to be sent. */
export interface SearchSlice {
  /** Company resources as JSON (UTF-8), separated by commas: the inside of `data`. Valid until the next question. */
  readonly json: Uint8Array;
  /** The position of the next page (at most 64 characters of any kind); undefined on the last page. */
  readonly next: string | undefined;
  /** The generation that the page is from, which `next` goes on in. */
  readonly generation: string;
  /** Where the companies of a page of the present generation lie, in at most 255 bytes, for `again`. Valid until the next question. */
  readonly place?: Uint8Array | undefined;
}

/** The data that a page is to go on in has been replaced, and is not kept any more. */
export class GenerationGone extends Error {
  constructor(generation: string) {
    super(`The generation "${generation}" is not kept`);
    this.name = 'GenerationGone';
  }
}

/** Whose officers to list. */
export interface OfficersRequest {
  readonly id: string;
  /** How many officers at most, at least 1. */
  readonly limit: number;
  /** Today in UTC as `YYYY-MM-DD`: an officer with a `resigned_on` up to this day is not current. */
  readonly today: string;
}

/** The current officers of a company, ready to be sent. */
export interface OfficerSlice {
  /** The canonical company whose officers these are: the requested id, or where it is redirected to. */
  readonly companyId: string;
  /** Officer resources as JSON (UTF-8), separated by commas. Valid until the next question. */
  readonly json: Uint8Array;
  /** Whether the register lists more current officers than these. */
  readonly hasMore: boolean;
}

/** The three ways a data service can fail, which map one to one to the three upstream codes of the contract. */
export type BackendFault = 'rejected' | 'busy' | 'unavailable';

/** A fault of the data service. Absence is no fault: it is `undefined`. */
export class BackendError extends Error {
  readonly fault: BackendFault;
  /** When it may be worth trying again, in seconds; at least 1. */
  readonly retryAfterSeconds: number;

  constructor(fault: BackendFault, message: string, options?: ErrorOptions & { readonly retryAfterSeconds?: number }) {
    super(message, options);
    this.name = 'BackendError';
    this.fault = fault;
    this.retryAfterSeconds = Math.max(1, Math.ceil(options?.retryAfterSeconds ?? 1));
  }
}
