import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasPackage, makeFolder, requirePackages } from '../../src/files/index.ts';
import { InputError } from '../../src/model/index.ts';
import { REGISTERS } from '../../src/registers/index.ts';
import { catalogue } from './descriptions/catalogue.ts';
import { dataPackage, tableSchemas } from './descriptions/datapackage.ts';
import type { ExportFacts, ExportedFile } from './descriptions/exported-file.ts';
import { LICENCES_FILE, licences } from './descriptions/licences.ts';
import { DESCRIPTION_FILE, checked, exportInto, type ExportJob, type PublishedExport } from './folder.ts';
import { CSV } from './formats/csv.ts';
import type { Format } from './formats/format.ts';
import { FTM } from './formats/ftm.ts';
import { NDJSON } from './formats/ndjson.ts';
import { officerFilter, type LeftOut } from './officer-filter.ts';
import { PARQUET_PACKAGE } from './settings.ts';
import { openWalk } from './walk.ts';
import { writeFiles, type Grouping } from './write-files.ts';

export const FORMAT_NAMES = ['csv', 'ndjson', 'parquet', 'ftm'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** The formats whose packages are installed. */
export function installedFormats(): readonly FormatName[] {
  return FORMAT_NAMES.filter((name) => name !== 'parquet' || hasPackage(PARQUET_PACKAGE));
}

async function formatNamed(name: FormatName): Promise<Format> {
  if (name !== 'parquet') return { csv: CSV, ndjson: NDJSON, ftm: FTM }[name];
  requirePackages([PARQUET_PACKAGE], (reason) => new InputError(`Cannot export Parquet: ${reason}`));
  return (await import('./formats/parquet.ts')).PARQUET;
}

export interface ExportOptions extends ExportJob {
  readonly formats: readonly FormatName[];
  readonly by?: Grouping;
  readonly withOfficers: boolean;
  readonly publisher: string;
}

export interface ExportOutcome extends PublishedExport {
  readonly generation: string;
  readonly companies: number;
  readonly files: readonly ExportedFile[];
  /** The requested officers that are omitted, with the reasons. */
  readonly officersLeftOut: readonly LeftOut[];
}

/**
 * Writes a snapshot as files.
 * @throws {InputError} as {@linkcode exportInto}, and if the package of a format is not installed
 */
export async function exportSnapshot(options: ExportOptions): Promise<ExportOutcome> {
  const { snapshot, withOfficers, publisher, signal } = options;
  const formats = await Promise.all(options.formats.map(formatNamed));
  return await exportInto(options, DESCRIPTION_FILE, async (folder, temporary) => {
    const officers = officerFilter();
    await using walk = openWalk(snapshot, temporary, withOfficers ? officers.passesOn : undefined);
    const written = await writeFiles(walk, { by: 'country', ...options, formats, folder });
    const files = await checked(folder, written, signal);
    const { generation, records, registers } = walk.metadata;
    const officersLeftOut = officers.leftOut();
    const descriptions = describe(folder, {
      generation,
      publisher,
      files,
      day: walk.day,
      hasOfficers: withOfficers,
      officersLeftOut,
      registers: Object.entries(registers).map(([id, facts]) => ({ id, facts, register: REGISTERS.get(id) })),
    });
    return {
      outcome: { generation, companies: records.active, files, officersLeftOut },
      files: [...files, ...(await checked(folder, descriptions, signal))],
    };
  });
}

function describe(folder: string, facts: ExportFacts): { readonly path: string }[] {
  const texts = [
    [DESCRIPTION_FILE, dataPackage(facts)],
    ['catalog.jsonld', catalogue(facts)],
    [LICENCES_FILE, licences(facts)],
    ...tableSchemas(facts.files),
  ] as const;
  return texts.map(([path, text]) => {
    makeFolder(dirname(join(folder, path)));
    writeFileSync(join(folder, path), text);
    return { path };
  });
}
