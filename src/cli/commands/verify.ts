import { Command } from 'commander';
import { nameIndex } from '../open-backend.ts';
import { yieldUntilAborted } from '../../files/index.ts';
import { PARALLEL_BYTES_MIN, verifySnapshot } from '../../snapshot/index.ts';
import { createProgress, interruptible, JSON_OPTION, printJson } from '../../extra/index.ts';
import { counted } from '../../model/index.ts';

/** The command `openfirma verify`: checks the bytes and the invariants of a snapshot. */
export function verifyCommand(): Command {
  return new Command('verify')
    .description('check the checksum and the invariants of a snapshot')
    .argument('<file>', 'the snapshot')
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  openfirma verify data/openfirma.snapshot\n')
    .action(async (file: string, { json }: { json?: true }) => {
      const progress = createProgress('verify');
      const { bytes, records } = await interruptible(
        `verify "${file}"`,
        async (signal) =>
          verifySnapshot(file, {
            onVerified: (done, total, note) => progress.update(done, total, note),
            yieldIfDue: yieldUntilAborted(signal),
            nameIndex: await nameIndex(),
            parallelFrom: PARALLEL_BYTES_MIN,
            signal,
          }),
        'the snapshot was not checked to its end',
      );
      progress.finish();
      if (json === true) printJson({ file, sound: true, bytes, records });
      else process.stdout.write(`"${file}" is sound: ${counted(bytes, 'byte')}, ${counted(records, 'record')}\n`);
    });
}
