/** Programs besides Node that some tests need. Tests of a missing program are skipped; under CI they fail. */
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { DEBIAN } from './extras/postgres/postgres-programs.ts';
import { isInstalled } from './fixtures/programs.ts';
import { pythonWith } from './fixtures/python.ts';
import { CHROMIUM, FIREFOX } from './site/installed-browsers.ts';

/** A program that tests need. */
export interface Part {
  readonly name: string;
  /** The Debian package of the program. */
  readonly debian: string;
  readonly isHere: () => boolean;
}

const PARTS = {
  chromium: { name: 'Chromium', debian: CHROMIUM.debian, isHere: () => CHROMIUM.path !== undefined },
  firefox: { name: 'Firefox', debian: FIREFOX.debian, isHere: () => FIREFOX.path !== undefined },
  postgresql: {
    name: 'PostgreSQL',
    debian: 'postgresql',
    isHere: () => process.env['POSTGRES_TEST_URL'] !== undefined || isInstalled('postgres', DEBIAN),
  },
  pgbouncer: { name: 'PgBouncer', debian: 'pgbouncer', isHere: () => isInstalled('pgbouncer', '/usr/sbin') },
  redis: { name: 'Redis', debian: 'redis-server', isHere: () => isInstalled('redis-server') },
  apache: { name: 'Apache', debian: 'apache2-bin', isHere: () => isInstalled('apache2', '/usr/sbin') },
  trafficserver: { name: 'Traffic Server', debian: 'trafficserver', isHere: () => isInstalled('traffic_server') },
  varnish: { name: 'Varnish', debian: 'varnish', isHere: () => isInstalled('varnishd', '/usr/sbin') },
  haproxy: { name: 'HAProxy', debian: 'haproxy', isHere: () => isInstalled('haproxy', '/usr/sbin') },
  nginx: { name: 'nginx', debian: 'nginx-light', isHere: () => isInstalled('nginx', '/usr/sbin') },
  bash: { name: 'bash', debian: 'bash', isHere: () => isInstalled('bash') },
  fish: { name: 'fish', debian: 'fish', isHere: () => isInstalled('fish') },
  zsh: { name: 'zsh', debian: 'zsh', isHere: () => isInstalled('zsh') },
  jq: { name: 'jq', debian: 'jq', isHere: () => isInstalled('jq') },
  bzip2: { name: 'bzip2', debian: 'bzip2', isHere: () => isInstalled('bzip2') },
  rsync: { name: 'rsync', debian: 'rsync', isHere: () => isInstalled('rsync') },
  curl: { name: 'curl', debian: 'curl', isHere: () => isInstalled('curl') },
  // A version manager may put `python3` on the PATH without an installed Python.
  python: { name: 'Python', debian: 'python3', isHere: () => spawnSync('python3', ['--version']).status === 0 },
  pyftpdlib: { name: 'pyftpdlib', debian: 'python3-pyftpdlib', isHere: () => pythonWith('pyftpdlib') !== undefined },
  pandas: { name: 'pandas', debian: 'python3-pandas', isHere: () => pythonWith('pandas') !== undefined },
  mypy: { name: 'mypy', debian: 'mypy', isHere: () => pythonWith('mypy') !== undefined },
  pythonBuild: {
    name: 'python3-build',
    debian: 'python3-build python3-setuptools python3-wheel python3-venv',
    isHere: () => pythonWith('build', 'setuptools', 'wheel', 'ensurepip') !== undefined,
  },
} as const satisfies Readonly<Record<string, Part>>;

export type PartName = keyof typeof PARTS;

/** Returns the skip reason of tests that need a program. */
const formatReason = ({ name }: Part): string => `needs ${name}`;

/** Whether a program is installed. */
export function isHere(name: PartName): boolean {
  return PARTS[name].isHere();
}

/** Returns whether a program is installed. If not, adds a skipped test; under CI the test fails, because there all tests must run. */
export function has(name: PartName, what: string): boolean {
  if (isHere(name)) return true;
  const part = PARTS[name];
  test(what, { skip: process.env['CI'] === undefined && formatReason(part) }, () => {
    throw new Error(`Cannot test "${what}": ${part.name} is not installed. Debian: apt-get install ${part.debian}`);
  });
  return false;
}

/** Returns the missing program of a skipped test; undefined for other skip reasons. */
export function findPart(reason: unknown): Part | undefined {
  return Object.values(PARTS).find((part) => formatReason(part) === reason);
}

/** Returns the Debian packages of all missing programs. */
export function missingPackages(): string[] {
  return Object.values(PARTS).flatMap((part) => (part.isHere() ? [] : [part.debian]));
}
