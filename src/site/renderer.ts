import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { CONTENT_TYPES, FOR_EVER, type Asset } from './assets.ts';

/** The renderer of the API reference, as its package brings it. */
const PACKAGE = 'swagger-ui-dist';
const FILES = ['swagger-ui-bundle.js', 'swagger-ui.css'] as const;
const { resolve } = createRequire(import.meta.url);

/** Where a file of the renderer is found below the site's address; its version is in the path. Reads one small file. */
export function rendererPath(name: (typeof FILES)[number]): string {
  const { version } = JSON.parse(readFileSync(resolve(`${PACKAGE}/package.json`), 'utf8')) as {
    readonly version: string;
  };
  return `/assets/${PACKAGE}-${version}/${name}`;
}

/** What makes the files of the renderer, by path. They are large, and read when they are asked for. */
export function rendererFiles(): Map<string, () => Asset> {
  return new Map(
    FILES.map((name) => {
      let asset: Asset | undefined;
      const make = (): Asset => ({
        contentType: CONTENT_TYPES[extname(name)] ?? '',
        body: readFileSync(resolve(`${PACKAGE}/${name}`)),
        cacheControl: FOR_EVER,
      });
      return [rendererPath(name), () => (asset ??= make())];
    }),
  );
}
