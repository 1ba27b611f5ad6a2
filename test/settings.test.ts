import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { SETTINGS, readConfig, type SettingName } from '../src/cli/config.ts';
import { InputError } from '../src/model/index.ts';

type Environment = Readonly<Record<string, string>>;
const NAMES = Object.keys(SETTINGS) as SettingName[];

describe('docs/settings.md', () => {
  test('has the row of every setting, in the order of the table in the code, and no other', () => {
    const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'settings.md'), 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('| `'));
    assert.deepEqual(rows, NAMES.map(rowOf));
  });

  function rowOf(name: SettingName): string {
    const { default: byDefault, allowed, help } = SETTINGS[name];
    const shown = byDefault === undefined || byDefault === '' ? '' : `\`${byDefault}\``;
    return `| \`${name}\` | ${shown} | ${allowed} | ${help} |`;
  }
});

describe('readConfig', () => {
  test('gives every setting its default in an environment that sets none, and cannot be changed', () => {
    const config = readConfig({ PATH: '/bin', HOME: '/home/me' });
    assert.deepEqual(config, {
      HOST: 'localhost',
      PORT: 8080,
      BASE_URL: undefined,
      SITE_URL: undefined,
      DATA_PROVIDER: 'openfirma',
      SNAPSHOT: 'data/openfirma.snapshot',
      DATA_DIR: 'data',
      TRUSTED_PROXIES: [],
      CURSOR_SECRET: undefined,
      CURSOR_TTL_SECONDS: 900,
      OFFICERS_MAX: 100,
      LOG_LEVEL: 'info',
      SHUTDOWN_SECONDS: 10,
    });
    assert.ok(Object.isFrozen(config));
  });

  const taken: readonly [string, Environment, SettingName, unknown][] = [
    ['a bare name', { PORT: '9000' }, 'PORT', 9000],
    ['a prefixed name', { OPENFIRMA_PORT: '9000' }, 'PORT', 9000],
    ['both names with one value', { OPENFIRMA_PORT: '9000', PORT: '9000' }, 'PORT', 9000],
    ['an address without the slash at its end', { BASE_URL: 'https://a.example/' }, 'BASE_URL', 'https://a.example'],
    ['an address with a path', { BASE_URL: 'https://a.example/x/' }, 'BASE_URL', 'https://a.example/x'],
    ['an address with a port', { SITE_URL: 'http://[::1]:80' }, 'SITE_URL', 'http://[::1]'],
    ['proxies with blanks', { TRUSTED_PROXIES: ' 10.0.0.0/8, ::1,' }, 'TRUSTED_PROXIES', ['10.0.0.0/8', '::1']],
  ];
  for (const [claim, environment, name, want] of taken) {
    test(`takes ${claim}`, () => assert.deepEqual(readConfig(environment)[name], want));
  }

  const refused: readonly [string, Environment, string][] = [
    ['no port', { PORT: '' }, 'setting PORT must be a whole number from 0 to 65535, got ""'],
    ['a port in other notations', { PORT: '8e3' }, 'got "8e3"'],
    ['a port out of range', { PORT: '65536' }, 'got "65536"'],
    ['an address without a scheme', { BASE_URL: 'a.example' }, 'setting BASE_URL must be an http or https address'],
    ['an address of another scheme', { BASE_URL: 'ftp://a.example' }, 'got "ftp://a.example"'],
    ['an address with a query', { SITE_URL: 'https://a.example/?x' }, 'setting SITE_URL must be'],
    ['an address with a password', { SITE_URL: 'https://me:pass@a.example' }, 'setting SITE_URL must be'],
    ['a proxy that is a name', { TRUSTED_PROXIES: '10.0.0.1,proxy' }, 'got "10.0.0.1,proxy"'],
    ['a network that is too long', { TRUSTED_PROXIES: '10.0.0.0/33' }, 'got "10.0.0.0/33"'],
    ['a level that pino does not know', { LOG_LEVEL: 'loud' }, 'one of fatal, error, warn, info, debug, trace, silent'],
    ['two names with two values', { OPENFIRMA_PORT: '1', PORT: '2' }, 'PORT and OPENFIRMA_PORT are both set'],
    ['a prefixed name that is none', { OPENFIRMA_PROT: '1' }, '"OPENFIRMA_PROT" is no setting; known are HOST'],
    ['a nearly right name', { TRUSTED_PROXYS: '::1' }, '"TRUSTED_PROXYS" is no setting; did you mean TRUSTED_PROXIES?'],
    ['a name cut short', { CURSOR_TTL: '9' }, '"CURSOR_TTL" is no setting; did you mean CURSOR_TTL_SECONDS?'],
  ];
  for (const [claim, environment, want] of refused) {
    test(`refuses ${claim} in one line`, () => {
      assert.throws(
        () => readConfig(environment),
        (error) => error instanceof InputError && error.message.includes(want) && !error.message.includes('\n'),
      );
    });
  }

  test('never repeats a secret in its message', () => {
    assert.throws(() => readConfig({ CURSOR_SECRET: 'hunter2' }), /CURSOR_SECRET must be .* got 7 characters$/);
  });

  test("leaves other programs' variables alone", () => {
    const foreign = { PATH: '/bin', HOSTNAME: 'a', PORTS: 'b', BASE: 'c', DATA_DIRECTORY: 'd', LOG: 'e', SITE_ID: 'f' };
    assert.deepEqual(readConfig(foreign), readConfig({}));
  });
});
