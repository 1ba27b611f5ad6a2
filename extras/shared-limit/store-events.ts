import type { StoreFault } from './faults.ts';

/**
 * Minimum time, in milliseconds, that the store must be late, or its connection lost, before that is reported: the first attempt to
 * connect again knows whether the store is away, and why.
 */
const DELAY_MS = 250;
/** Minimum time, in milliseconds, between two events about refused requests, and between two causes of one outage. */
const EVENTS_MS_MIN = 60_000;

export type StoreEvent =
  | { readonly kind: 'away' | 'refused'; readonly store: string; readonly reason: string }
  | { readonly kind: 'back'; readonly store: string };

export interface EventOptions {
  readonly nowMs: () => number;
  readonly onEvent: (event: StoreEvent) => void;
}

/** Reports each change of state of the store once. */
export class StoreEvents {
  readonly #store: string;
  readonly #options: EventOptions;
  /** The cause that the last event `away` reported; undefined after `back`. */
  #cause: string | undefined;
  #awayMs = -Infinity;
  #refusedMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  /** The fault that is reported when the timer ends. */
  #waiting: StoreFault | undefined;

  constructor(store: string, options: EventOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** @param isBrief whether the fault may be over in a moment; then it is reported only if it lasts */
  away(fault: StoreFault, isBrief: boolean): void {
    if (!isBrief || this.#cause !== undefined) return this.#report(fault);
    this.#waiting ??= fault;
    this.#timer ??= setTimeout(() => this.#report(fault), DELAY_MS);
  }

  back(): void {
    const lost = this.#waiting;
    this.close();
    // A store that breaks the connection of each request is never away for long.
    if (lost !== undefined && lost.kind !== 'late') this.refused(lost);
    if (this.#cause === undefined) return;
    this.#cause = undefined;
    this.#options.onEvent({ kind: 'back', store: this.#store });
  }

  /** Reports that the store refused one request but counts others. */
  refused({ message }: StoreFault): void {
    const now = this.#options.nowMs();
    if (now - this.#refusedMs < EVENTS_MS_MIN) return;
    this.#refusedMs = now;
    this.#options.onEvent({ kind: 'refused', store: this.#store, reason: message });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
  }

  #report(fault: StoreFault): void {
    this.close();
    const cause = `${fault.kind} ${fault.code ?? ''}`;
    const now = this.#options.nowMs();
    if (this.#cause === cause || (this.#cause !== undefined && now - this.#awayMs < EVENTS_MS_MIN)) return;
    this.#cause = cause;
    this.#awayMs = now;
    this.#options.onEvent({ kind: 'away', store: this.#store, reason: fault.message });
  }
}
