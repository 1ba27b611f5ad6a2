import { InputError, quoteValue } from '../model/index.ts';
import { get, retry } from './http.ts';

/** The longest page, in bytes: a page with addresses is small, and an endless one must not fill the memory. */
const PAGE_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Reads a page or a catalogue that has the addresses of files.
 * @throws {InputError} where the server does not give it, or it is too long
 */
export async function fetchPage(url: string, signal: AbortSignal): Promise<string> {
  return retry(url, signal, async () => {
    const response = await get(url, {}, signal);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > PAGE_BYTES_MAX)
        throw new InputError(`Cannot read ${quoteValue(url)}: it is longer than the allowed ${PAGE_BYTES_MAX} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  });
}
