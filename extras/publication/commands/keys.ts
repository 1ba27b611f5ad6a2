import { Command } from 'commander';
import { createKey, readKey, type PublicKey } from '../keys.ts';
import { JSON_OPTION, printJson } from '../../../src/extra/index.ts';

const HELP = `
DIR/private.pem signs publications of "openfirma publish" (PUBLISH_KEY=DIR); only its owner can read it. Keep a copy
off the servers. The printed line, also in DIR/public.txt, is the public key for followers
(SNAPSHOT_KEYS).

Example:
  openfirma keys new --out /etc/openfirma/key
`;

export function keysCommand(): Command {
  const keys = new Command('keys').description('make and show keys that sign snapshots').addHelpText('after', HELP);
  keys
    .command('new')
    .description('make a key')
    .requiredOption('--out <dir>', 'the folder of the key; created if it does not exist')
    .option(...JSON_OPTION)
    .action(async ({ out, json }: { out: string; json?: true }) => show(await createKey(out), json));
  keys
    .command('show <dir>')
    .description('print the id and the public key')
    .option(...JSON_OPTION)
    .action(async (folder: string, { json }: { json?: true }) => show(await readKey(folder), json));
  return keys;
}

function show({ id, text }: PublicKey, json: true | undefined): void {
  if (json === true) printJson({ id, public_key: text });
  else process.stdout.write(`# ${id}\n${text}\n`);
}
