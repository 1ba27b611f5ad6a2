import { existsSync, realpathSync } from 'node:fs';

/** The path at which a build keeps the snapshot that it replaces: beside the file at a path, or the target of a link there. */
export function previousPath(path: string): string {
  return `${existsSync(path) ? realpathSync(path) : path}.previous`;
}
