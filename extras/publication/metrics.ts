import { counter, gauge } from '../../src/server/bounds.ts';
import type { Metrics } from '../../src/server/index.ts';

/** The reasons why a follower has no newer data. The value of the gauge is the index in this list, counted from 1. */
export const FOLLOWER_FAULTS = ['unreachable', 'untrusted', 'older', 'damaged', 'failed', 'expired'] as const;
export type FollowerFault = (typeof FOLLOWER_FAULTS)[number];

export const FOLLOWER_METRICS = {
  follower: counter(
    'openfirma_follower_refusals_total',
    'Polls of a publication that returned no data that can be served.',
    'reason',
    FOLLOWER_FAULTS,
  ),
  followerCounter: gauge('openfirma_follower_publication', 'Counter of the followed publication; 0 without one.'),
  followerChecked: gauge(
    'openfirma_follower_checked_timestamp_seconds',
    'Unix time of the last successful poll of the publication.',
  ),
  followerFault: gauge(
    'openfirma_follower_fault',
    'Fault of the follower at its last poll: 0 none, 1 unreachable, 2 untrusted, 3 older, 4 damaged, 5 failed, 6 expired.',
  ),
};

/** Returns the state of the follower for `/readyz`; undefined before its first poll, and in a service that follows nothing. */
export function followerState(metrics: Metrics): object | undefined {
  const current = metrics.total('followerCounter');
  const fault = FOLLOWER_FAULTS[metrics.total('followerFault') - 1];
  if (current === 0 && fault === undefined) return undefined;
  const seconds = metrics.total('followerChecked');
  const checked = seconds > 0 && { checked_seconds: Math.max(0, Math.round(Date.now() / 1000 - seconds)) };
  return { follower: { ...(current > 0 && { counter: current }), ...checked, ...(fault !== undefined && { fault }) } };
}
