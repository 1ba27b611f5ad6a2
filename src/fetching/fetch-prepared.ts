import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FieldFault, type PreparedFile } from '../importer/index.ts';
import { fetchFile, type FetchOptions, type FetchOutcome } from './fetch-file.ts';
import { fetchJson } from './fetch-page.ts';
import { RetryableError } from './retry.ts';

/**
 * Asks a server to make a file, and downloads it from where the answer says. A file of its name that is there, whoever put it
 * there, is never asked for again.
 * @throws {InputError} where the server does not say where the file is, or does not give it
 */
export async function fetchPrepared(prepared: PreparedFile, options: FetchOptions): Promise<FetchOutcome> {
  const { name, url: prepare } = prepared;
  const path = join(options.into, name);
  if (existsSync(path)) return { path, changed: false };
  const headers = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' };
  const url = await fetchJson({ url: prepare, headers }, options.client, (answer) => {
    try {
      return prepared.address(answer);
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error;
      throw new RetryableError(`the answer does not say where the file is: ${error.field} ${error.message}`);
    }
  });
  return fetchFile({ ...prepared, url }, options);
}
