import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workersWanted } from '../extra/index.ts';
import { InputError } from '../model/index.ts';
import { SETTINGS, readConfig } from './settings.ts';

/** Returns the value of a setting of the core or of an extra. */
function readValue(environment: Record<string, string>, name: string): unknown {
  return Object.entries(readConfig(environment)).find(([one]) => one === name)?.[1];
}

/** Expects an error of one line that contains all parts. */
function assertStops(environment: Record<string, string>, ...parts: readonly string[]): void {
  assert.throws(
    () => readConfig(environment),
    (error) => {
      assert.ok(error instanceof InputError);
      assert.ok(error.message.startsWith('Cannot start: ') && !error.message.includes('\n'), error.message);
      for (const part of parts) assert.ok(error.message.includes(part), `${error.message} lacks ${part}`);
      return true;
    },
  );
}

test('without an environment every setting has its default', () => {
  assert.deepEqual(readConfig({}), {
    HOST: 'localhost',
    PORT: 8080,
    METRICS_HOST: 'localhost',
    METRICS_PORT: undefined,
    BASE_URL: undefined,
    SITE_URL: undefined,
    DATA_PROVIDER: 'openfirma',
    MAINTAINER: undefined,
    CONTACT: undefined,
    TERMS_FILE: undefined,
    BACKEND: undefined,
    DATABASE_CONNECTIONS: 10,
    UPSTREAM_TOKEN: undefined,
    UPSTREAM_CONNECTIONS: 64,
    SNAPSHOT: 'data/openfirma.snapshot',
    SNAPSHOT_CHECK_SECONDS: 2,
    SNAPSHOT_KEYS: undefined,
    FOLLOW_SECONDS: 60,
    PUBLISH_KEY: undefined,
    GENERATIONS_MAX: 32,
    DATA_DIR: 'data',
    EXPORTS_DIR: 'exports',
    TRUSTED_PROXIES: [],
    RATE_LIMIT: 60,
    RATE_LIMIT_EXEMPT: [],
    CURSOR_SECRET: undefined,
    CURSOR_TTL_SECONDS: 900,
    RATE_LIMIT_STORE: undefined,
    RATE_LIMIT_STORE_DEADLINE_MS: 20,
    OFFICERS_MAX: 100,
    EVENT_LOOP_DELAY_MS_MAX: 500,
    IN_FLIGHT_MAX: 1000,
    DEADLINE_SECONDS: 10,
    DOORS: ['details'],
    PLAIN_HTTP: true,
    MAX_CONNECTIONS: 4000,
    WORKERS: undefined,
    LOG_LEVEL: 'info',
    LOG_FORMAT: undefined,
    LOG_CLIENT_ADDRESS: false,
    SHUTDOWN_SECONDS: 10,
  });
  assert.ok(Object.isFrozen(readConfig({})));
});

for (const [name, text, want] of [
  ['PORT', '0', 0],
  ['PORT', '65535', 65_535],
  ['HOST', '::', '::'],
  ['METRICS_HOST', '10.0.0.2', '10.0.0.2'],
  ['METRICS_PORT', '9464', 9464],
  ['BASE_URL', 'https://api.example.org', 'https://api.example.org'],
  ['BASE_URL', 'https://api.example.org/', 'https://api.example.org'],
  ['BASE_URL', 'https://example.org:8443/firma/', 'https://example.org:8443/firma'],
  ['SITE_URL', 'http://example.org/site//', 'http://example.org/site'],
  ['DATA_PROVIDER', 'x'.repeat(200), 'x'.repeat(200)],
  ['MAINTAINER', 'Example Registers', 'Example Registers'],
  ['CONTACT', 'help@example.org', 'mailto:help@example.org'],
  ['CONTACT', 'https://example.org/contact', 'https://example.org/contact'],
  ['TERMS_FILE', 'terms.md', 'terms.md'],
  ['SNAPSHOT', 'https://example.org/a/current.json', 'https://example.org/a/current.json'],
  ['SNAPSHOT', 'http://127.0.0.1:9000/current.json', 'http://127.0.0.1:9000/current.json'],
  ['TRUSTED_PROXIES', ' 10.0.0.0/8,fd00::1 , ', ['10.0.0.0/8', 'fd00::1']],
  ['BACKEND', 'postgres://a:b@c/d', 'postgres://a:b@c/d'],
  ['BACKEND', 'https://api.example/registry', 'https://api.example/registry'],
  ['UPSTREAM_TOKEN', 'abc-._~+/09==', 'abc-._~+/09=='],
  ['CURSOR_SECRET', 'sixteen letters!', 'sixteen letters!'],
  ['CURSOR_TTL_SECONDS', '86400', 86_400],
  ['RATE_LIMIT', '600', 600],
  ['RATE_LIMIT_EXEMPT', '192.0.2.7, 2001:db8::/32', ['192.0.2.7', '2001:db8::/32']],
  ['RATE_LIMIT_STORE', 'rediss://a:b@c,d/0', 'rediss://a:b@c,d/0'],
  ['RATE_LIMIT_STORE_DEADLINE_MS', '10000', 10_000],
  ['OFFICERS_MAX', '1', 1],
  ['DOORS', ' Lookup, ,lookup', ['lookup']],
  ['DOORS', ' None', []],
  ['EVENT_LOOP_DELAY_MS_MAX', '10', 10],
  ['IN_FLIGHT_MAX', '100000', 100_000],
  ['DEADLINE_SECONDS', '600', 600],
  ['MAX_CONNECTIONS', '1', 1],
  ['WORKERS', '4', 4],
  ['LOG_LEVEL', 'silent', 'silent'],
  ['LOG_FORMAT', 'text', 'text'],
  ['LOG_CLIENT_ADDRESS', 'on', true],
  ['SHUTDOWN_SECONDS', '0', 0],
] as const) {
  test(`${name}=${text.slice(0, 40)} is taken, bare and with OPENFIRMA_`, () => {
    assert.deepEqual(readValue({ [name]: text }, name), want);
    assert.deepEqual(readValue({ [`OPENFIRMA_${name}`]: text }, name), want);
  });
}

const MALFORMED: Readonly<Record<string, readonly string[]>> = {
  HOST: ['  '],
  PORT: ['65536', '-1', '80.5', '1e3', 'http', ' 80', '８０'],
  METRICS_HOST: [' '],
  METRICS_PORT: ['-1', '65536', 'off'],
  BASE_URL: ['example.org', '/v1', 'ftp://example.org', 'https://example.org/?a=1', 'https://example.org/#a'],
  SITE_URL: ['https://user@example.org', 'https://:secret@example.org', 'javascript:alert(1)'],
  DATA_PROVIDER: [' ', 'x'.repeat(201)],
  MAINTAINER: [' ', 'x'.repeat(201)],
  CONTACT: ['help', 'help@', 'help @example.org', 'http://example.org', 'javascript:alert(1)', 'https://<x>'],
  TERMS_FILE: [' '],
  BACKEND: [],
  DATABASE_CONNECTIONS: ['0', '1001', 'all'],
  UPSTREAM_TOKEN: [],
  UPSTREAM_CONNECTIONS: ['0', '1001', 'all'],
  SNAPSHOT: [
    'https://example.org/',
    'https://user@example.org/current.json',
    'https://example.org/current.json?x',
    'http://example.org/current.json',
    'https:current',
  ],
  SNAPSHOT_CHECK_SECONDS: ['-1', '86401', '2s'],
  SNAPSHOT_KEYS: [' '],
  FOLLOW_SECONDS: ['0', '86401', '1m'],
  PUBLISH_KEY: [' '],
  GENERATIONS_MAX: ['-1', '101', 'all'],
  DATA_DIR: [' '],
  EXPORTS_DIR: [' '],
  TRUSTED_PROXIES: ['proxy', '10.0.0.0/33', '10.0.0.1;10.0.0.2', '10.0.0.1,x'],
  CURSOR_SECRET: [],
  CURSOR_TTL_SECONDS: ['0', '86401', '15m', '1000000'],
  RATE_LIMIT: ['0', '10001', '60/m'],
  RATE_LIMIT_EXEMPT: ['office', '192.0.2.0/33'],
  RATE_LIMIT_STORE: [],
  RATE_LIMIT_STORE_DEADLINE_MS: ['0', '10001', '20ms'],
  PLAIN_HTTP: ['true', 'ON', '1'],
  OFFICERS_MAX: ['0', '10001', 'all'],
  DOORS: ['all', 'lookup;lookup', 'lookup,window', 'lookup,none'],
  EVENT_LOOP_DELAY_MS_MAX: ['9', '60001', '0.5'],
  IN_FLIGHT_MAX: ['0', '100001', 'many'],
  DEADLINE_SECONDS: ['0', '601', '10s'],
  MAX_CONNECTIONS: ['0', '100001', 'all'],
  WORKERS: ['0', '257', 'auto', '-1'],
  LOG_LEVEL: ['INFO', 'verbose'],
  LOG_FORMAT: ['JSON', 'logfmt'],
  LOG_CLIENT_ADDRESS: ['true', 'client'],
  SHUTDOWN_SECONDS: ['601', '-1', '\n'],
};

for (const [name, { allowed }] of Object.entries(SETTINGS)) {
  for (const text of MALFORMED[name] ?? [undefined]) {
    assert.ok(text !== undefined, `the table has values that ${name} refuses`);
    test(`${name}=${JSON.stringify(text.slice(0, 40))} stops with the name, the value and what is allowed`, () => {
      assertStops({ [name]: text }, name, `must be ${allowed}`, `got ${JSON.stringify(text)}`);
    });
  }
}

for (const [claim, environment, parts] of [
  ['too short', { CURSOR_SECRET: 'tooshort-hunter' }, ['CURSOR_SECRET', 'at least 16 characters', 'got 15 characters']],
  ['of no kind', { BACKEND: 'mysql://a:hunter@b/c' }, ['BACKEND', 'postgres://', 'got 20 characters']],
  ['set twice', { CURSOR_SECRET: 'hunter hunter 111', OPENFIRMA_CURSOR_SECRET: 'hunter hunter 2' }, ['are both set']],
  ['misspelt', { CURSOR_SECRETS: 'hunter hunter hunter' }, ['did you mean CURSOR_SECRET?']],
] as const) {
  test(`a cursor secret that is ${claim} is not shown`, () => {
    assertStops(environment, ...parts);
    assert.throws(
      () => readConfig(environment),
      (error) => error instanceof Error && !error.message.includes('hunter'),
    );
  });
}

for (const name of Object.keys(SETTINGS)) {
  test(`an empty ${name} is an unset one`, () => {
    assert.deepEqual(readConfig({ [name]: '' }), readConfig({}));
    assert.deepEqual(readConfig({ [`OPENFIRMA_${name}`]: '' }), readConfig({}));
  });
}

test('an empty spelling leaves the other one, and an empty misspelt setting sets nothing', () => {
  assert.equal(readConfig({ PORT: '', OPENFIRMA_PORT: '9000' }).PORT, 9000);
  assert.equal(readConfig({ PORT: '9000', OPENFIRMA_PORT: '' }).PORT, 9000);
  assert.deepEqual(readConfig({ OPENFIRMA_X: '', CURSOR_TTL: '' }), readConfig({}));
});

test('an empty WORKERS is an unset one before the settings are read', () => {
  const byDefault = workersWanted(['serve'], {});
  for (const environment of [{ WORKERS: '' }, { OPENFIRMA_WORKERS: '' }])
    assert.equal(workersWanted(['serve'], environment), byDefault);
  assert.equal(workersWanted(['serve'], { WORKERS: '3', OPENFIRMA_WORKERS: '' }), 3);
});

test('a setting may be given in both spellings when they agree', () => {
  assert.equal(readConfig({ PORT: '9000', OPENFIRMA_PORT: '9000' }).PORT, 9000);
  assertStops({ PORT: '9000', OPENFIRMA_PORT: '9001' }, 'PORT and OPENFIRMA_PORT are both set');
});

test('credentials of registers are not settings of the service, and not a fault', () => {
  assert.deepEqual(readConfig({ OPENFIRMA_HR_SUDREG_CLIENT_ID: 'x', OPENFIRMA_DK_CVR_API_KEY: 'x' }), readConfig({}));
});

for (const [variable, hint] of [
  ['OPENFIRMA_X', 'must be one of HOST, PORT, '],
  ['OPENFIRMA_', 'must be one of HOST, PORT, '],
  ['OPENFIRMA_TRUSTED_PROXY', 'did you mean TRUSTED_PROXIES?'],
  ['OPENFIRMA_CURSOR_TTL', 'did you mean CURSOR_TTL_SECONDS?'],
  ['TRUSTED_PROXYS', 'did you mean TRUSTED_PROXIES?'],
  ['CURSOR_TTL', 'did you mean CURSOR_TTL_SECONDS?'],
  ['LOG_LEVL', 'did you mean LOG_LEVEL?'],
  ['BASE_URI', 'did you mean BASE_URL?'],
  ['BSAE_ULR', 'did you mean BASE_URL?'],
] as const) {
  test(`${variable} stops with a hint`, () =>
    assertStops({ [variable]: '1' }, `"${variable}" is not a setting; ${hint}`));
}

test('a wrong word of a setting stops with the nearest right one', () => {
  assertStops({ DOORS: 'details,lokup' }, 'the setting DOORS must be names', '; did you mean lookup?');
  assertStops({ LOG_LEVEL: 'errors' }, 'the setting LOG_LEVEL must be one of', '; did you mean error?');
});

for (const variable of [
  'PATH',
  'HOSTNAME',
  'DATA',
  'POSTGRES_PORT',
  'npm_config_cache',
  'npm_config_loglevel',
  'NODE_ENV',
  'XDG_DATA_DIRS',
  'KUBERNETES_SERVICE_PORT',
  'LOGNAME',
  'SITE_ID',
]) {
  test(`${variable}, of another program, is ignored`, () => {
    assert.deepEqual(readConfig({ [variable]: 'x' }), readConfig({}));
  });
}
