import { copyFile, open, readFile, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  Lock,
  asidePath,
  factsOfFile,
  removeAbandonedAside,
  renameSynced,
  syncPath,
  writeWhole,
  type FileFacts,
  makeFolder,
} from '../../src/files/index.ts';
import { InputError } from '../../src/model/index.ts';
import { orAbsent } from './followed-state.ts';
import { CURRENT_FILE, SNAPSHOTS_FOLDER } from './publication.ts';
import { CrossedError, PublishError, type Store, type StoredCurrent } from './store.ts';

/** A folder, which a web server serves, or which is copied to another machine. */
export class FolderStore implements Store {
  readonly name: string;
  #lock: Lock | undefined;

  constructor(folder: string) {
    this.name = folder;
  }

  async lock(): Promise<void> {
    makeFolder(join(this.name, SNAPSHOTS_FOLDER));
    syncPath(this.name);
    this.#lock = await Lock.take(join(this.name, '.publishing.lock'), (reason) => new PublishError(this.name, reason));
  }

  async current(): Promise<StoredCurrent | undefined> {
    const text = await this.text(CURRENT_FILE);
    return text === undefined ? undefined : { text };
  }

  async replaceCurrent(text: string, before: StoredCurrent | undefined): Promise<void> {
    // Another machine may write to a shared folder despite the lock.
    if ((await this.current())?.text !== before?.text) throw new CrossedError(this.name);
    await writeWhole(join(this.name, CURRENT_FILE), text);
  }

  async sizeOf(path: string): Promise<number | undefined> {
    return (await orAbsent(stat(join(this.name, path))))?.size;
  }

  factsOf(path: string): Promise<FileFacts> {
    return factsOfFile(join(this.name, path));
  }

  async put(name: string, file: string, facts: FileFacts): Promise<void> {
    const path = join(this.name, name);
    makeFolder(dirname(path));
    await removeAbandonedAside(path);
    const aside = asidePath(path);
    try {
      await copyFile(file, aside);
      await using copy = await open(aside, 'r+');
      await copy.chmod(0o644);
      await copy.sync();
      const { size, sha256 } = await factsOfFile(aside);
      if (size !== facts.size || sha256 !== facts.sha256)
        throw new InputError(`Cannot publish "${file}": it changed while it was copied`);
      renameSynced(aside, path);
    } finally {
      await rm(aside, { force: true });
    }
  }

  async text(path: string): Promise<string | undefined> {
    return await orAbsent(readFile(join(this.name, path), 'utf8'));
  }

  async putText(name: string, text: string): Promise<void> {
    const path = join(this.name, name);
    makeFolder(dirname(path));
    await writeWhole(path, text);
  }

  async list(): Promise<readonly string[]> {
    const names = await readdir(join(this.name, SNAPSHOTS_FOLDER));
    return names.filter((name) => /^[A-Za-z0-9_-]+$/.test(name));
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.name, path), { force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lock?.[Symbol.asyncDispose]();
  }
}
