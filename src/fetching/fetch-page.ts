import { InputError, quoteValue } from '../model/index.ts';
import type { HttpClient } from './http.ts';

/**
 * Reads a page or a catalogue that has the addresses of files.
 * @throws {InputError} where the server does not give it, or it is too long
 */
export async function fetchPage(url: string, client: HttpClient): Promise<string> {
  const { pageMs, pageBytes } = client.limits;
  return client.retry(url, pageMs, async (signal) => {
    const response = await client.get({ url }, signal);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of client.bodyOf(response, signal)) {
      bytes += chunk.length;
      if (bytes > pageBytes)
        throw new InputError(`Cannot read ${quoteValue(url)}: it is longer than the allowed ${pageBytes} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  });
}
