import { quoteValue } from '../../../src/model/index.ts';
import { DIGEST, UntrustedError } from '../publication.ts';

/** The folder of the change files beside `current.json`, each named by its SHA-256, and of the lists of them. */
export const CHANGES_FOLDER = 'changes';

/** The most change files that a publication has: each server fetches and reads them all when it starts. */
export const CHANGES_MAX = 1000;

/** The longest list: so many entries of at most 200 letters, and the rest. */
export const LIST_BYTES_MAX = 262_144;

/** A change file as it is published. */
export interface PublishedFile {
  /** Its name beside a snapshot, FROM-TO.ndjson.zst. */
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** The change files of a publication, which names the list by its SHA-256. docs/operating/followers.md specifies it. */
export interface ChangeList {
  /** In the order of the chain: the last one leads to the generation that is published. */
  readonly files: readonly PublishedFile[];
  /** The list before, by its SHA-256; absent in the first. */
  readonly before?: string;
}

const NAME = /^[0-9a-z]{26}-[0-9a-z]{26}(\.[1-9]\d{0,8})?\.ndjson\.zst$/;

/** Where a file of a list, or a list, lies on a store. */
export function storedPath(sha256: string): string {
  return `${CHANGES_FOLDER}/${sha256}`;
}

/** The text of a list. */
export function writeChangeList({ files, before }: ChangeList): string {
  return `${JSON.stringify({ format: 1, before, files })}\n`;
}

/**
 * Reads a list. That it is the one that was signed is told by its SHA-256.
 * @throws {UntrustedError} where its form is wrong
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
    // It is reported below.
  }
  throw new UntrustedError(`Cannot use ${quoteValue(where)}: it is no list of change files of format 1`);
}
