import { Command } from 'commander';
import { rollBack } from '../../build/index.ts';
import { InputError } from '../../model/index.ts';
import { JSON_OPTION, isFollowed, printJson } from '../../extra/index.ts';
import { readConfig } from '../settings.ts';
import { changeRecorder, readMetadata } from '../snapshot-file.ts';

const HELP = `
A build keeps the snapshot that it replaces as FILE.previous. A rollback exchanges the two; a second rollback undoes the
first. A running service notices by itself, on SIGHUP at once. Where builds have written what changed, the way back is
written to the folder changes, too.

Example:
  openfirma rollback --snapshot data/openfirma.snapshot
`;

/** The command `openfirma rollback`: restores the previous snapshot. */
export function rollbackCommand(): Command {
  return new Command('rollback')
    .description('put the previous snapshot back')
    .option('--snapshot <file>', 'the snapshot, instead of the setting SNAPSHOT')
    .option('--accept-restricted', 'show companies again that the current snapshot restricts')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (flags: { snapshot?: string; acceptRestricted?: boolean; json?: true }) => {
      const file = flags.snapshot ?? readConfig(process.env).SNAPSHOT;
      if (isFollowed(file))
        throw new InputError(`Cannot roll back "${file}": it is followed; publish the earlier snapshot again`);
      const done = await rollBack(file, flags.acceptRestricted === true, await changeRecorder());
      if (typeof done === 'string') {
        if (flags.json === true)
          printJson({ file, generation: (await readMetadata(file)).generation, finished_interrupted: true });
        process.stderr.write(`finished the interrupted rollback of "${file}"\n`);
        return;
      }
      const { generation, shownAgain, changed, unwritten } = done;
      if (flags.json === true)
        printJson({ file, generation, finished_interrupted: false, shown_again: shownAgain, changed });
      if (shownAgain === undefined)
        process.stderr.write(`"${file}" was damaged: companies that it restricted may be shown again\n`);
      else if (shownAgain > 0) process.stderr.write(`companies shown again that were restricted: ${shownAgain}\n`);
      if (changed !== undefined) process.stderr.write(`companies that changed: ${changed}\n`);
      if (unwritten !== undefined)
        process.stderr.write(`the changes were not written, and a new chain of changes begins: ${unwritten}\n`);
      process.stderr.write(`"${file}" is generation ${generation} again\n`);
    });
}
