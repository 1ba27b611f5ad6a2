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
  /** Number of transfers that break after `after` bytes, and how they break; by default no transfer breaks. */
  readonly cuts?: number;
  readonly after?: number;
  /** The data connection breaks, both connections break, the server claims to have sent everything, or it falls silent. */
  readonly how?: 'reset' | 'drop' | 'end' | 'silence';
  /** The address that the server announces for data connections. */
  readonly masquerade?: string;
  /** Commands that the server does not know. */
  readonly unknown?: readonly string[];
  /** The server accepts `REST`, but starts at the first byte. */
  readonly ignoresRest?: boolean;
}

/** Serves a folder by FTP until the test ends, for the user `lecteur` with the password `mot@de:passe`. */
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
    /** The address of the folder, with settings in place of the secrets. */
    base: `ftp://{FTP_USER}:{FTP_PASSWORD}@127.0.0.1:${port}/`,
    /** The received commands, in their order. */
    commands: lines as readonly string[],
    child,
  };
}
