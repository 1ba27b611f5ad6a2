import { InputError, quoteValue } from '../model/index.ts';
import type { FileLayout } from './formats/layout.ts';
import type { InputFile } from './io/input.ts';
import { kindOf, kindOfSheet } from './kind-of.ts';
import { reasonOf, type TriedStart } from './refusals.ts';
import type { DeclaredFiles } from './register.ts';

/** What is known of an XLSX file: whether a sheet is of some kind, and what the others were tried as. */
interface Workbook {
  hasKind: boolean;
  readonly tried: TriedStart[];
}

/** Finds the kind of each file of a register, and how it looks. */
export class Layouts {
  readonly #files: DeclaredFiles;
  readonly #workbooks = new Map<string, Workbook>();

  constructor(files: DeclaredFiles) {
    this.#files = files;
  }

  /** The kind of a file and its layout; undefined for a sheet of no kind: publishers keep notes beside their tables. */
  async of(file: InputFile): Promise<{ kind: string | undefined; layout: FileLayout } | undefined> {
    const files = this.#files;
    if (!('kinds' in files)) return { kind: undefined, layout: files };
    const kind = await this.#kindOf(file, files.kinds);
    if (kind === undefined) return undefined;
    const layout = files.kinds[kind];
    if (layout === undefined) throw new Error(`the kind ${kind} is not declared`);
    return { kind, layout };
  }

  /** @throws {InputError} where no sheet of an XLSX file is of any kind: it is another file, or has other columns now */
  refuseStrangeWorkbooks(): void {
    if (!('kinds' in this.#files)) return;
    for (const [path, { hasKind, tried }] of this.#workbooks) {
      if (!hasKind) throw new InputError(`Cannot read ${quoteValue(path)}: ${reasonOf(tried, this.#files.kinds)}`);
    }
  }

  async #kindOf(file: InputFile, kinds: Readonly<Record<string, FileLayout>>): Promise<string | undefined> {
    const { name, sheet } = file;
    if (sheet === undefined) return kindOf(file, kinds);
    const path = name.slice(0, name.lastIndexOf('!'));
    const workbook = this.#workbooks.get(path) ?? { hasKind: false, tried: [] };
    this.#workbooks.set(path, workbook);
    const kind = await kindOfSheet(name, sheet, kinds, workbook.tried);
    workbook.hasKind ||= kind !== undefined;
    return kind;
  }
}
