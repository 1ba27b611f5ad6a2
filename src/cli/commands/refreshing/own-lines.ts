import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { showLine } from '../../../extra/index.ts';
import type { RefreshConfig } from '../../../extra/refresh-config.ts';
import { InputError, quoteValue } from '../../../model/index.ts';
import { readInputNames } from '../../reuse/made.ts';

/** Maximum size of a file that is read whole to see whether it has only comments: any larger file has lines. */
const COMMENTS_BYTES_MAX = 65_536;

/**
 * Returns the paths of the operator's own lines, `also` of the configuration. A file that is missing or empty, as that of decisions before
 * the first one, is left out.
 * @throws {InputError} if the snapshot was made of such a file: its decisions would be lost
 */
export async function ownLines({ also = [], snapshot }: RefreshConfig, folder: string): Promise<string[]> {
  const paths = also.map((path) => resolve(folder, path));
  const without = paths.filter((path) => !existsSync(path) || isEmpty(path));
  if (without.length === 0) return paths;
  const before = await readInputNames(resolve(folder, snapshot));
  for (const path of without) {
    const state = existsSync(path) ? 'is empty' : 'does not exist';
    if (before.includes(basename(path))) {
      throw new InputError(
        `Cannot use ${quoteValue(path)}: it ${state}, and the snapshot was made of its lines; restore it, or remove it from "also" of the configuration`,
      );
    }
    showLine(`${quoteValue(path)} ${state}: it adds no lines yet`);
  }
  return paths.filter((path) => !without.includes(path));
}

/** Whether a file has only blank lines and comments. */
function isEmpty(path: string): boolean {
  const facts = statSync(path);
  return (
    facts.isFile() &&
    facts.size <= COMMENTS_BYTES_MAX &&
    readFileSync(path, 'utf8')
      .split('\n')
      .every((line) => /^\s*(?:#|$)/.test(line))
  );
}
