import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FieldFault, type PreparedFile } from '../importer/index.ts';
import { fetchFile, type FetchOptions, type FetchOutcome } from './fetch-file.ts';
import { fetchJson } from './fetch-page.ts';
import { RetryableError } from './retry.ts';

/**
 * Requests that a server makes a file, and downloads it from the address in the response. An existing file of its name is not
 * requested again.
 * @throws {InputError} where the server does not send the address or the file
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
      throw new RetryableError(`the response has no address of the file: ${error.field} ${error.message}`);
    }
  });
  return fetchFile({ ...prepared, url }, options);
}
