/**
 * Asked at every record by work that goes on for minutes without waiting for anything. Mostly it gives nothing; where it
 * gives a promise, the work waits for it: then signals arrive, and a promise that rejects stops the work.
 */
export type Turn = () => Promise<void> | undefined;

/** Nobody wants a turn. */
export const NO_TURN: Turn = () => undefined;
