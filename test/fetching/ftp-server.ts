/** An FTP server for tests: pyftpdlib with configurable faults. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stopProcess } from '../fixtures/programs.ts';
import { pythonWith } from '../fixtures/python.ts';
import { until } from '../fixtures/until.ts';

const PROGRAM = fileURLToPath(new URL('ftp-server.py', import.meta.url));

/** The faults of a server. */
export interface Misbehaviour {
  /** The number of transfers that break after `after` bytes, and how; none by default. */
  readonly cuts?: number;
  readonly after?: number;
  /** A broken connection, both connections gone, an end that is said to be the whole, or silence. */
  readonly how?: 'reset' | 'drop' | 'end' | 'silence';
  /** The address that it names for data connections. */
  readonly masquerade?: string;
  /** Commands that it does not know. */
  readonly unknown?: readonly string[];
  /** It accepts `REST`, but starts at the first byte. */
  readonly ignoresRest?: boolean;
}

/** Serves a folder by FTP until the test ends: to the user `lecteur` with the password `mot@de:passe`. */
export async function ftpServer(t: Pick<TestContext, 'after'>, folder: string, wrong: Misbehaviour = {}) {
  const child = spawn(pythonWith('pyftpdlib') ?? 'python3', [PROGRAM, folder, JSON.stringify(wrong)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => stopProcess(child, 'SIGKILL'));
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line.trim()));
  await until('the FTP server names its port', () => lines.length > 0);
  const port = Number(lines.shift());
  return {
    port,
    /** The address of its folder, with settings in the place of the secrets. */
    base: `ftp://{FTP_USER}:{FTP_PASSWORD}@127.0.0.1:${port}/`,
    /** The commands that came, in their order. */
    commands: lines as readonly string[],
    child,
  };
}
