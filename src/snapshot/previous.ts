import { existsSync, realpathSync } from 'node:fs';

/** Where a build keeps the snapshot that it replaces: beside the file that a path, or the link there, leads to. */
export function previousPath(path: string): string {
  return `${existsSync(path) ? realpathSync(path) : path}.previous`;
}
