import { existsSync } from 'node:fs';
import type { ChangeRecorder } from '../../src/build/index.ts';
import { changesFolder, makeChanges, purgeBefore, settlePending, tipBefore, type ChangesSigner } from './feed/index.ts';

/**
 * Writes change files beside snapshots.
 * @param signerOf reads the key that signs them when one is written; undefined leaves them unsigned
 */
export function changeRecorder(
  signerOf: () => Promise<ChangesSigner | undefined> = async () => undefined,
): ChangeRecorder {
  return {
    settle: settlePending,
    tipBefore,
    record: async (work, tip) => await makeChanges({ ...work, signer: await signerOf() }, tip),
    purgeBefore,
    areKept: (out) => existsSync(changesFolder(out)),
  };
}
