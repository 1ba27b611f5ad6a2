import { InputError } from '../../model/index.ts';
import { DamagedError } from '../file/page-sums.ts';

/** Reports a fault of the snapshot. */
export type Fail = (what: string) => never;
/** Called for each row that was read. */
export type OnRow = (table: string) => Promise<void> | undefined;

/**
 * Does work that reads a snapshot. A row that cannot be decoded, although its bytes are those that were written, is a fault, too.
 * @throws {InputError} that names the fault
 */
export async function failing<T>(path: string, work: (fail: Fail) => Promise<T>): Promise<T> {
  const fail: Fail = (what) => {
    throw new InputError(`Cannot trust the snapshot "${path}": ${what}`);
  };
  try {
    return await work(fail);
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError || error instanceof DamagedError)
      fail(`it is damaged: ${error.message}`);
    throw error;
  }
}
