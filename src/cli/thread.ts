/** A worker: a thread that runs the same command as the process, and serves together with other workers. */
import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';
import type { StartOrder } from './serving/worker.ts';

// Threads do not inherit the compile cache, and compilation takes half of a start.
enableCompileCache();
const { runCommandLine } = await import('./program.ts');
await runCommandLine(workerData as StartOrder);
// A worker that could not start ends with the exit code that reports it.
if (process.exitCode !== undefined) process.exit();
