import { OPERATIONS, PROBLEMS, type DoorDeclaration, type Operation } from '../../contract/index.ts';

/** The paths of the pages that show data, below the address of the site, by the names of their handlers. */
export const PAGE_PATHS = {
  companyPage: '/companies/{company_id}',
  searchPage: '/search',
  foldingPage: '/developers/matching',
} as const;

/** The name of a handler in the log; `none` for paths that are not routed. */
export type RouteName =
  | Operation['id']
  | keyof typeof PAGE_PATHS
  | 'document'
  | 'none'
  // The operations of doors.
  | (string & {});

/**
 * Returns the path template of each route, below the address of the API or of the site; the documents of the site share one route.
 * @param doors the enabled doors
 */
export function listRoutes(doors: readonly DoorDeclaration[]): ReadonlyMap<RouteName, string | undefined> {
  return new Map<RouteName, string | undefined>([
    ...OPERATIONS.map(({ id, path }) => [id, path] as const),
    ...doors.flatMap(({ operations }) => operations.map(({ id, path }) => [id, path] as const)),
    ...Object.entries(PAGE_PATHS),
    ['document', '/{document}'],
    ['none', undefined],
  ]);
}

/** Methods that are counted by name. All others are `_OTHER`, as in OpenTelemetry, because clients can invent methods. */
export const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', '_OTHER'] as const;

/** Statuses that are counted by number. Any other status counts as the first of its class (RFC 9110, section 15). */
export const STATUSES: readonly number[] = [
  ...new Set([100, 200, 204, 300, 304, 400, 405, 500, ...Object.values(PROBLEMS).map(({ status }) => status)]),
].toSorted((a, b) => a - b);

/**
 * Upper bounds of durations, in seconds: some of OpenTelemetry's for HTTP, and five lower ones, because most responses take less than the
 * lowest bound of OpenTelemetry.
 */
export const DURATION_BOUNDS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

/** Upper bounds of delays of the event loop, in seconds. Its timers have a resolution of one millisecond. */
export const DELAY_BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** One metric family of Prometheus. */
export interface MetricFamily {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  readonly help: string;
}

/** A counter or gauge that every worker has. With the label `worker`, `/metrics` has one value per worker; otherwise it has the sums. */
export interface StoredFamily extends MetricFamily {
  readonly type: 'counter' | 'gauge';
  /** All values of its only label; absent without a label. */
  readonly values?: readonly string[];
}

/** Families by the names that the code uses for them. */
export type Families = Readonly<Record<string, StoredFamily>>;

const STORED = {
  rateLimited: counter('openfirma_rate_limited_requests_total', 'Requests refused by a rate limit.', 'limit', [
    'operations',
    'pages',
    'site',
  ]),
  shed: counter('openfirma_shed_requests_total', 'Requests refused because the service was busy.', 'reason', [
    'event_loop_delay',
    'in_flight',
    'deadline',
  ]),
  unreadable: counter('openfirma_unreadable_requests_total', 'Responses to bytes that are not an HTTP request.'),
  refusedConnections: counter('openfirma_refused_connections_total', 'Connections refused because too many were open.'),
  cacheHits: counter('openfirma_cache_hits_total', 'Pages of search results sent from the cache.'),
  cacheMisses: counter('openfirma_cache_misses_total', 'Pages of search results that were not in the cache.'),
  swaps: counter('openfirma_swaps_total', 'Swaps to a newer snapshot, counted by each worker.'),
  damagedFiles: counter(
    'openfirma_damaged_files_total',
    'Served snapshots found damaged or written over, counted by each worker.',
  ),
  refusedSwaps: counter('openfirma_refused_swaps_total', 'New snapshots refused, counted by each worker.'),
  droppedLogLines: counter('openfirma_dropped_log_lines_total', 'Log lines dropped because no reader took them.'),
  restarts: counter('openfirma_worker_restarts_total', 'Workers that ended and were replaced.'),
  openConnections: gauge('openfirma_open_connections', 'Open connections.'),
  waitingRequests: gauge('openfirma_waiting_requests', 'Requests that wait for data or for a document.'),
  unsentBytes: gauge('openfirma_unsent_bytes', 'Bytes of responses that clients have not taken yet.'),
  dataAway: gauge('openfirma_data_service_away', 'Workers that cannot reach the data service of `BACKEND`.'),
  heapUsed: gauge('v8js_memory_heap_used_bytes', 'Memory in use on the heap of a worker.', 'worker'),
  heapLimit: gauge('v8js_memory_heap_limit_bytes', 'Maximum of the heap of a worker.', 'worker'),
} as const satisfies Families;

/** The name of a counter or gauge: one of the core, or one that an extra declares. */
export type MetricName = keyof typeof STORED | (string & {});

/** Returns the counters and gauges of the core and of extras. Each door has a rate limit. */
export function storedFamilies(doors: readonly DoorDeclaration[], extras: Families): Families {
  const { rateLimited } = STORED;
  const values = [...(rateLimited.values ?? []), ...doors.map(({ name }) => name)];
  return { ...STORED, rateLimited: { ...rateLimited, values }, ...extras };
}

export const COMPUTED = {
  duration: {
    name: 'http_server_request_duration_seconds',
    type: 'histogram',
    labels: ['http_request_method', 'http_route', 'http_response_status_code'],
    help: 'Time from the end of a request to its response. Probes are not counted.',
  },
  delay: {
    name: 'nodejs_eventloop_delay_seconds',
    type: 'histogram',
    labels: [],
    help: 'Delay of timers of the event loops.',
  },
  loopTime: counter(
    'nodejs_eventloop_time_seconds_total',
    'Time that the event loops were active or idle.',
    'nodejs_eventloop_state',
  ),
  cpu: counter('process_cpu_time_seconds_total', 'CPU time of all threads.', 'cpu_mode'),
  memory: gauge(
    'process_memory_usage_bytes',
    'Memory of the process, including the pages of the snapshot that are in memory.',
  ),
  uptime: gauge('process_uptime_seconds', 'Time since the process started.'),
  workers: gauge('openfirma_workers', 'Workers that served within the last seconds.'),
  workersWanted: gauge('openfirma_workers_wanted', 'Workers that should serve.'),
  ready: gauge('openfirma_ready', '1 if `/readyz` returns 200, else 0.'),
  generation: gauge('openfirma_data_generation', 'Workers that serve a generation.', 'generation'),
  age: gauge('openfirma_data_age_seconds', 'Time since the newest date of a country in the data.', 'country'),
  registerAge: gauge(
    'openfirma_register_age_seconds',
    'Time since the newest line or file of a register in the data.',
    'register',
  ),
  registerOverdue: {
    name: 'openfirma_register_overdue',
    type: 'gauge',
    labels: ['register', 'which'],
    help: 'Days by which the data of a register is older than its update interval allows; else 0.',
  },
  companies: gauge('openfirma_data_companies', 'Companies of a country in the data, closed ones included.', 'country'),
} as const satisfies Readonly<Record<string, MetricFamily>>;

/** Declares a counter. `values` are all values of its label. */
export function counter(name: string, help: string, label?: string, values?: readonly string[]): StoredFamily {
  return { name, type: 'counter', labels: label === undefined ? [] : [label], help, ...(values && { values }) };
}

export function gauge(name: string, help: string, label?: string): StoredFamily {
  return { ...counter(name, help, label), type: 'gauge' };
}
