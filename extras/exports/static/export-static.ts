import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SnapshotScanner } from '../../../src/snapshot/index.ts';
import { SEARCH_FILE, checked, exportInto, type CheckedFile, type ExportJob, type PublishedExport } from '../folder.ts';
import { writeStaticSearch } from './write-static.ts';

export interface StaticExportOptions extends ExportJob {
  readonly attribution: string;
  /** Texts stored beside the data, by name: a page and its script. */
  readonly besides: ReadonlyMap<string, string>;
}

export interface StaticOutcome extends PublishedExport {
  readonly generation: string;
  readonly companies: number;
  readonly files: readonly CheckedFile[];
}

/**
 * Writes a search without a server as an export of its own, see docs/static-search.md.
 * @throws {InputError} as {@linkcode exportInto}
 */
export async function exportStatic(options: StaticExportOptions): Promise<StaticOutcome> {
  return await exportInto(options, SEARCH_FILE, async (folder) => {
    const scanner = new SnapshotScanner(options.snapshot);
    try {
      const { generation, records } = scanner.reader.metadata;
      const data = await writeStaticSearch(scanner, folder, options);
      for (const [name, text] of options.besides) writeFileSync(join(folder, name), text);
      const paths = [...data, ...options.besides.keys()].map((path) => ({ path }));
      const files = await checked(folder, paths, options.signal);
      return { outcome: { generation, companies: records.active, files }, files };
    } finally {
      await scanner.close();
    }
  });
}
