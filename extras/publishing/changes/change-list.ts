import { quoteValue } from '../../../src/model/index.ts';
import { DIGEST, UntrustedError } from '../publication.ts';

/** The folder of change files and their lists, beside `current.json`. Files are named by their SHA-256. */
export const CHANGES_FOLDER = 'changes';

/** Maximum change files of a publication: each server fetches and reads them all at its start. */
export const CHANGES_MAX = 1000;

/** Maximum size of a list: its entries have at most 200 letters. */
export const LIST_BYTES_MAX = 262_144;

/** A published change file. */
export interface PublishedFile {
  /** The name beside a snapshot, FROM-TO.ndjson.zst. */
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** The change files of a publication. docs/operating/followers.md specifies the list. */
export interface ChangeList {
  /** In the order of the chain: the last one leads to the published generation. */
  readonly files: readonly PublishedFile[];
  /** The SHA-256 of the list before; absent in the first. */
  readonly before?: string;
}

const NAME = /^[0-9a-z]{26}-[0-9a-z]{26}(\.[1-9]\d{0,8})?\.ndjson\.zst$/;

/** The path of a list or of one of its files on a store. */
export function storedPath(sha256: string): string {
  return `${CHANGES_FOLDER}/${sha256}`;
}

/** The text of a list. */
export function writeChangeList({ files, before }: ChangeList): string {
  return `${JSON.stringify({ format: 1, before, files })}\n`;
}

/**
 * Reads a list. Its SHA-256 proves that it was signed.
 * @throws {UntrustedError} where the list is invalid
 */
export function readChangeList(text: string, where: string): ChangeList {
  try {
    const { format, files, before } = JSON.parse(text) as ChangeList & { readonly format: unknown };
    const isSound =
      format === 1 &&
      files.length > 0 &&
      files.length <= CHANGES_MAX &&
      files.every(
        ({ name, size, sha256 }) => NAME.test(name) && Number.isSafeInteger(size) && size > 0 && DIGEST.test(sha256),
      ) &&
      new Set(files.map(({ name }) => name)).size === files.length &&
      (before === undefined || DIGEST.test(before));
    if (isSound) return { files, ...(before !== undefined && { before }) };
  } catch {
    // Reported below.
  }
  throw new UntrustedError(`Cannot use ${quoteValue(where)}: it is not a list of change files of format 1`);
}
