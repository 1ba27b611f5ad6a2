/** A worker: a thread that runs the same command as the process, and serves beside others. */
import { workerData } from 'node:worker_threads';
import { runProgram } from '../program.ts';
import type { StartOrder } from './worker.ts';

await runProgram(workerData as StartOrder);
// A worker that could not start reports it by its exit code.
if (process.exitCode !== undefined) process.exit();
