import { Command, InvalidArgumentError } from 'commander';
import { yieldUntilAborted } from '../../../src/files/index.ts';
import { InputError, counted } from '../../../src/model/index.ts';
import {
  between,
  createProgress,
  interruptible,
  isFollowed,
  JSON_OPTION,
  printJson,
  snapshotPlace,
} from '../../../src/extra/index.ts';
import { readKey } from '../../changes/keys.ts';
import { FolderStore } from '../folder-store.ts';
import { HttpsStore } from '../https-store.ts';
import { publish } from '../publish.ts';
import { PublishError } from '../store.ts';
import type { PublishingConfig } from '../settings.ts';

const HELP = `
The snapshot is verified and written to TARGET/snapshots/GENERATION, its change files to TARGET/changes, and a signed
TARGET/current.json lists both. Servers with SNAPSHOT=https://…/current.json follow it, see
docs/operating/followers.md. Publish the same snapshot again to renew current.json, which expires.

Settings come from the environment:
  PUBLISH_KEY             the folder of the signing key ("openfirma keys new")
  PUBLISH_ACCESS_KEY_ID, PUBLISH_SECRET_ACCESS_KEY, PUBLISH_SESSION_TOKEN, PUBLISH_REGION
                          of an S3-compatible store
  PUBLISH_AUTHORIZATION   the header field Authorization for other stores

Examples:
  PUBLISH_KEY=/etc/openfirma/key openfirma publish --to /srv/published --keep 3 data/openfirma.snapshot
  PUBLISH_KEY=/etc/openfirma/key openfirma publish --to https://s3.example/bucket/firma data/openfirma.snapshot
`;

interface PublishFlags {
  readonly to: string;
  readonly keep?: number;
  readonly counter?: number;
  readonly changes?: number;
  readonly valid?: number;
  readonly json?: true;
}

export function publishCommand(readConfig: () => PublishingConfig): Command {
  return new Command('publish')
    .description('publish a snapshot for servers that follow it')
    .argument('<file>', 'the snapshot')
    .requiredOption('--to <target>', 'the folder or https address to publish to')
    .option('--keep <number>', 'keep only this many generations, including the new one', between(1, 1000))
    .option('--counter <number>', 'the counter, if the target has lost its current.json', publicationCounter)
    .option('--changes <number>', 'maximum number of change files, the newest (default 31)', between(0, 1000))
    .option('--valid <days>', 'days until it expires (default 7)', between(1, 365))
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (snapshot: string, { to, valid: validDays, json, ...flags }: PublishFlags) => {
      const config = readConfig();
      const key = await signingKey(config);
      const progress = createProgress('verify');
      const { publication, unchanged, sent, removed } = await interruptible(
        `publish "${snapshot}"`,
        async (signal) =>
          await publish({
            ...flags,
            validDays,
            snapshot,
            store: openStore(to, config, signal),
            key,
            signal,
            onVerified: (done, total, note) => progress.update(done, total, note),
            yieldIfDue: yieldUntilAborted(signal),
          }),
        'current.json is unchanged',
      );
      progress.finish();
      const { generation, counter, size, expires_at } = publication;
      const state = unchanged
        ? `already: renewed as number ${counter}, until ${expires_at}`
        : `now, as number ${counter}: ${counted(size, 'byte')}`;
      if (json === true) printJson({ target: to, unchanged, sent, removed, publication });
      else process.stdout.write(`"${to}" has generation ${generation} ${state}\n`);
    });
}

async function signingKey({ PUBLISH_KEY: folder }: PublishingConfig) {
  if (folder === undefined)
    throw new InputError('Cannot publish: PUBLISH_KEY is not set; it names the folder of a key ("openfirma keys new")');
  return await readKey(folder);
}

/** Opens a folder or an HTTPS store; `http:` is only for this machine. */
function openStore(target: string, config: PublishingConfig, signal: AbortSignal) {
  if (!/^[a-z][a-z0-9+.-]+:/i.test(target)) return new FolderStore(target);
  if (snapshotPlace(`${target.replace(/\/+$/, '')}/current.json`) === undefined || !isFollowed(target))
    throw new PublishError(target, 'the target must be a folder, or an https address without user, query and fragment');
  const credentials = {
    accessKeyId: config.PUBLISH_ACCESS_KEY_ID,
    secretAccessKey: config.PUBLISH_SECRET_ACCESS_KEY,
    sessionToken: config.PUBLISH_SESSION_TOKEN,
    region: config.PUBLISH_REGION,
    authorization: config.PUBLISH_AUTHORIZATION,
  };
  return new HttpsStore(target, credentials, signal);
}

function publicationCounter(text: string): number {
  const counter = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (counter >= 1) return counter;
  throw new InvalidArgumentError(`"${text}" is not a whole number of at least 1 and at most 15 digits.`);
}
