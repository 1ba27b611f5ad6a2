import type { StoreFault } from './faults.ts';

/**
 * Minimum time, in milliseconds, that a server must be late, or its connection lost, before that is reported: the first attempt to connect
 * again knows whether the server is away, and why.
 */
const DELAY_MS_MAX = 250;
/**
 * Minimum time, in milliseconds, between two events about single requests that a server refuses, and between two causes of one outage: a
 * failover has several within seconds.
 */
const EVENTS_MS_MIN = 60_000;

export type StoreEvent =
  | { readonly kind: 'away' | 'refused'; readonly server: string; readonly reason: string }
  | { readonly kind: 'back'; readonly server: string };

export interface HealthOptions {
  readonly nowMs: () => number;
  readonly onEvent: (event: StoreEvent) => void;
}

/** Whether a server of the store can be used, and which events have reported it. */
export class ServerHealth {
  readonly server: string;
  isReady = true;
  /** Whether a probe is checking a refusal. */
  isDoubted = false;
  /** Number of commands without a reply, including commands of requests that no longer wait. */
  unanswered = 0;
  readonly #options: HealthOptions;
  /** The cause that the last event `away` reported; undefined after `back`. */
  #reported: string | undefined;
  #reportedMs = -Infinity;
  #refusedMs = -Infinity;
  #delayTimer: NodeJS.Timeout | undefined;
  /** The fault that is reported when the timer ends. */
  #delayed: StoreFault | undefined;

  constructor(server: string, options: HealthOptions) {
    this.server = server;
    this.#options = options;
  }

  get isReportedAway(): boolean {
    return this.#reported !== undefined;
  }

  /**
   * Marks the server as away. One event reports it, and another one a cause that is new after a minute.
   * @param isBrief whether the fault may be over in a moment; then it is reported only if it lasts
   */
  leave(fault: StoreFault, isBrief: boolean, onReported: () => void): void {
    this.isReady = false;
    const report = (): void => {
      this.forget();
      const cause = `${fault.kind} ${fault.code ?? ''}`;
      const now = this.#options.nowMs();
      if (this.#reported === cause || (this.isReportedAway && now - this.#reportedMs < EVENTS_MS_MIN)) return;
      this.#reported = cause;
      this.#reportedMs = now;
      this.#options.onEvent({ kind: 'away', server: this.server, reason: fault.message });
      onReported();
    };
    if (!isBrief || this.isReportedAway) return report();
    this.#delayed ??= fault;
    this.#delayTimer ??= setTimeout(report, DELAY_MS_MAX);
  }

  enter(): void {
    this.isReady = true;
    const lost = this.#delayed;
    this.forget();
    // A server that breaks the connection of each request is never away for long.
    if (lost !== undefined && lost.kind !== 'late') this.refuse(lost);
    if (this.#reported === undefined) return;
    this.#reported = undefined;
    this.#options.onEvent({ kind: 'back', server: this.server });
  }

  /** Reports that the server refused one request but counts others. */
  refuse({ message }: StoreFault): void {
    const now = this.#options.nowMs();
    if (now - this.#refusedMs < EVENTS_MS_MIN) return;
    this.#refusedMs = now;
    this.#options.onEvent({ kind: 'refused', server: this.server, reason: message });
  }

  forget(): void {
    clearTimeout(this.#delayTimer);
    this.#delayTimer = undefined;
    this.#delayed = undefined;
  }
}
