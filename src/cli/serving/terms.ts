import { readFileSync, statSync } from 'node:fs';
import { mustBeFile } from '../../files/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';

const BYTES_MAX = 200_000;

/**
 * The text of `TERMS_FILE`; undefined where none is named.
 * @throws {InputError} where it cannot be read or is too long
 */
export function termsIn(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const refuse = (reason: string): never => {
    throw new InputError(`Cannot start: the setting TERMS_FILE names ${quoteValue(path)}: ${reason}`);
  };
  mustBeFile(path, refuse);
  const { size } = statSync(path);
  if (size > BYTES_MAX) refuse(`it has ${size} bytes, more than ${BYTES_MAX}`);
  return readFileSync(path, 'utf8');
}
