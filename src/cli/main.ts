import cluster from 'node:cluster';
import { superviseWorkers } from './serving/supervisor.ts';
import { receiveOrder } from './serving/worker.ts';
import { workersWanted } from './serving/workers-wanted.ts';

// Whether there are workers is decided before anything else is loaded: they load it, all at the same time.
const workers = workersWanted(process.argv.slice(2), process.env);
if (workers > 1) {
  await superviseWorkers(workers);
} else {
  const { runProgram } = await import('./program.ts');
  await runProgram(await receiveOrder());
  // A worker that could not start is held by its connection to the supervisor; it would not end by itself.
  if (cluster.isWorker && process.exitCode !== undefined) process.exit();
}
