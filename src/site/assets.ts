import type { SiteDocument } from '../contract/index.ts';
import { hash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';

const SERVED = join(import.meta.dirname, 'served');

/** The package that renders the API reference, and those of its files that are served. */
const RENDERER = 'swagger-ui-dist';
const RENDERER_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css'] as const;
/** The folder with these files in a published package of openfirma. In the repository they are read from `swagger-ui-dist`. */
const PUBLISHED_RENDERER = join(import.meta.dirname, 'renderer');

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/vnd.microsoft.icon',
};

/** `Cache-Control` for paths with a hash or a version, whose content never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The paths of all files in `served` by name; computed when the first page needs them. */
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

/** Returns the path of a file in `served`, below the site's address. The path contains a hash of the content. */
export function assetPath(name: string): string {
  const path = assetPaths().get(name);
  if (path === undefined)
    throw new Error(`Cannot find "${name}" in ${SERVED}: run npm run site, which writes the scripts`);
  return path;
}

function rendererFile(name: string): string {
  const published = join(PUBLISHED_RENDERER, name);
  return existsSync(published) ? published : createRequire(import.meta.url).resolve(`${RENDERER}/${name}`);
}

/** Returns the path of a file of the renderer, below the site's address. The path contains the version of the package. */
export function rendererPath(name: (typeof RENDERER_FILES)[number]): string {
  const { version } = JSON.parse(readFileSync(rendererFile('package.json'), 'utf8')) as {
    readonly version: string;
  };
  return `/assets/${RENDERER}-${version}/${name}`;
}

/** Returns a function that reads each file, by its path below the site's address. */
export function assetReaders(): (readonly [path: string, read: () => SiteDocument])[] {
  return [
    ...[...assetPaths()].map(([name, path]) => [path, join(SERVED, name)] as const),
    ...RENDERER_FILES.map((name) => [rendererPath(name), rendererFile(name)] as const),
  ].map(([path, file]) => [path, () => ({ ...fileDocument(file), cacheControl: IMMUTABLE })]);
}

/** Returns the names of the language scripts, which the component loads from the folder of its own script. */
export function languageScripts(): string[] {
  return [...assetPaths().keys()].filter((name) => /^company-search\.\w+\.js$/.test(name));
}

/** Returns a file of `served` for a path that does not change with the content. */
export function servedFile(name: string): SiteDocument {
  return fileDocument(join(SERVED, name));
}

function fileDocument(file: string): SiteDocument {
  return { contentType: CONTENT_TYPES[extname(file)] ?? 'application/octet-stream', body: readFileSync(file) };
}

/** Returns a page, with its modules, that searches the exported files beside it without style sheet, inline script or service. */
export function staticSearchFiles(): ReadonlyMap<string, string> {
  const page = ['index.html', 'page.js'].map((name): [string, string] => [
    name,
    readFileSync(join(import.meta.dirname, 'static-search', name), 'utf8'),
  ]);
  return new Map([...page, ['static-search.js', String(servedFile('static-search.js').body)]]);
}
