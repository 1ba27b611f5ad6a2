import { beforeEach, test } from 'node:test';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Maximum time in which no test starts. A limit for each test does not end one that never yields, or leaves a loop behind. */
const IDLE_MS_MAX = 300_000;

/** Runs several test files in this process. */
export async function runTogether(...files: readonly string[]): Promise<void> {
  const started = new Int32Array(new SharedArrayBuffer(4));
  const latest = new Uint8Array(new SharedArrayBuffer(200));
  beforeEach((t) => {
    Atomics.add(started, 0, 1);
    new TextEncoder().encodeInto(t.fullName.padEnd(latest.length, '\0'), latest);
  });
  const workerData = { started, latest, msMax: IDLE_MS_MAX };
  new Worker(new URL('./watch-progress.ts', import.meta.url), { workerData, env: {} }).unref();
  for (const file of files)
    await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
      test(`${file} can be loaded`, () => {
        throw error;
      });
    });
}
