import { hash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the site that is the same for every operator. */
export interface Asset {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly cacheControl: string;
}

const SERVED = join(import.meta.dirname, 'served');

export const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A path that holds the hash of the content never changes what it names. */
export const FOR_EVER = 'public, max-age=31536000, immutable';

/** The paths of all files in `served`, by name, read once when a first page needs them. */
let paths: ReadonlyMap<string, string> | undefined;

function assetPaths(): ReadonlyMap<string, string> {
  paths ??= new Map(
    readdirSync(SERVED).map((name) => {
      const digest = hash('sha256', readFileSync(join(SERVED, name)), 'hex').slice(0, 12);
      const extension = extname(name);
      return [name, `/assets/${name.slice(0, -extension.length)}.${digest}${extension}`];
    }),
  );
  return paths;
}

/** Where a file of `served` is found below the site's address, under a name that changes with its content. */
export function assetPath(name: string): string {
  const path = assetPaths().get(name);
  if (path === undefined) throw new Error(`No file "${name}" in ${SERVED}: npm run site makes the scripts`);
  return path;
}

/** What makes each file of `served`, by its path below the site's address. */
export function assets(): Map<string, () => Asset> {
  return new Map(
    [...assetPaths()].map(([name, path]) => {
      let asset: Asset | undefined;
      return [path, () => (asset ??= assetOf(name, FOR_EVER))];
    }),
  );
}

/** A file of `served` with a lifetime of its own. */
export function assetOf(name: string, cacheControl: string): Asset {
  const contentType = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream';
  return { contentType, body: readFileSync(join(SERVED, name)), cacheControl };
}
