import { Command } from 'commander';
import { rollBack } from '../../build/index.ts';
import { readConfig } from '../config.ts';

const HELP = `
A build keeps the snapshot that it replaces as FILE.previous. A rollback exchanges the two; a second rollback undoes the
first. A running service notices by itself, on SIGHUP at once.

Example:
  openfirma rollback --snapshot data/openfirma.snapshot
`;

/** The command `openfirma rollback`: the previous snapshot is served again. */
export function rollbackCommand(): Command {
  return new Command('rollback')
    .description('put the previous snapshot back')
    .option('--snapshot <file>', 'the snapshot, instead of the setting SNAPSHOT')
    .option('--accept-restricted', 'show companies again that the current snapshot restricts')
    .addHelpText('after', HELP)
    .action(async (flags: { snapshot?: string; acceptRestricted?: boolean }) => {
      const file = flags.snapshot ?? readConfig(process.env).SNAPSHOT;
      const done = await rollBack(file, flags.acceptRestricted === true);
      if (typeof done === 'string') {
        process.stderr.write(`finished the interrupted rollback of "${file}"\n`);
        return;
      }
      const { generation, shownAgain } = done;
      if (shownAgain === undefined)
        process.stderr.write(`"${file}" was damaged: companies that it restricted may be shown again\n`);
      else if (shownAgain > 0) process.stderr.write(`companies shown again that were restricted: ${shownAgain}\n`);
      process.stderr.write(`"${file}" is generation ${generation} again\n`);
    });
}
