import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

/** Maximum number of workers, more than any tested machine has cores. */
export const WORKERS_MAX = 256;

/** Whether several threads can listen on one port and the kernel distributes connections evenly. */
export const canSharePort = process.platform === 'linux';

/**
 * Returns the number of workers to start; undefined if this process does the work itself. Arguments and environment are read here before
 * the code that checks them is loaded. Malformed ones return undefined; that code then reports them.
 */
export function workersWanted(
  [command, ...args]: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): number | undefined {
  if (command !== 'serve') return undefined;
  const { values } = parseArgs({
    args,
    strict: false,
    options: { workers: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values['help'] !== undefined) return undefined;
  const wanted = values['workers'] ?? (environment['OPENFIRMA_WORKERS'] || environment['WORKERS'] || undefined);
  if (wanted === undefined) return Math.min(WORKERS_MAX, availableParallelism());
  const workers = typeof wanted === 'string' && /^\d{1,3}$/.test(wanted) ? Number(wanted) : 0;
  return workers >= 1 && workers <= WORKERS_MAX ? workers : undefined;
}
