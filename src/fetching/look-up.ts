import { InputError, quoteValue } from '../model/index.ts';
import { get, persist } from './http.ts';

/** A page that tells addresses is small; one that is not must not fill the memory. */
const PAGE_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Reads a page or a catalogue that tells where files are.
 * @throws {InputError} where it cannot be had, or is no page by its size
 */
export async function lookUp(url: string, signal: AbortSignal): Promise<string> {
  return persist(url, signal, async () => {
    const response = await get(url, {}, signal);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > PAGE_BYTES_MAX) {
        throw new InputError(
          `Cannot read ${quoteValue(url)}: longer than the allowed ${PAGE_BYTES_MAX} bytes of a page`,
        );
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  });
}
