import type { ChangesSigner } from '../feed/index.ts';
import { readConfig } from '../../../src/cli/config.ts';

/** The key that signs what changed: that with which snapshots are published; undefined where PUBLISH_KEY names none. */
export async function changesSigner(): Promise<ChangesSigner | undefined> {
  const { PUBLISH_KEY: folder } = readConfig(process.env);
  if (folder === undefined) return undefined;
  const { readKey } = await import('../../publishing/index.ts');
  return await readKey(folder);
}
