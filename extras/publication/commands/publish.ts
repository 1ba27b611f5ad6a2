import { Command, InvalidArgumentError } from 'commander';
import { yieldUntilAborted } from '../../../src/files/index.ts';
import { InputError, counted } from '../../../src/model/index.ts';
import {
  between,
  createProgress,
  interruptible,
  JSON_OPTION,
  printJson,
  runProgram,
} from '../../../src/extra/index.ts';
import { readKey } from '../keys.ts';
import { PublishError, publish } from '../write-folder.ts';
import type { PublicationConfig } from '../settings.ts';

const HELP = `
The snapshot is verified and written below DIR/snapshots, its change files below DIR/changes, exports below DIR/exports,
then a signed DIR/current.json lists them all; then files of earlier publications are removed. Any web server serves DIR,
and rsync, rclone or "aws s3 sync" carry it: docs/operating/followers.md has a tried line for each. Servers with
SNAPSHOT=https://…/current.json follow it. Publish again to renew current.json, which expires.

--exec runs a program after the publication, without a shell: its arguments are those after --. If it fails, the
publication stays.

Settings come from the environment:
  PUBLISH_KEY             the folder of the signing key ("openfirma keys new")

Examples:
  PUBLISH_KEY=/etc/openfirma/key openfirma publish --to /srv/published data/openfirma.snapshot
  PUBLISH_KEY=/etc/openfirma/key openfirma publish --to /srv/published data/openfirma.snapshot --exec /srv/carry
`;

interface PublishFlags {
  readonly to: string;
  readonly keep?: number;
  readonly counter?: number;
  readonly changes?: number;
  readonly exports?: readonly string[];
  readonly valid?: number;
  readonly exec?: string;
  readonly json?: true;
}

export function publishCommand(readConfig: () => PublicationConfig): Command {
  return new Command('publish')
    .description('publish a snapshot as a folder, for servers that follow it')
    .argument('<file>', 'the snapshot')
    .argument('[words...]', 'after --: the arguments of the program of --exec')
    .requiredOption('--to <dir>', 'the folder to publish to')
    .option('--keep <number>', 'snapshots in the folder, including the new one (default 2)', between(1, 1000))
    .option('--counter <number>', 'the counter, if the folder has lost its current.json', publicationCounter)
    .option('--changes <number>', 'maximum number of change files, the newest (default 31)', between(0, 1000))
    .option('--exports <dir>', 'publish the latest export in this folder as well; may be repeated', listed)
    .option('--valid <days>', 'days until it expires (default 7)', between(1, 365))
    .option('--exec <program>', 'run a program after the publication')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (snapshot: string, words: string[], { valid, json, exec, ...flags }: PublishFlags) => {
      if (/^[a-z][a-z0-9+.-]+:/i.test(flags.to))
        throw new PublishError(flags.to, 'it is an address; publish to a folder, and carry it with --exec');
      const key = await signingKey(readConfig());
      const progress = createProgress('verify');
      const { publication, unchanged, written, removed } = await interruptible(
        `publish "${snapshot}"`,
        async (signal) =>
          await publish({
            ...flags,
            validDays: valid,
            snapshot,
            key,
            signal,
            onVerified: (done, total, note) => progress.update(done, total, note),
            yieldIfDue: yieldUntilAborted(signal),
          }),
        'current.json is unchanged',
      );
      progress.finish();
      const { generation, counter, expires_at, files } = publication;
      const state = unchanged
        ? `already: renewed as number ${counter}, until ${expires_at}`
        : `now, as number ${counter}: ${counted(files.length, 'file')}, ${written.length} of them new`;
      if (json === true) printJson({ target: flags.to, unchanged, written, removed, publication });
      else process.stdout.write(`"${flags.to}" has generation ${generation} ${state}\n`);
      if (exec !== undefined) await runProgram(`carry "${flags.to}", which is published`, exec, words);
    });
}

async function signingKey({ PUBLISH_KEY: folder }: PublicationConfig) {
  if (folder === undefined)
    throw new InputError('Cannot publish: PUBLISH_KEY is not set; it names the folder of a key ("openfirma keys new")');
  return await readKey(folder);
}

function publicationCounter(text: string): number {
  const counter = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (counter >= 1) return counter;
  throw new InvalidArgumentError(`"${text}" is not a whole number of at least 1 and at most 15 digits.`);
}

function listed(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
