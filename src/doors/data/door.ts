import { hash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readlink, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DATA_LIMITS } from '../../contract/index.ts';
import { ProblemError, type Door, type FileBody } from '../../server/index.ts';
import type { DoorParts } from '../parts.ts';

/** The link to the newest export, and what exports are named: `openfirma export` makes both. */
const LATEST = 'latest';
const EXPORT_NAME = /^[0-9a-z]{26}-[0-9a-f]{8}$/;

/** A path of an export. No step of it begins with a dot. */
const PATH = /^[A-Za-z0-9_][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_][A-Za-z0-9._-]*){1,4}$/;

/** The media types of exported files by the end of their names. A compressed file is served as such. */
const TYPES: readonly (readonly [end: string, type: string])[] = [
  ['.gz', 'application/gzip'],
  ['.parquet', 'application/vnd.apache.parquet'],
  ['.json', 'application/json'],
  ['.jsonld', 'application/ld+json'],
  ['.md', 'text/markdown; charset=utf-8'],
  // The search without a server: its page, its module, and its data.
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ...['/names', '/numbers', '/transliteration'].map((end) => [end, 'application/octet-stream'] as const),
  ['', 'text/plain; charset=utf-8'],
];

/** The files of exports. */
export function dataDoor({ exportsDir }: DoorParts): Door {
  return {
    name: 'data',
    handlers: {
      getDataFile: async ({ parameters }) => {
        const path = parameters['file'] ?? '';
        const found = exportsDir === undefined ? undefined : await openExported(exportsDir, path);
        if (found === undefined) throw new ProblemError('not_found', 'There is no such file in the newest export');
        const [, contentType = ''] = TYPES.find(([end]) => path.endsWith(end)) ?? [];
        return { body: found.file, contentType, digest: found.digest };
      },
    },
  };
}

/** Opens a file of an export; undefined where there is none. The digest names its content: a named export never changes. */
async function openExported(
  folder: string,
  path: string,
): Promise<{ readonly file: FileBody; readonly digest: string } | undefined> {
  if (path.length > DATA_LIMITS.pathCharsMax || !PATH.test(path)) return undefined;
  try {
    const [first = '', ...rest] = path.split('/');
    const name = first === LATEST ? basename(await readlink(join(folder, LATEST))) : first;
    if (!EXPORT_NAME.test(name)) return undefined;
    const root = await realpath(folder);
    const real = await realpath(join(root, name, ...rest));
    // A link within an export leads elsewhere.
    if (real !== join(root, name, ...rest)) return undefined;
    const file = await openFile(real);
    return file && { file, digest: hash('sha256', [name, ...rest].join('/'), 'base64url').slice(0, 22) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && ABSENT.has(error.code)) return undefined;
    throw error;
  }
}

/** What the system says where no export is, or no such file in it. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EINVAL', 'ELOOP', 'ENAMETOOLONG']);

async function openFile(path: string): Promise<FileBody | undefined> {
  // A FIFO that somebody put there is not waited for.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const stats = await handle.stat();
  if (!stats.isFile()) {
    await handle.close();
    return undefined;
  }
  return {
    length: stats.size,
    async read(start, bytesMax) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(bytesMax), 0, bytesMax, start);
      return buffer.subarray(0, bytesRead);
    },
    close: () => handle.close(),
  };
}
