import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { spawnServer, type Cores } from '../processes.ts';
import { stopProcess } from '../../test/fixtures/programs.ts';

/** Starts a module of the bench as a process on the core of the servers, and waits for its port. */
export async function startModule(
  cores: Cores | undefined,
  path: string,
  args: readonly string[],
): Promise<{ readonly port: number; readonly child: ChildProcess }> {
  const command = [process.execPath, join(import.meta.dirname, '..', path), ...args];
  const child = spawnServer(cores, command, { hasChannel: true });
  try {
    const port = await new Promise<number>((resolve, reject) => {
      child.once('message', (message) => resolve(Number(message)));
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`"${path}" ended with ${code} before it listened`)));
    });
    return { port, child };
  } catch (error) {
    await stopProcess(child);
    throw error;
  }
}
