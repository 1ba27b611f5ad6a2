/**
 * The files of standards, which this project does not contain, in clones of their repositories (docs/decisions/tests.md). Tests that need
 * them run if STANDARDS names the folder of the clones; otherwise they are skipped with a message.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = process.env['STANDARDS'];

/** Returns the options of a suite that needs a folder of a clone. */
export function standard(path: string): { readonly folder: string; readonly options: { readonly skip?: string } } {
  const folder = join(FOLDER ?? '', path);
  if (FOLDER === undefined) return { folder, options: { skip: `STANDARDS names no folder with ${path}` } };
  if (!existsSync(folder)) throw new Error(`STANDARDS: there is no "${folder}"`);
  return { folder, options: {} };
}

/** Returns the schemas of a folder by file name without extension. */
export function readSchemas(folder: string): Map<string, object> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(
    files.map((name) => [name.slice(0, -5), JSON.parse(readFileSync(join(folder, name), 'utf8')) as object]),
  );
}
