import { Supervisor } from './supervisor.ts';
import { canSharePort, workersWanted } from '../extra/workers-wanted.ts';

// The number of workers is decided before other modules are loaded, because the workers load them at the same time.
const workers = workersWanted(process.argv.slice(2), process.env);
if (workers !== undefined && canSharePort) {
  new Supervisor(workers).start();
} else {
  const { runCommandLine } = await import('./program.ts');
  await runCommandLine();
}
