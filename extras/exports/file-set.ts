import { join } from 'node:path';
import type { ExportedFile } from './descriptions/exported-file.ts';
import type { OutputFile } from './exported-company.ts';
import type { FileKind, Format } from './formats/format.ts';

/** A written file whose bytes are not yet counted. */
export type WrittenFile = Omit<ExportedFile, 'bytes' | 'sha256'>;

interface Opened<Item> {
  readonly file: OutputFile<Item>;
  readonly told: Omit<WrittenFile, 'rows'>;
}

/** The files of all formats that hold the same items: the companies of one country, or all former ids. */
export class FileSet<Item> implements Disposable {
  readonly #files: Opened<Item>[];

  constructor(
    kinds: readonly (readonly [Format, FileKind<Item>])[],
    folder: string,
    generation: string,
    country?: string,
  ) {
    this.#files = kinds.map(([format, kind]) => {
      const { name, title, table } = kind;
      const path = [format.name, name, country ?? []].flat().join('/') + `.${format.extension}`;
      const told = { path, format, kind: { name, title }, table, ...(country !== undefined && { country }) };
      return { file: kind.open(join(folder, path), generation), told };
    });
  }

  async add(item: Item): Promise<void> {
    for (const { file } of this.#files) {
      file.add(item);
      await file.settle();
    }
  }

  /** Ends all files; returns those that have rows. */
  async close(): Promise<WrittenFile[]> {
    const written: WrittenFile[] = [];
    for (const { file, told } of this.#files) {
      const rows = await file.close();
      if (rows > 0) written.push({ ...told, rows });
    }
    return written;
  }

  [Symbol.dispose](): void {
    for (const { file } of this.#files) file.discard();
  }
}
