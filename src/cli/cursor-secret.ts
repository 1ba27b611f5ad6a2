import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, makeFolder } from '../files/index.ts';
import { InputError, toErrorMessage } from '../model/index.ts';

const SECRET_BYTES = 32;

/**
 * Returns the secret of a data directory: 32 random bytes in the file `cursor-secret`, which is created once and readable only by its
 * owner. Processes that start at the same time get the same secret: each writes a temporary file, and the first to link its file to
 * the final name wins. Throws {@linkcode InputError} if the file cannot be created or is damaged.
 */
export function loadCursorSecret(dataDirectory: string): Uint8Array {
  const path = join(dataDirectory, 'cursor-secret');
  const secret = readSecret(path) ?? createSecret(dataDirectory, path);
  if (secret.length !== SECRET_BYTES) {
    throw new InputError(
      `Cannot use the cursor secret "${path}": it must hold ${SECRET_BYTES} bytes, got ${secret.length}; remove it to have a new one made`,
    );
  }
  return secret;
}

function readSecret(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw fault('read', path, error);
  }
}

function createSecret(directory: string, path: string): Uint8Array {
  const aside = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    makeFolder(directory);
    writeFileSync(aside, randomBytes(SECRET_BYTES), { mode: 0o600, flag: 'wx', flush: true });
    try {
      linkSync(aside, path);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(aside);
    }
    return readFileSync(path);
  } catch (error) {
    throw fault('create', path, error);
  }
}

function fault(action: string, path: string, error: unknown): InputError {
  return new InputError(
    `Cannot ${action} the cursor secret "${path}": ${toErrorMessage(error)}; set CURSOR_SECRET or a DATA_DIR that can be written`,
    { cause: error },
  );
}
