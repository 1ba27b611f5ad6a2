import type { HttpClient, HttpRequest } from './http.ts';
import { RetryableError } from './retry.ts';

/** Gives a field of an answer's header. */
export type HeaderOf = (name: string) => string | undefined;

/**
 * Reads a page or a catalogue that has the addresses of files.
 * @throws {InputError} where the server does not give it, or it is too long
 */
export async function fetchPage(request: HttpRequest, client: HttpClient): Promise<string> {
  return fetchAnswer(request, client, (text) => text);
}

/**
 * Asks for JSON and reads it with `read`, which may throw a {@linkcode RetryableError} as well. Numbers that JavaScript would
 * change keep the text that the server gave them, also when they are written again.
 * @throws {InputError} where the server does not give it, or it is too long
 */
export async function fetchJson<T>(
  request: HttpRequest,
  client: HttpClient,
  read: (answer: unknown, header: HeaderOf) => T,
): Promise<T> {
  return fetchAnswer(request, client, (text, header) => {
    let answer: unknown;
    try {
      answer = JSON.parse(text.replace(/^\uFEFF/, ''), exactNumber);
    } catch (error) {
      // A server that fails in the middle of an answer, or shows a page about a fault, may have it next time.
      const reason = error instanceof Error ? error.message : String(error);
      throw new RetryableError(`the answer is no JSON: ${reason}`, { cause: error });
    }
    return read(answer, header);
  });
}

async function fetchAnswer<T>(
  request: HttpRequest,
  client: HttpClient,
  read: (text: string, header: HeaderOf) => T,
): Promise<T> {
  const { pageMs, pageBytes } = client.limits;
  return client.retry(request.url, pageMs, async (signal) => {
    const response = await client.send(request, signal);
    const text = await client.textOf(response, request.url, pageBytes, signal);
    return read(text, (name) => response.headers.get(name) ?? undefined);
  });
}

/** Part of ES2026 that Node has and the types of the compiler lack. */
const { rawJSON, isRawJSON } = JSON as unknown as {
  readonly rawJSON: (text: string) => unknown;
  readonly isRawJSON: (value: unknown) => boolean;
};

/** Whether a value of {@linkcode fetchJson} is a number that kept its text; `JSON.stringify` gives it. */
export function isExactNumber(value: unknown): boolean {
  return isRawJSON(value);
}

function exactNumber(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && String(value) !== source ? rawJSON(source) : value;
}
