import { counter, gauge } from '../../src/server/bounds.ts';

export const UPSTREAM_METRICS = {
  upstreamFaults: counter('openfirma_upstream_faults_total', 'Requests that failed in the upstream service.', 'fault', [
    'rejected',
    'busy',
    'unavailable',
  ]),
  upstreamRequests: gauge('openfirma_upstream_requests', 'Requests that wait for the upstream service.'),
};
