import { SnapshotScanner, verifyChecksum } from '../snapshot/index.ts';
import type { RestrictionKey } from './restriction-key.ts';

/**
 * Opens the snapshot that a build continues from, with its lock files in `folder`.
 * @throws {InputError} where it is damaged, or `key` is not the key of its restricted companies
 */
export async function openPrevious(
  path: string,
  key: RestrictionKey,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<SnapshotScanner> {
  // Later builds carry its records on: one changed byte could publish a restricted company again.
  await verifyChecksum(path, signal);
  const scanner = new SnapshotScanner(path, { lockIn: folder });
  try {
    key.require(scanner.reader.metadata.restriction_key, path);
    return scanner;
  } catch (error) {
    await scanner.close();
    throw error;
  }
}
