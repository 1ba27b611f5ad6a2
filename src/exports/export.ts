import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { factsOfFile } from '../files/index.ts';
import { InputError, SAMPLE_REGISTER, type LineOfficer } from '../model/index.ts';
import type { YieldIfDue } from '../sort/index.ts';
import { catalogue } from './descriptions/catalogue.ts';
import { dataPackage, tableSchemas } from './descriptions/datapackage.ts';
import type { ExportFacts, ExportedFile, ExportedRegister } from './descriptions/exported-file.ts';
import { LICENCES_FILE, licences } from './descriptions/licences.ts';
import { inExportsFolder, writeChecksums, type ExportsFolder } from './folder.ts';
import type { FormatFacts, FormatName } from './formats/format.ts';
import { FORMATS } from './formats/formats.ts';
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
  /** Told how many of how many steps are done. */
  readonly onProgress?: (done: number, total: number, note: string) => void;
}

/** What an export holds. */
export interface ExportOutcome {
  /** The folder of this export. */
  readonly path: string;
  readonly generation: string;
  /** Whether the same was there already. */
  readonly isUnchanged: boolean;
  readonly companies: number;
  readonly files: readonly ExportedFile[];
  /** The registers in the data whose officers were left out, and why. */
  readonly withoutOfficers: readonly { readonly register: string; readonly because: string }[];
}

/**
 * Writes what a snapshot holds as files, and gives the folder its name when all of it is written.
 * @throws {InputError} where that cannot be done; then nothing has changed
 */
export async function exportSnapshot(options: ExportOptions): Promise<ExportOutcome> {
  const { snapshot, into } = options;
  return await inExportsFolder(snapshot, into, (folder) => exportInto(folder, options));
}

async function exportInto(folder: ExportsFolder, options: ExportOptions): Promise<ExportOutcome> {
  const { snapshot, registers, withOfficers, publisher, signal } = options;
  mkdirSync(folder.work);
  const walk = new Walk(snapshot, folder.temporary, withOfficers ? officerFilter(registers) : undefined);
  try {
    const { generation, registers: inData } = walk.metadata;
    const known = Object.entries(inData).map(([id, facts]) => {
      return { id, facts, register: registers.find((register) => register.id === id) };
    });
    mustStateADay(walk, options);
    const written = await writeFiles(walk, {
      formats: options.formats.map((name) => FORMATS[name]),
      folder: folder.work,
      facts: { day: walk.day, generation, publisher, boards: boardsOf(registers) },
      yieldIfDue: options.yieldIfDue,
      onProgress: options.onProgress ?? (() => undefined),
    });
    const files: ExportedFile[] = [];
    for (const file of written) {
      const { size: bytes, sha256 } = await factsOfFile(join(folder.work, file.path), { signal });
      files.push({ ...file, bytes, sha256 });
    }
    const facts = { generation, day: walk.day, publisher, hasOfficers: withOfficers, registers: known, files };
    await describe(folder.work, facts);
    signal?.throwIfAborted();
    return {
      ...(await folder.publish(generation)),
      generation,
      companies: walk.metadata.records.active,
      files,
      withoutOfficers: known.flatMap(({ id, register }) =>
        withOfficers && register?.officers?.isAllowed === false
          ? [{ register: id, because: register.officers.because }]
          : [],
      ),
    };
  } finally {
    await walk.close();
  }
}

/** Officers of registers that allow it, and invented ones. */
function officerFilter(registers: readonly ExportedRegister[]): (officer: LineOfficer) => boolean {
  const allowed = new Set(registers.flatMap(({ officers }) => (officers?.isAllowed === true ? [officers.system] : [])));
  return ({ source: { system } }) => allowed.has(system) || system.startsWith(`openfirma ${SAMPLE_REGISTER} (`);
}

function boardsOf(registers: readonly ExportedRegister[]): FormatFacts['boards'] {
  const told = registers.flatMap(({ officers }) => officers ?? []);
  return new Map(told.flatMap(({ system, boardRoles }) => (boardRoles === undefined ? [] : [[system, boardRoles]])));
}

function mustStateADay({ day }: Walk, { snapshot, formats }: ExportOptions): void {
  if (day !== undefined || !formats.includes('bods')) return;
  throw new InputError(
    `Cannot export "${snapshot}" as bods: each statement needs a date, and no line of the snapshot has an as_of_date`,
  );
}

/** Writes what tells about the files, and their checksums. */
async function describe(folder: string, facts: ExportFacts): Promise<void> {
  const texts = new Map([
    ['datapackage.json', dataPackage(facts)],
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
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
