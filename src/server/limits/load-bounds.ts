/** How much work one worker takes on before it sheds requests. */
export interface LoadBounds {
  /** The mean delay of the event loop, in milliseconds, from which on a share of the requests is shed. */
  readonly eventLoopDelayMsMax: number;
  /** The most requests that wait for an answer of the backend, or for a document to be compressed. */
  readonly inFlightMax: number;
  /** How long a request may wait, in seconds. */
  readonly deadlineSeconds: number;
}

/**
 * With these values normal full load is never shed: with 1,000 busy connections one turn of the event loop takes about 50 ms.
 * After 500 ms a person who types no longer needs the answer. 1,000 waiting requests hold about 10 MB. People wait about 10 s.
 */
export const LOAD_BOUNDS: LoadBounds = { eventLoopDelayMsMax: 500, inFlightMax: 1000, deadlineSeconds: 10 };
