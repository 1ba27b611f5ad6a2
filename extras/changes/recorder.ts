import { existsSync } from 'node:fs';
import type { ChangeRecorder } from '../../src/build/index.ts';
import { changesFolder, makeChanges, purgeBefore, settlePending, tipBefore } from './feed/index.ts';
import type { SigningKey } from './keys.ts';

/**
 * Writes change files beside snapshots.
 * @param signerOf reads the signing key for each new file; undefined leaves it unsigned
 */
export function changeRecorder(
  signerOf: () => Promise<SigningKey | undefined> = async () => undefined,
): ChangeRecorder {
  return {
    settle: settlePending,
    tipBefore,
    record: async (work, tip) => await makeChanges({ ...work, signer: await signerOf() }, tip),
    purgeBefore,
    areKept: (out) => existsSync(changesFolder(out)),
  };
}
