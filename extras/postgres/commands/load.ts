import { Command } from 'commander';
import {
  createProgress,
  interruptible,
  JSON_OPTION,
  printJson,
  wholeNumber,
  type Config,
} from '../../../src/extra/index.ts';
import { loadSnapshot } from '../load/load-snapshot.ts';
import { requirePackages, yieldUntilAborted } from '../../../src/files/index.ts';
import { InputError, counted } from '../../../src/model/index.ts';

/** Default time for which the previous load is kept, in seconds: twice the default lifetime of a cursor. */
const KEEP_SECONDS = 1800;

interface Flags {
  readonly backend?: string;
  readonly keepSeconds: number;
  readonly json?: true;
}

const HELP = `
The served data stays until the load is complete; one transaction switches to it. Servers notice within
SNAPSHOT_CHECK_SECONDS. The previous load is kept for its cursors. docs/scaling.md describes roles, connections and
faults.

Example:
  openfirma load --backend postgres://openfirma@db.example/companies data/openfirma.snapshot
`;

export function loadCommand(readConfig: () => Config): Command {
  return new Command('load')
    .description('load a snapshot into a PostgreSQL database, beside the served data')
    .argument('<snapshot>', 'the snapshot')
    .option('--backend <address>', 'the database, instead of the setting BACKEND')
    .option('--keep-seconds <seconds>', 'how long the previous load is kept for its cursors', wholeNumber, KEEP_SECONDS)
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (file: string, { backend, keepSeconds, json }: Flags) => {
      const address = backend ?? readConfig().BACKEND;
      if (address === undefined)
        throw new InputError(`Cannot load "${file}": no database is named; give --backend or the setting BACKEND`);
      requirePackages(['pg', 'pg-copy-streams'], (reason) => new InputError(`Cannot load "${file}": ${reason}`));
      const progress = createProgress('load');
      const { generation, rows, withheld } = await interruptible(
        `load "${file}"`,
        (signal) => {
          const yieldIfDue = yieldUntilAborted(signal);
          const onRow = (count: number, note: string): Promise<void> | undefined => {
            progress.update(count, undefined, `${counted(count, 'row')}, now ${note}`);
            return yieldIfDue();
          };
          return loadSnapshot(file, address, { keepSeconds, onRow });
        },
        'the served data was not changed',
      );
      progress.finish();
      const unchanged = rows === undefined;
      if (json === true) printJson({ file, generation, unchanged, ...(!unchanged && { rows }), withheld });
      else if (unchanged) process.stdout.write(`unchanged: the database serves "${file}" (${generation}) already\n`);
      else process.stdout.write(`the database serves "${file}" (${generation}): ${counted(rows, 'row')}\n`);
    });
}
