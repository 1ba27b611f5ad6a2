import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { OWN_PROCESS, makeFolder, removeLeftovers, Sorter } from '../../files/index.ts';

/** Memory for records before they are spilled, in bytes: half of what a sorter takes, for the parser needs its share. */
const SORTER_BYTES = 32 * 1024 * 1024;

/** The folder for the sorted data of an import, beside its output. Made on demand. */
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

  /** Sorts on disk. @param name the prefix of its files, unique in the import */
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
