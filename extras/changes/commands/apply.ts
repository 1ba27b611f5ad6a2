import { Command } from 'commander';
import { applyChanges, type Applied } from '../apply.ts';
import { cannotApply } from '../feed/index.ts';
import { readPublicKeys } from '../keys.ts';
import type { ChangesConfig } from '../settings.ts';
import { createProgress, interruptible, isFollowed, JSON_OPTION, printJson } from '../../../src/extra/index.ts';

const HELP = `
A build with --previous writes the changes to changes/FROM-TO.ndjson.zst beside its output. Give all files from the
generation of FILE to the new one, in any order; files that are already applied are skipped. The result is verified,
has the content of the build (the same digest), and is then renamed; the file before is kept as FILE.previous. If a file
is damaged, foreign or missing in between, FILE stays unchanged.

Settings come from the environment:
  SNAPSHOT_KEYS           public keys, or a file with one a line; if it is set, one of them must have signed each file

Example:
  openfirma apply --to data/openfirma.snapshot data/changes/*.ndjson.zst
`;

interface ApplyFlags {
  readonly to: string;
  readonly keys?: string;
  readonly json?: true;
}

export function applyCommand(readConfig: () => ChangesConfig): Command {
  return new Command('apply')
    .description('bring a snapshot forward by change files')
    .argument('<changes...>', 'change files, in any order')
    .requiredOption('--to <file>', 'the snapshot to bring forward')
    .option('--keys <keys>', 'public keys, one of which must have signed; instead of the setting SNAPSHOT_KEYS')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (files: string[], { to, keys: given, json }: ApplyFlags) => {
      if (isFollowed(to)) throw cannotApply(to, 'it is an address; give the path of a snapshot');
      const listOrFile = given ?? readConfig().SNAPSHOT_KEYS;
      const keys = listOrFile === undefined ? undefined : await readPublicKeys(listOrFile);
      const applied = await interruptible(`bring "${to}" forward`, (signal) =>
        applyChanges({ to, files, keys, signal, startProgress: createProgress }),
      );
      if (json === true) printJson(reportOf(to, applied));
      else process.stderr.write(describe(to, applied));
    });
}

function reportOf(to: string, { metadata, from, files, events }: Applied): object {
  const { generation, digest, records } = metadata;
  return { output: to, unchanged: files.length === 0, from, generation, digest, records, files, events };
}

function describe(to: string, { metadata, files, events }: Applied): string {
  const { generation } = metadata;
  if (files.length === 0) return `"${to}" has these changes already: it is generation ${generation}\n`;
  return `wrote "${to}", generation ${generation}; change files: ${files.length}, events: ${events}\n`;
}
