import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

/** More than any machine this was tried on has cores. */
export const WORKERS_MAX = 256;

/** Whether several threads can listen on one port, and the kernel spreads connections over them evenly. */
export const canSharePort = process.platform === 'linux';

/**
 * How many workers are wanted: 1 where this process does the work itself. This reads arguments and environment before the code is
 * loaded that checks them; malformed ones give 1, and that code reports them.
 */
export function workersWanted(
  [command, ...args]: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): number {
  if (command !== 'serve') return 1;
  const { values } = parseArgs({
    args,
    strict: false,
    options: { workers: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values['help'] !== undefined) return 1;
  const wanted = values['workers'] ?? environment['OPENFIRMA_WORKERS'] ?? environment['WORKERS'];
  if (wanted === undefined) return Math.min(WORKERS_MAX, availableParallelism());
  const workers = typeof wanted === 'string' && /^\d{1,3}$/.test(wanted) ? Number(wanted) : 1;
  return workers >= 1 && workers <= WORKERS_MAX ? workers : 1;
}
