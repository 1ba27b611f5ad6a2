/**
 * Yields to the event loop when it is time to. A long synchronous loop calls it at every record and awaits the promise, if
 * there is one: then signals and timers are handled. A rejected promise stops the loop.
 */
export type YieldIfDue = () => Promise<void> | undefined;

/** For loops that nobody needs to interrupt. */
export const NEVER_YIELD: YieldIfDue = () => undefined;
