import { hash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readlink, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DATA, NO_SUCH_FILE, PATH_CHARS_MAX } from '../declaration.ts';
import { EXPORT_NAME, LATEST } from '../folder.ts';
import { hasExport } from '../settings.ts';
import { errorCode } from '../../../src/files/index.ts';
import { ProblemError } from '../../../src/operations/index.ts';
import { type Door, type FileBody } from '../../../src/server/index.ts';
import type { DoorParts } from '../../../src/extra/index.ts';

/** The path of a file of an export. No part of the path begins with a dot. */
const PATH = /^[A-Za-z0-9_][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_][A-Za-z0-9._-]*){1,4}$/;

/** The media types of files by their extension. Compressed files are not decompressed. */
const TYPES: readonly (readonly [end: string, type: string])[] = [
  ['.gz', 'application/gzip'],
  ['.parquet', 'application/vnd.apache.parquet'],
  ['.json', 'application/json'],
  ['.jsonld', 'application/ld+json'],
  ['.md', 'text/markdown; charset=utf-8'],
  // The search without a server.
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.bin', 'application/octet-stream'],
  ['', 'text/plain; charset=utf-8'],
];

/** The path of an export without a file, and the files to which it redirects, if they exist. */
const WHOLE = /^([^/]+)\/?$/;
const BEGINNINGS = ['index.html', 'datapackage.json'] as const;

/** Permissions of a page of an export: run its modules and read the files beside it. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const NO_BODY = new Uint8Array(0);

export function dataDoor({ facts }: Pick<DoorParts, 'facts'>, exportsDir: string): Door {
  return {
    declaration: DATA,
    handlers: {
      getDataFile: async ({ parameters }) => {
        const path = parameters['file'] ?? '';
        const beginning = await findFirstPage(exportsDir, path);
        if (beginning !== undefined)
          return { status: 302, headers: { Location: `${facts.baseUrl}/data/${beginning}` }, body: NO_BODY };
        const found = await openExported(exportsDir, path);
        if (found === undefined) throw notFound(path.split('/', 1)[0] !== LATEST || hasExport(exportsDir));
        const [, contentType = ''] = TYPES.find(([end]) => path.endsWith(end)) ?? [];
        const { location, ...file } = found;
        const policy = contentType.startsWith('text/html') ? { 'Content-Security-Policy': PAGE_POLICY } : {};
        return {
          ...file,
          contentType,
          headers: { 'Content-Location': `${facts.baseUrl}/data/${location}`, ...policy },
        };
      },
    },
  };
}

function notFound(hasFiles: boolean): ProblemError {
  return new ProblemError(
    'not_found',
    hasFiles ? NO_SUCH_FILE : 'There is no export yet: the operator writes one with "openfirma export"',
  );
}

/** The first page of an export for a path without a file; undefined for every other path. */
async function findFirstPage(folder: string, path: string): Promise<string | undefined> {
  const [, name] = WHOLE.exec(path) ?? [];
  for (const file of name === undefined ? [] : BEGINNINGS) {
    const found = await openExported(folder, `${name}/${file}`);
    await found?.body.close();
    if (found !== undefined) return `${name}/${file}`;
  }
  return undefined;
}

interface Exported {
  readonly body: FileBody;
  /** Its path under the name of the export, even if `latest` was requested. */
  readonly location: string;
  readonly digest: string;
  readonly modifiedMs: number;
}

/** Opens a file of an export; undefined if it does not exist. The digest is made from the path, because a named export never changes. */
async function openExported(folder: string, path: string): Promise<Exported | undefined> {
  if (path.length > PATH_CHARS_MAX || !PATH.test(path)) return undefined;
  try {
    const [first = '', ...rest] = path.split('/');
    const name = first === LATEST ? basename(await readlink(join(folder, LATEST))) : first;
    if (!EXPORT_NAME.test(name)) return undefined;
    const root = await realpath(folder);
    const real = await realpath(join(root, name, ...rest));
    // Links within an export are not followed.
    if (real !== join(root, name, ...rest)) return undefined;
    return await openFile(real, [name, ...rest].join('/'));
  } catch (error) {
    if (ABSENT.has(errorCode(error))) return undefined;
    throw error;
  }
}

/** System error codes for a missing export or file. */
const ABSENT: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'EINVAL', 'ELOOP', 'ENAMETOOLONG']);

async function openFile(path: string, location: string): Promise<Exported | undefined> {
  // Opening a FIFO must not block.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const stats = await handle.stat();
  if (!stats.isFile()) {
    await handle.close();
    return undefined;
  }
  const body: FileBody = {
    length: stats.size,
    async read(start, bytesMax) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(bytesMax), 0, bytesMax, start);
      return buffer.subarray(0, bytesRead);
    },
    close: () => handle.close(),
  };
  const digest = hash('sha256', location, 'base64url').slice(0, 22);
  return { body, location, digest, modifiedMs: stats.mtimeMs };
}
