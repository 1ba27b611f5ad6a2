import { appendFileSync, closeSync, openSync, rmSync } from 'node:fs';
import { describeRejectedLine, type RejectedLine } from '../identity/index.ts';
import { InputError } from '../model/index.ts';

/** The file of rejected lines, each with its reason. More than `max` of them stop the build. */
export class Rejects {
  readonly path: string;
  readonly #max: number;
  #descriptor: number | undefined;
  count = 0;

  constructor(path: string, max: number) {
    this.path = path;
    this.#max = max;
  }

  /** Adds a rejected line. @throws {InputError} that describes the line, if there are too many rejected lines */
  add(rejected: RejectedLine): void {
    this.count++;
    if (this.count > this.#max) {
      const others =
        this.#max === 0 ? '' : ` (--max-rejects allows ${this.#max}, and ${this.#max} lines were rejected before)`;
      throw new InputError(describeRejectedLine(rejected) + others);
    }
    // The lines are stored in full and may have personal data: only the operator may read them.
    this.#descriptor ??= openSync(this.path, 'wx', 0o600);
    appendFileSync(this.#descriptor, `${JSON.stringify(rejected)}\n`);
  }

  /** Removes all, to reject the lines of another attempt. */
  clear(): void {
    this.close();
    rmSync(this.path, { force: true });
    this.count = 0;
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
