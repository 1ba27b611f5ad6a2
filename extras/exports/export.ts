import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { factsOfFile, makeFolder, type YieldIfDue } from '../../src/files/index.ts';
import { catalogue } from './descriptions/catalogue.ts';
import { dataPackage, tableSchemas } from './descriptions/datapackage.ts';
import type { ExportFacts, ExportedFile, ExportedRegister, LeftOut } from './descriptions/exported-file.ts';
import { LICENCES_FILE, licences } from './descriptions/licences.ts';
import { DESCRIPTION_FILE, inExportsFolder, writeChecksums, type ExportsFolder } from './folder.ts';
import type { FormatName } from './formats/format.ts';
import { FORMATS } from './formats/formats.ts';
import { OfficerFilter } from './officer-filter.ts';
import { Walk } from './walk.ts';
import { writeFiles } from './write-files.ts';

export interface ExportOptions {
  readonly snapshot: string;
  /** The folder with exports; it is made where it is not there. */
  readonly into: string;
  readonly formats: readonly FormatName[];
  /** Whether officers are exported. */
  readonly withOfficers: boolean;
  /** All registers that are known. */
  readonly registers: readonly ExportedRegister[];
  /** Who publishes the export. */
  readonly publisher: string;
  readonly signal?: AbortSignal;
  readonly yieldIfDue: YieldIfDue;
  /** Called with the number of steps done and their total. */
  readonly onProgress?: (done: number, total: number, note: string) => void;
}

/** The result of an export. */
export interface ExportOutcome {
  /** The folder of this export. */
  readonly path: string;
  readonly generation: string;
  /** Whether the same was there already. */
  readonly isUnchanged: boolean;
  readonly companies: number;
  readonly files: readonly ExportedFile[];
  /** Officers that were requested and omitted, and why. */
  readonly officersLeftOut: readonly LeftOut[];
}

/**
 * Writes what a snapshot holds as files, and gives the folder its name when all of it is written.
 * @throws {InputError} where that cannot be done; then nothing has changed
 */
export async function exportSnapshot(options: ExportOptions): Promise<ExportOutcome> {
  const { snapshot, into } = options;
  return await inExportsFolder(snapshot, into, DESCRIPTION_FILE, (folder) => exportInto(folder, options));
}

async function exportInto(folder: ExportsFolder, options: ExportOptions): Promise<ExportOutcome> {
  const { snapshot, registers, withOfficers, publisher, signal } = options;
  mkdirSync(folder.work);
  const officers = new OfficerFilter(registers);
  const walk = new Walk(snapshot, folder.temporary, withOfficers ? officers.passesOn : undefined);
  try {
    const { generation, registers: inData } = walk.metadata;
    const known = Object.entries(inData).map(([id, facts]) => {
      return { id, facts, register: registers.find((register) => register.id === id) };
    });
    const written = await writeFiles(walk, {
      formats: options.formats.map((name) => FORMATS[name]),
      folder: folder.work,
      yieldIfDue: options.yieldIfDue,
      onProgress: options.onProgress ?? (() => undefined),
    });
    const files: ExportedFile[] = [];
    for (const file of written) {
      const { size: bytes, sha256 } = await factsOfFile(join(folder.work, file.path), { signal });
      files.push({ ...file, bytes, sha256 });
    }
    const officersLeftOut = officers.leftOut();
    const said = { day: walk.day, hasOfficers: withOfficers, officersLeftOut };
    await describe(folder.work, { generation, publisher, registers: known, files, ...said });
    signal?.throwIfAborted();
    return {
      ...(await folder.publish(generation)),
      generation,
      companies: walk.metadata.records.active,
      files,
      officersLeftOut,
    };
  } finally {
    await walk.close();
  }
}

/** Writes the descriptions of the files, and their checksums. */
async function describe(folder: string, facts: ExportFacts): Promise<void> {
  const texts = new Map([
    [DESCRIPTION_FILE, dataPackage(facts)],
    ['catalog.jsonld', catalogue(facts)],
    [LICENCES_FILE, licences(facts)],
    ...tableSchemas(facts.files),
  ]);
  const sums = new Map(facts.files.map(({ path, sha256 }) => [path, sha256]));
  for (const [path, text] of texts) {
    writeText(join(folder, path), text);
    sums.set(path, (await factsOfFile(join(folder, path))).sha256);
  }
  await writeChecksums(folder, sums);
}

function writeText(path: string, text: string): void {
  makeFolder(dirname(path));
  writeFileSync(path, text);
}
