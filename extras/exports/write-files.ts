import { join } from 'node:path';
import { InputError, counted } from '../../src/model/index.ts';
import { countRecords } from '../../src/snapshot/index.ts';
import type { ExportedFile } from './descriptions/exported-file.ts';
import type { ExportJob } from './folder.ts';
import type { FileKind, Format, OutputFile } from './formats/format.ts';
import { countActive, type Walk } from './walk.ts';

export type WrittenFile = Omit<ExportedFile, 'bytes' | 'sha256'>;

export const GROUPINGS = ['country', 'all'] as const;
/** Whether there is one file for each country, or one file for all countries. */
export type Grouping = (typeof GROUPINGS)[number];

export interface Writing extends Pick<ExportJob, 'yieldIfDue' | 'onProgress'> {
  readonly formats: readonly Format[];
  readonly by: Grouping;
  readonly folder: string;
}

/** Writes the files of all formats in one walk over a snapshot. */
export async function writeFiles(walk: Walk, writing: Writing): Promise<WrittenFile[]> {
  const { records } = walk.metadata;
  const all = countRecords(records);
  let done = 0;
  const step = (note: string): Promise<void> | undefined => {
    writing.onProgress?.(++done, all + records.active, note);
    return writing.yieldIfDue();
  };
  return [...(await writeFormerIds(walk, writing, step)), ...(await writeCompanies(walk, writing, step))];
}

type Step = (note: string) => Promise<void> | undefined;

async function writeFormerIds(walk: Walk, writing: Writing, step: Step): Promise<WrittenFile[]> {
  using files = new FileSet(({ forAll }) => forAll, walk, writing);
  for (const id of walk.formerIds()) {
    if (id !== undefined) await files.add(id);
    await step('reading ids');
  }
  return await files.close();
}

async function writeCompanies(walk: Walk, writing: Writing, step: Step): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  const open = (country?: string) => new FileSet(({ perCountry }) => perCountry, walk, writing, country);
  using all = writing.by === 'all' ? open() : undefined;
  const companies = walk.companies();
  let next = companies.next();
  while (next.done !== true) {
    const { country } = next.value;
    let count = 0;
    using own = all === undefined ? open(country ?? 'none') : undefined;
    const files = all ?? own;
    for (; next.done !== true && next.value.country === country; next = companies.next()) {
      await files?.add(next.value);
      count++;
      await step(country ?? 'without a country');
    }
    const expected = countActive(walk.metadata, country);
    if (count !== expected)
      throw new InputError(
        `Cannot export "${walk.path}": its metadata count ${counted(expected, 'company')} of ${country ?? 'no country'}, but it holds ${count}; check it with "openfirma verify"`,
      );
    written.push(...((await own?.close()) ?? []));
  }
  return [...written, ...((await all?.close()) ?? [])];
}

/** The files of all formats that get the same items: the companies of one country, all companies, or all former ids. */
class FileSet<Item> implements Disposable {
  readonly #files: { readonly file: OutputFile<Item>; readonly facts: Omit<WrittenFile, 'rows'> }[];

  constructor(
    listKinds: (format: Format) => readonly FileKind<Item>[],
    { metadata }: Walk,
    { formats, folder }: Writing,
    country?: string,
  ) {
    const kinds = formats.flatMap((format) => listKinds(format).map((kind) => ({ format, kind })));
    this.#files = kinds.map(({ format, kind }) => {
      const { name, title, table } = kind;
      const path = [format.name, name, country ?? []].flat().join('/') + `.${format.extension}`;
      const facts = { path, format, kind: { name, title }, table, ...(country !== undefined && { country }) };
      return { file: kind.open(join(folder, path), metadata.generation), facts };
    });
  }

  async add(item: Item): Promise<void> {
    for (const { file } of this.#files) await file.add(item);
  }

  /** Ends all files; returns the files that have rows. */
  async close(): Promise<WrittenFile[]> {
    const written: WrittenFile[] = [];
    for (const { file, facts } of this.#files) {
      const rows = await file.close();
      if (rows > 0) written.push({ ...facts, rows });
    }
    return written;
  }

  [Symbol.dispose](): void {
    for (const { file } of this.#files) file.discard?.();
  }
}
