import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { OWN_PROCESS, makeFolder, removeLeftovers } from '../../files/index.ts';
import { Joined } from '../join/joined.ts';

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

  joined(name: string): Joined {
    return new Joined(this.make(), name);
  }

  /** Makes the folder and returns its path. */
  make(): string {
    makeFolder(this.#directory);
    return this.#directory;
  }

  async remove(): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
  }
}
