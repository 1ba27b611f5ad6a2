import { OpenedFile, type OpenFile } from '../../files/index.ts';

/**
 * The snapshot that workers have accepted last, held open while all of them may end: the system closes what a thread has opened when it
 * ends. A worker that starts opens this file, not what lies at the path, which the others may have refused.
 */
export class HeldFile {
  #held: OpenedFile | undefined;

  /** The file; undefined on systems that cannot open an open file again. */
  get file(): OpenFile | undefined {
    return this.#held && { path: this.#held.path, signature: this.#held.signature };
  }

  /** Holds the file that a worker has opened in the place of the one before. */
  hold({ path, signature }: OpenFile): void {
    const opened = openAgain(path);
    if (opened === undefined) return;
    const [held, other] = opened.signature === signature ? [opened, this.#held] : [this.#held, opened];
    this.#held = held;
    void other?.close();
  }
}

/** Undefined where the worker has closed it meanwhile, because it serves the next one, and on other systems than Linux. */
function openAgain(path: string): OpenedFile | undefined {
  try {
    return new OpenedFile(path);
  } catch {
    return undefined;
  }
}
