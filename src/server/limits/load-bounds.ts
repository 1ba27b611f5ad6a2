export interface LoadBounds {
  /** The mean delay of the event loop, in milliseconds, above which a share of the requests is shed. */
  readonly eventLoopDelayMsMax: number;
  /** Maximum number of requests that wait for the backend, or for the compression of a document. */
  readonly inFlightMax: number;
  readonly deadlineSeconds: number;
}

/**
 * With these values normal full load is never shed: with 1,000 busy connections one turn of the event loop takes about 50 ms. After 500 ms
 * a person who types no longer needs the response. 1,000 waiting requests hold about 10 MB. People wait about 10 s.
 */
export const LOAD_BOUNDS: LoadBounds = { eventLoopDelayMsMax: 500, inFlightMax: 1000, deadlineSeconds: 10 };
