import { toErrorMessage } from '../model/index.ts';
import type { HttpClient, HttpRequest } from './http.ts';
import { RetryableError } from './retry.ts';

/**
 * Fetches a page or a catalogue.
 * @throws {InputError} if the server does not send it, or it is too long
 */
export async function fetchPage(request: HttpRequest, client: HttpClient): Promise<string> {
  return fetchText(request, client, (text) => text);
}

/**
 * Fetches JSON and reads it with `read`, which may also throw a {@linkcode RetryableError}.
 * @throws {InputError} if the server does not send it, or it is too long
 */
export async function fetchJson<T>(
  request: HttpRequest,
  client: HttpClient,
  read: (response: unknown) => T,
): Promise<T> {
  return fetchText(request, client, (text) => {
    let response: unknown;
    try {
      response = JSON.parse(text.replace(/^\uFEFF/, ''));
    } catch (error) {
      // The server may have failed while it wrote the response, or may have sent an error page.
      const reason = toErrorMessage(error);
      throw new RetryableError(`the response is not JSON: ${reason}`, { cause: error });
    }
    return read(response);
  });
}

/** Fetches a text and reads it. After a {@linkcode RetryableError} both steps are repeated. */
export async function fetchText<T>(request: HttpRequest, client: HttpClient, read: (text: string) => T): Promise<T> {
  const { pageMs, pageBytes } = client.limits;
  return client.retry(request.url, pageMs, async (signal) => {
    const response = await client.send(request, signal);
    return read(await client.readText(response, request.url, pageBytes, signal));
  });
}
