import { existsSync, realpathSync } from 'node:fs';

/**
 * Returns the path at which a build keeps the snapshot that it replaces: beside the file at a path, or beside the target of a link there.
 */
export function previousPath(path: string): string {
  return `${existsSync(path) ? realpathSync(path) : path}.previous`;
}
