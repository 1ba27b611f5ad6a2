import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, makeFolder } from '../files/index.ts';
import { InputError, messageOf } from '../model/index.ts';

const SECRET_BYTES = 32;

/**
 * The secret of a data directory: 32 random bytes in its file `cursor-secret`, created once and readable only by the
 * owner. Processes that start at the same time end with the same secret: each writes its own file aside, and the
 * first to link it to the name wins. Throws {@linkcode InputError} when the file cannot be made or is damaged.
 */
export function cursorSecretOf(dataDirectory: string): Uint8Array {
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
    `Cannot ${action} the cursor secret "${path}": ${messageOf(error)}; set CURSOR_SECRET or a DATA_DIR that can be written`,
    { cause: error },
  );
}
