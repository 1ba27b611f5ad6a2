/** Programs that some tests need beside Node. Where one is missing, its tests are skipped; under CI they fail. */
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { DEBIAN } from './extras/postgres/postgres-programs.ts';
import { Missing, findProgram } from './fixtures/programs.ts';
import { pythonWithFtp } from './fetching/ftp-server.ts';
import { CHROMIUM, FIREFOX } from './site/installed-browsers.ts';

/** A program. */
export interface Part {
  readonly name: string;
  /** The package of Debian that installs it. */
  readonly debian: string;
  readonly isHere: () => boolean;
}

function isProgram(name: string, ...folders: readonly string[]): boolean {
  try {
    findProgram(name, ...folders);
    return true;
  } catch (error) {
    if (error instanceof Missing) return false;
    throw error;
  }
}

const PARTS = {
  chromium: { name: 'Chromium', debian: CHROMIUM.debian, isHere: () => CHROMIUM.path !== undefined },
  firefox: { name: 'Firefox', debian: FIREFOX.debian, isHere: () => FIREFOX.path !== undefined },
  postgresql: {
    name: 'PostgreSQL',
    debian: 'postgresql',
    isHere: () => process.env['POSTGRES_TEST_URL'] !== undefined || isProgram('postgres', DEBIAN),
  },
  redis: { name: 'Redis', debian: 'redis-server', isHere: () => isProgram('redis-server') },
  nginx: { name: 'nginx', debian: 'nginx-light', isHere: () => isProgram('nginx', '/usr/sbin') },
  bash: { name: 'bash', debian: 'bash', isHere: () => isProgram('bash') },
  fish: { name: 'fish', debian: 'fish', isHere: () => isProgram('fish') },
  zsh: { name: 'zsh', debian: 'zsh', isHere: () => isProgram('zsh') },
  jq: { name: 'jq', debian: 'jq', isHere: () => isProgram('jq') },
  curl: { name: 'curl', debian: 'curl', isHere: () => isProgram('curl') },
  // A version manager may have the name on the PATH without a Python behind it.
  python: { name: 'Python', debian: 'python3', isHere: () => spawnSync('python3', ['--version']).status === 0 },
  pyftpdlib: { name: 'pyftpdlib', debian: 'python3-pyftpdlib', isHere: () => pythonWithFtp() !== undefined },
} as const satisfies Readonly<Record<string, Part>>;

export type PartName = keyof typeof PARTS;

/** The reason for which tests that need a part are skipped. */
const reasonOf = ({ name }: Part): string => `needs ${name}`;

/** Whether a part is here. */
export function isHere(name: PartName): boolean {
  return PARTS[name].isHere();
}

/** Whether a part is here. Where it is not, one skipped test says so, which fails under CI: whoever merges must know that all passed. */
export function has(name: PartName, what: string): boolean {
  if (isHere(name)) return true;
  const part = PARTS[name];
  test(what, { skip: process.env['CI'] === undefined && reasonOf(part) }, () => {
    throw new Error(`Cannot test "${what}": there is no ${part.name}. Debian: apt-get install ${part.debian}`);
  });
  return false;
}

/** The part for which a test was skipped; undefined where it was skipped for another reason. */
export function partOf(reason: unknown): Part | undefined {
  return Object.values(PARTS).find((part) => reasonOf(part) === reason);
}

/** The packages of Debian that install what is missing here. */
export function missingPackages(): string[] {
  return Object.values(PARTS).flatMap((part) => (part.isHere() ? [] : [part.debian]));
}
