import { RATE_LIMIT } from '../contract/index.ts';
import { EditDistance, InputError, counted, nearestWords, offerWords } from '../model/index.ts';
import { LOAD_BOUNDS } from '../server/bounds.ts';
import {
  SNAPSHOT_PLACES,
  address,
  addressRanges,
  commaSeparated,
  contact,
  flag,
  parseNames,
  secret,
  setting,
  snapshotPlace,
  text,
  title,
  whole,
  wordSetting,
  type Setting,
  type SettingsTable,
  type ValuesOf,
} from './setting.ts';
import { WORKERS_MAX } from './workers-wanted.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const LOG_FORMATS = ['json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** The settings of the core, besides {@linkcode backendSetting} and {@linkcode doorsSetting}. */
export const CORE_SETTINGS = {
  HOST: text(
    'localhost',
    'Address to listen on; `localhost` is 127.0.0.1 and ::1, `0.0.0.0` or `::` every network.',
    'a host name or address',
  ),
  PORT: whole('8080', 'Port to listen on; `0` takes any free one.', 0, 65_535),
  METRICS_HOST: text(
    'localhost',
    'Address of the port for `/metrics`, `/livez` and `/readyz`; `localhost` as for `HOST`.',
    'a host name or address',
  ),
  METRICS_PORT: whole(
    undefined,
    'Port for `/metrics`, `/livez` and `/readyz`; `0` takes any free one. By default none, and metrics are not served.',
    0,
    65_535,
  ),
  BASE_URL: address(
    undefined,
    'Public address of the API. It may have a path; every path of the API is appended to it. By default the address of `HOST` and `PORT`.',
  ),
  SITE_URL: address(
    undefined,
    'Public address of the site, where problem types and the OpenAPI document live. By default `BASE_URL`.',
  ),
  DATA_PROVIDER: title('openfirma', 'Name in the attribution, `Powered by …`.'),
  MAINTAINER: title(
    undefined,
    'Who runs the service: on the pages about privacy and terms, and in documents for programs. By default no name.',
  ),
  CONTACT: setting(
    undefined,
    'How to reach them: an e-mail address or the address of a page. Pages of companies have a link there to report an error. By default none is stated.',
    'an e-mail address or an https address',
    contact,
  ),
  TERMS_FILE: text(
    undefined,
    'A file with your terms of use, in Markdown; HTML in it is shown as text. By default `/terms` shows ours.',
    'a path',
  ),
  SNAPSHOT: setting(
    'data/openfirma.snapshot',
    'The snapshot file to serve, or the address of a published `current.json` to follow.',
    SNAPSHOT_PLACES,
    snapshotPlace,
  ),
  SNAPSHOT_CHECK_SECONDS: whole(
    '2',
    'How often to check for a new snapshot, in seconds; `0` checks only on SIGHUP.',
    0,
    86_400,
  ),
  GENERATIONS_MAX: whole(
    '32',
    'At most this many replaced snapshots stay open, for cursors that have not expired.',
    0,
    100,
  ),
  DATA_DIR: text('data', 'Directory for the files of the service itself: the sample and the cursor secret.', 'a path'),
  TRUSTED_PROXIES: addressRanges(
    'Proxies whose `X-Forwarded-For` is trusted: addresses and CIDR ranges, separated by commas.',
    '10.0.0.0/8',
  ),
  RATE_LIMIT: whole(
    String(RATE_LIMIT.requests),
    'Requests a minute for each client address: this many for the operations, and as many for the pages that show data.',
    1,
    10_000,
  ),
  RATE_LIMIT_EXEMPT: addressRanges(
    'Clients without any rate limit, such as those of your own office: addresses and CIDR ranges, separated by commas.',
    '192.0.2.0/24',
  ),
  CURSOR_SECRET: secret(
    undefined,
    'Secret key that authenticates cursors; the same on all servers of one address. By default random, kept in `DATA_DIR`.',
    'a text of at least 16 characters',
    (value) => (value.length >= 16 ? value : undefined),
  ),
  CURSOR_TTL_SECONDS: whole('900', 'How long a cursor can be used, in seconds; up to a sixteenth less.', 1, 86_400),
  OFFICERS_MAX: whole('100', 'At most this many officers in one answer.', 1, 10_000),
  EVENT_LOOP_DELAY_MS_MAX: whole(
    String(LOAD_BOUNDS.eventLoopDelayMsMax),
    'Mean delay of the event loop of a worker, in milliseconds, from which on a share of its requests is answered 503.',
    10,
    60_000,
  ),
  IN_FLIGHT_MAX: whole(
    String(LOAD_BOUNDS.inFlightMax),
    'At most this many requests of a worker wait for the backend at the same time; the next are answered 503.',
    1,
    100_000,
  ),
  DEADLINE_SECONDS: whole(
    String(LOAD_BOUNDS.deadlineSeconds),
    'How long a request waits for the backend before it is answered 503, in seconds.',
    1,
    600,
  ),
  PLAIN_HTTP: flag('on', '`on` reads plain requests with a faster parser; `off` sends every request through Node.'),
  MAX_CONNECTIONS: whole(
    '4000',
    'At most this many connections at a time, over all workers; the newest beyond them is refused. Each worker has its share. A client that reads nothing can make one take 0.2 MB.',
    1,
    100_000,
  ),
  WORKERS: whole(
    undefined,
    'How many threads serve. By default the number of cores, on systems other than Linux always 1.',
    1,
    WORKERS_MAX,
  ),
  LOG_LEVEL: wordSetting('info', `Least severe level that is logged: ${LOG_LEVELS.join(', ')}.`, LOG_LEVELS),
  LOG_FORMAT: wordSetting(
    undefined,
    '`json` for programs, `text` for people. By default `text` where standard output is a terminal, else `json`.',
    LOG_FORMATS,
  ),
  LOG_CLIENT_ADDRESS: flag('off', "`on` writes the client's address into the log line of each request."),
  SHUTDOWN_SECONDS: whole(
    '10',
    'How long open requests may take to finish when the service stops, in seconds.',
    0,
    600,
  ),
} as const;

/** The value of `DOORS` with which no door is on. */
const NO_DOORS = 'none';

/** Declares the setting `DOORS`, which names the doors that are on. */
export function doorsSetting(names: readonly string[], byDefault: string): Setting<readonly string[], string> {
  const declared = setting<readonly string[], string>(
    byDefault,
    `Resources that are served beside the three operations, separated by commas: ${names.join(', ')}; or ${NO_DOORS}. By default ${byDefault}, over the sample all.`,
    `names separated by commas, of ${names.join(', ')}, or ${NO_DOORS}`,
    (value) => (value.trim().toLowerCase() === NO_DOORS ? [] : parseNames(names, value)),
  );
  return { ...declared, words: [...names, NO_DOORS] };
}

/** Declares the setting `BACKEND`, the address of a backend that an extra opens. */
export function backendSetting(
  backends: readonly { readonly schemes: readonly string[]; readonly help: string }[],
): Setting<string, undefined> {
  const schemes = backends.flatMap((backend) => backend.schemes);
  const form = new RegExp(`^(?:${schemes.join('|')})://.`);
  return secret(
    undefined,
    `What to serve instead of the file \`SNAPSHOT\`: ${backends.map(({ help }) => help).join(', or ')}.`,
    `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(', ')}`,
    (value) => (form.test(value) ? value : undefined),
  );
}

export type Config = ValuesOf<
  typeof CORE_SETTINGS & { DOORS: ReturnType<typeof doorsSetting>; BACKEND: ReturnType<typeof backendSetting> }
>;

/**
 * Optional prefix of every name, for environments that many programs share. An unknown name with the prefix is an error. An unknown name
 * without it belongs to another program, unless it is nearly the name of a setting.
 */
const PREFIX = 'OPENFIRMA_';

/**
 * Reads all settings of a table from an environment. An empty variable is an unset one: shells, compose files and units cannot leave one
 * out by a condition. Throws an InputError for the first setting that is unknown or malformed.
 * @param defaults values that replace the defaults of the table
 */
export function readSettings<Table extends SettingsTable>(
  table: Table,
  environment: Readonly<Record<string, string | undefined>>,
  defaults: Readonly<Record<string, string>> = {},
): ValuesOf<Table> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  refuseUnknown(given, Object.keys(table));
  const values = Object.entries(table).map(([name, declared]) => [
    name,
    readValue(name, { ...declared, default: defaults[name] ?? declared.default }, given),
  ]);
  return Object.freeze(Object.fromEntries(values)) as ValuesOf<Table>;
}

function readValue(
  name: string,
  { default: byDefault, parse, allowed, isSecret, words = [] }: Setting<unknown>,
  environment: Readonly<Record<string, string | undefined>>,
): unknown {
  const prefixed = environment[PREFIX + name];
  const bare = environment[name];
  if (prefixed !== undefined && bare !== undefined && prefixed !== bare) {
    throw new InputError(`Cannot start: ${name} and ${PREFIX}${name} are both set, to different values; set one`);
  }
  const written = prefixed ?? bare ?? byDefault;
  if (written === undefined) return undefined;
  const value = parse(written);
  // Messages may be logged; secrets must not be.
  const shown = isSecret ? counted(written.length, 'character') : JSON.stringify(written);
  if (value !== undefined) return value;
  const near = commaSeparated(written).flatMap((word) => (words.includes(word) ? [] : nearestWords(word, words)));
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  throw new InputError(`Cannot start: the setting ${name} must be ${allowed}, got ${shown}${hint}`);
}

/** Credentials of a register, which `fetch` reads. They begin with its id, and so with a country code: `HR_SUDREG_CLIENT_ID`. */
const OF_A_REGISTER = /^[A-Z]{2}_[A-Z0-9_]+$/;

function refuseUnknown(environment: Readonly<Record<string, string | undefined>>, names: readonly string[]): void {
  for (const variable of Object.keys(environment)) {
    const isOurs = variable.startsWith(PREFIX);
    const name = isOurs ? variable.slice(PREFIX.length) : variable;
    if (names.includes(name) || (isOurs && OF_A_REGISTER.test(name))) continue;
    const meant = names.find((known) => known.includes('_') && isNearly(name, known));
    if (!isOurs && meant === undefined) continue;
    const hint = meant === undefined ? offerWords(name, names) : `did you mean ${meant}?`;
    throw new InputError(`Cannot start: "${variable}" is not a setting; ${hint}`);
  }
}

/** Whether a name has at most two mistakes of a known name (three in a long name), or is the start of a known name. */
function isNearly(name: string, known: string): boolean {
  if (name.length >= 8 && name.includes('_') && known.startsWith(name)) return true;
  // Three letters, because TRUSTED_PROXY must match TRUSTED_PROXIES.
  const wrongMax = known.length >= 14 ? 3 : 2;
  return name[0] === known[0] && new EditDistance().between(name, known, wrongMax) <= wrongMax;
}
