import { isDigest } from '../../changes/fields.ts';
import { UntrustedError } from '../publication.ts';

/** Maximum number of files in a list: each server fetches and reads all of them when it starts. */
const CHANGES_MAX = 1000;

/** Maximum size of a list: each entry has at most 200 letters. */
export const LIST_BYTES_MAX = 262_144;

export interface PublishedFile {
  /** The name beside a snapshot, FROM-TO.ndjson.zst. */
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** The change files of a publication. docs/operating/followers.md specifies the list. */
export interface ChangeList {
  /** In the order of the chain: the last file leads to the published generation. */
  readonly files: readonly PublishedFile[];
  /** The SHA-256 of the previous list; absent in the first list. */
  readonly before?: string;
}

const NAME = /^[0-9a-z]{26}-[0-9a-z]{26}(\.[1-9]\d{0,8})?\.ndjson\.zst$/;

/** The path of a list or of a change file on a store: both are named by their SHA-256. */
export function storedPath(sha256: string): string {
  return `changes/${sha256}`;
}

export function writeChangeList({ files, before }: ChangeList): string {
  return `${JSON.stringify({ format: 1, before, files })}\n`;
}

/**
 * Reads a list. It needs no signature of its own, because the signed publication has its SHA-256.
 * @throws {UntrustedError} if the list is invalid
 */
export function readChangeList(text: string, where: string): ChangeList {
  try {
    const { format, files, before } = JSON.parse(text) as ChangeList & { readonly format: unknown };
    const isSound =
      format === 1 &&
      files.length > 0 &&
      files.length <= CHANGES_MAX &&
      files.every(
        ({ name, size, sha256 }) => NAME.test(name) && Number.isSafeInteger(size) && size > 0 && isDigest(sha256),
      ) &&
      new Set(files.map(({ name }) => name)).size === files.length &&
      (before === undefined || isDigest(before));
    if (isSound) return { files, ...(before !== undefined && { before }) };
  } catch {
    // Reported below.
  }
  throw new UntrustedError(where, 'it is not a list of change files of format 1');
}
