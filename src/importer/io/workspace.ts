import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { OWN_PROCESS, makeFolder, removeLeftovers, Sorter } from '../../files/index.ts';

/** Maximum bytes of records in memory before they are spilled: half the default of a sorter, because the parser needs memory too. */
const SORTER_BYTES = 32 * 1024 * 1024;

/** The folder for the sorted data of an import, beside its output. It is created when it is first needed. */
export class Workspace {
  readonly #parent: string;
  readonly #prefix: string;

  constructor(outputPath: string) {
    this.#parent = outputPath === '-' ? tmpdir() : dirname(outputPath);
    this.#prefix = outputPath === '-' ? '.openfirma-import.' : `.${basename(outputPath)}.`;
  }

  get #directory(): string {
    return join(this.#parent, `${this.#prefix}${OWN_PROCESS}.work`);
  }

  /** Removes the folders of killed imports with the same output. */
  async removeAbandoned(): Promise<void> {
    await removeLeftovers(this.#parent, this.#prefix, '.work');
  }

  /** Returns a sorter on disk. @param name the prefix of its files, unique in the import */
  sorter(name: string): Sorter {
    return new Sorter({ directory: this.make(), name, memoryBytes: SORTER_BYTES });
  }

  make(): string {
    makeFolder(this.#directory);
    return this.#directory;
  }

  async remove(): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
  }
}
