import { OPERATIONS, PROBLEMS, type DoorDeclaration, type Operation } from '../../contract/index.ts';

/** The handler of a request: its name in the log. `none` is for paths at which nothing is served. */
export type RouteName =
  | Operation['id']
  | 'companyPage'
  | 'searchPage'
  | 'foldingPage'
  | 'docsSearchPage'
  | 'document'
  | 'none'
  // The operations of doors.
  | (string & {});

/**
 * The path template of each route, below the address of the API or of the site; the documents of the site share one.
 * @param doors those that are on
 */
export function routesOf(doors: readonly DoorDeclaration[]): ReadonlyMap<RouteName, string | undefined> {
  return new Map<RouteName, string | undefined>([
    ...OPERATIONS.map(({ id, path }) => [id, path] as const),
    ...doors.flatMap(({ operations }) => operations.map(({ id, path }) => [id, path] as const)),
    ['companyPage', '/companies/{company_id}'],
    ['searchPage', '/search'],
    ['foldingPage', '/developers/matching'],
    ['docsSearchPage', '/developers/search'],
    ['document', '/{document}'],
    ['none', undefined],
  ]);
}

/** Methods that are counted by name; all others are `_OTHER`, as OpenTelemetry has it, because a client can invent them. */
export const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', '_OTHER'] as const;

/** Statuses that are counted by number; any other counts as the first of its class (RFC 9110, section 15). */
export const STATUSES: readonly number[] = [
  ...new Set([100, 200, 204, 300, 304, 400, 405, 500, ...Object.values(PROBLEMS).map(({ status }) => status)]),
].toSorted((a, b) => a - b);

/**
 * Upper bounds of durations, in seconds: those of OpenTelemetry for HTTP, thinned out, and five below them, because most
 * answers take less than its first.
 */
export const DURATION_BOUNDS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

/** Upper bounds of delays of the event loop, in seconds. The clock of its timers counts milliseconds. */
export const DELAY_BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** One metric, as Prometheus names it. */
export interface MetricFamily {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** The names of its labels. */
  readonly labels: readonly string[];
  readonly help: string;
}

/** What workers count, each for itself; an answer has the sums. */
export const COUNTERS = {
  unreadable: counter('openfirma_unreadable_requests_total', 'Answers to bytes that are no HTTP request.'),
  refusedConnections: counter('openfirma_refused_connections_total', 'Connections refused beyond the most allowed.'),
  cacheHits: counter('openfirma_cache_hits_total', 'Pages of search results answered from the cache.'),
  cacheMisses: counter('openfirma_cache_misses_total', 'Pages of search results that were not in the cache.'),
  swaps: counter('openfirma_swaps_total', 'Swaps to a newer snapshot; each worker swaps for itself.'),
  refusedSwaps: counter('openfirma_refused_swaps_total', 'New snapshots refused; each worker checks for itself.'),
  droppedLogLines: counter('openfirma_dropped_log_lines_total', 'Log lines dropped because nobody read them.'),
  restarts: counter('openfirma_worker_restarts_total', 'Workers that ended and were replaced.'),
} as const;

/** What workers measure, each for itself; an answer has the sums, or one value for each worker. */
export const GAUGES = {
  openConnections: gauge('openfirma_open_connections', 'Open connections.'),
  waitingRequests: gauge('openfirma_waiting_requests', 'Requests that wait for data or for a document.'),
  unsentBytes: gauge('openfirma_unsent_bytes', 'Bytes of responses that wait for clients to read.'),
  followerCounter: gauge('openfirma_follower_counter', 'Counter of the publication that is followed; 0 without one.'),
  followerChecked: gauge(
    'openfirma_follower_checked_timestamp_seconds',
    'Unix time when the store was last asked and nothing was wrong.',
  ),
  followerFault: gauge(
    'openfirma_follower_fault',
    'Why newer data cannot be had: 0 nothing is wrong, 1 unreachable, 2 untrusted, 3 older, 4 damaged, 5 failed, 6 expired.',
  ),
  dataAway: gauge('openfirma_data_service_away', 'Workers for which the database or the upstream service is away.'),
  upstreamRequests: gauge('openfirma_upstream_requests', 'Requests that wait for the upstream service.'),
  storeAway: gauge(
    'openfirma_rate_limit_store_away',
    'Connections to the rate limit store that cannot be used, those of all workers; 0 where all can, or without one.',
  ),
  heapUsed: gauge('v8js_memory_heap_used_bytes', 'Memory in use on the heap of a worker.', ['worker']),
  heapLimit: gauge('v8js_memory_heap_limit_bytes', 'Most that the heap of a worker may hold.', ['worker']),
} as const;

/** Why a follower cannot go on to newer data. The gauge has the number of its place, from 1. */
export const FOLLOWER_FAULTS = ['unreachable', 'untrusted', 'older', 'damaged', 'failed', 'expired'] as const;
export type FollowerFault = (typeof FOLLOWER_FAULTS)[number];

/** What workers count by one label with few values. */
export const LABELLED_COUNTERS = {
  rateLimited: {
    ...counter('openfirma_rate_limited_requests_total', 'Requests refused by a rate limit.', ['limit']),
    /** And the names of the doors that are on. */
    values: ['operations', 'pages', 'site'] as readonly string[],
  },
  rateLimitFallbacks: {
    ...counter(
      'openfirma_rate_limit_fallbacks_total',
      'Requests that the rate limit store did not count, and this server did.',
      ['reason'],
    ),
    values: ['away', 'late', 'refused', 'busy'],
  },
  follower: {
    ...counter('openfirma_follower_refusals_total', 'Polls of a store that brought no data that can be served.', [
      'reason',
    ]),
    values: FOLLOWER_FAULTS,
  },
  upstreamFaults: {
    ...counter('openfirma_upstream_faults_total', 'Requests of which the upstream service made a fault.', ['fault']),
    values: ['rejected', 'busy', 'unavailable'],
  },
  shed: {
    ...counter('openfirma_shed_requests_total', 'Requests refused because the service was busy.', ['reason']),
    values: ['event_loop_delay', 'in_flight', 'deadline'],
  },
} as const;

export type CounterName = keyof typeof COUNTERS;
export type LabelledCounterName = keyof typeof LABELLED_COUNTERS;
export type LabelValue<Name extends LabelledCounterName> = (typeof LABELLED_COUNTERS)[Name]['values'][number];
export type GaugeName = keyof typeof GAUGES;

/** What is put together when it is asked for. */
export const COMPUTED = {
  duration: {
    name: 'http_server_request_duration_seconds',
    type: 'histogram',
    labels: ['http_request_method', 'http_route', 'http_response_status_code'],
    help: 'Time from a whole request to its response. Probes are left out.',
  },
  delay: {
    name: 'nodejs_eventloop_delay_seconds',
    type: 'histogram',
    labels: [],
    help: 'How late timers of the event loops were.',
  },
  loopTime: {
    name: 'nodejs_eventloop_time_seconds_total',
    type: 'counter',
    labels: ['nodejs_eventloop_state'],
    help: 'Time that the event loops were active and idle.',
  },
  cpu: counter('process_cpu_time_seconds_total', 'Time of processors, of all threads.', ['cpu_mode']),
  memory: gauge(
    'process_memory_usage_bytes',
    'Memory of the process, with the pages of the snapshot that are in memory.',
  ),
  uptime: gauge('process_uptime_seconds', 'Time since the process started.'),
  workers: gauge('openfirma_workers', 'Workers that served within the last seconds.'),
  workersWanted: gauge('openfirma_workers_wanted', 'Workers that should serve.'),
  ready: gauge('openfirma_ready', '1 where `/readyz` answers 200, else 0.'),
  generation: gauge('openfirma_data_generation', 'Workers that serve a generation.', ['generation']),
  age: gauge('openfirma_data_age_seconds', 'Time since the newest date of a country in the data.', ['country']),
  registerAge: gauge(
    'openfirma_register_age_seconds',
    'Time since the newest line or file of a register in the data.',
    ['register'],
  ),
  registerOverdue: gauge(
    'openfirma_register_overdue',
    'Days by which the data of a register is older than its rhythm allows; 0 where it is not.',
    ['register', 'which'],
  ),
  companies: gauge('openfirma_data_companies', 'Active companies of a country in the data.', ['country']),
} as const satisfies Readonly<Record<string, MetricFamily>>;

/** Every metric, in the order of an answer and of docs/operating.md. */
export const FAMILIES: readonly MetricFamily[] = [
  ...Object.values(COMPUTED),
  ...Object.values(LABELLED_COUNTERS),
  ...Object.values(COUNTERS),
  ...Object.values(GAUGES),
];

function counter(name: string, help: string, labels: readonly string[] = []): MetricFamily {
  return { name, type: 'counter', labels, help };
}

function gauge(name: string, help: string, labels: readonly string[] = []): MetricFamily {
  return { name, type: 'gauge', labels, help };
}
