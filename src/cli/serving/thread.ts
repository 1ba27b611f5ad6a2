/** A worker: a thread that runs the same command as the process, and serves beside others. */
import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';
import type { StartOrder } from './worker.ts';

// Threads do not inherit it, and half of a start is compilation.
enableCompileCache();
const { runProgram } = await import('../program.ts');
await runProgram(workerData as StartOrder);
// A worker that could not start reports it by its exit code.
if (process.exitCode !== undefined) process.exit();
