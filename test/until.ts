import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** How long anything that should happen soon may take on a busy machine, such as the start of a service, which took 20 s on one. */
export const WAIT_MS_MAX = 60_000;

/** Waits until a claim holds, and fails with it where that takes too long. A claim that is a function is read then. */
export async function until(claim: string | (() => string), holds: () => boolean | Promise<boolean>): Promise<void> {
  const started = performance.now();
  const waited = (): number => performance.now() - started;
  // What takes longer is looked at less often: each look takes time from what is waited for.
  for (; !(await holds()); await pause(Math.min(50, 5 + waited() / 20))) {
    if (waited() > WAIT_MS_MAX) assert.fail(typeof claim === 'string' ? claim : claim());
  }
}
