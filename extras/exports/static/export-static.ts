import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { factsOfFile } from '../../../src/files/index.ts';
import { SnapshotScanner } from '../../../src/snapshot/index.ts';
import { SEARCH_FILE, inExportsFolder, writeChecksums, type ExportsFolder } from '../folder.ts';
import { writeStaticSearch, type StaticProgress } from './write-static.ts';

export interface StaticExportOptions {
  readonly snapshot: string;
  /** The folder with exports; it is made where it is not there. */
  readonly into: string;
  readonly attribution: string;
  /** Texts stored beside the data, by name: a page and its script. */
  readonly besides: ReadonlyMap<string, string>;
  readonly signal?: AbortSignal;
  readonly yieldIfDue: () => Promise<void> | undefined;
  readonly onProgress?: StaticProgress;
}

/** The result of an export for searches without a server. */
export interface StaticOutcome {
  readonly path: string;
  readonly generation: string;
  readonly isUnchanged: boolean;
  readonly companies: number;
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
}

/**
 * Writes a search without a server as an export of its own, see docs/static-search.md.
 * @throws {InputError} where that cannot be done; then nothing has changed
 */
export async function exportStatic(options: StaticExportOptions): Promise<StaticOutcome> {
  return await inExportsFolder(options.snapshot, options.into, SEARCH_FILE, (folder) => exportInto(folder, options));
}

async function exportInto(
  folder: ExportsFolder,
  { snapshot, attribution, besides, signal, yieldIfDue, onProgress }: StaticExportOptions,
): Promise<StaticOutcome> {
  const at = folder.work;
  mkdirSync(at);
  const scanner = new SnapshotScanner(snapshot);
  try {
    const { generation, records } = scanner.reader.metadata;
    const paths = await writeStaticSearch(scanner, at, {
      attribution,
      yieldIfDue,
      ...(onProgress !== undefined && { onProgress }),
    });
    for (const [name, text] of besides) writeFileSync(join(at, name), text);
    const files: StaticOutcome['files'][number][] = [];
    for (const path of [...paths, ...besides.keys()]) {
      const { size: bytes, sha256 } = await factsOfFile(join(at, path), { signal });
      files.push({ path, bytes, sha256 });
    }
    await writeChecksums(at, new Map(files.map(({ path, sha256 }) => [path, sha256])));
    signal?.throwIfAborted();
    return { ...(await folder.publish(generation)), generation, companies: records.active, files };
  } finally {
    await scanner.close();
  }
}
