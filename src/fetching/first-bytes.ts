import type { Crawl, Download, PagedList } from '../importer/index.ts';
import { sendRequest, type Outcome } from './crawls/send-request.ts';
import { RefusedError, type HttpClient } from './http.ts';
import { createCrawl } from './paged-list.ts';
import { RetryableError } from './retry.ts';

/** The responses of a server about a file: to a HEAD request, and to a request for the first bytes. */
export interface FirstBytes {
  /** Why the server refused the HEAD request, as some servers do. */
  readonly headRefused?: string;
  /** The final address, if it differs from the requested address, and whether the redirect is permanent (301, 308). */
  readonly movedTo?: { readonly url: string; readonly isPermanent: boolean };
  readonly type: string | undefined;
  /** The length of the whole file, if the server states it. */
  readonly size: number | undefined;
  readonly lastModified: string | undefined;
  readonly bytes: Buffer;
  /** Whether {@linkcode bytes} are the whole file. */
  readonly isWhole: boolean;
}

/**
 * Requests the headers and the first bytes of a file, each once.
 * @throws {InputError} if the server refuses; {@linkcode RetryableError} if it does not answer, or is busy
 */
export async function probeFile(
  { url, accept = '*/*' }: Pick<Download, 'url' | 'accept'>,
  bytesMax: number,
  client: HttpClient,
): Promise<FirstBytes> {
  const signal = AbortSignal.any([client.signal, AbortSignal.timeout(client.limits.pageMs)]);
  const headers = { 'accept-encoding': 'identity', accept };
  const head = await client.send({ url, isHead: true, headers }, signal).catch((error: unknown) => {
    // A server that refuses HEAD may still send the file.
    if (error instanceof RefusedError || error instanceof RetryableError) return error;
    throw error;
  });
  let movedTo: FirstBytes['movedTo'];
  const onRedirect = (status: number, to: string): void => {
    const isPermanent = movedTo?.isPermanent === true || status === 301 || status === 308;
    movedTo = { url: client.withoutSecrets(to), isPermanent };
  };
  const ranged = { ...headers, range: `bytes=0-${bytesMax - 1}` };
  const response = await client.send({ url, headers: ranged, onRedirect }, signal);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of client.readBody(response, signal)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= bytesMax) break;
  }
  const headFields = 'headers' in head ? head.headers : undefined;
  const field = (name: string): string | undefined => response.headers.get(name) ?? headFields?.get(name) ?? undefined;
  const lengths = [
    /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1],
    response.status === 200 ? response.headers.get('content-length') : undefined,
    headFields?.get('content-length'),
  ];
  const size = lengths.map((bytes) => Number(bytes ?? NaN)).find((bytes) => Number.isSafeInteger(bytes));
  return {
    ...('message' in head && { headRefused: head.message }),
    ...(movedTo !== undefined && { movedTo }),
    type: field('content-type'),
    size,
    lastModified: field('last-modified'),
    bytes: Buffer.concat(chunks).subarray(0, bytesMax),
    isWhole: length < bytesMax && (size === undefined || size === length),
  };
}

/** Sends the first request of a crawl, once. Returns undefined if the crawl has nothing to request today. */
export async function probeCrawl(crawl: Crawl, client: HttpClient): Promise<Outcome | undefined> {
  const today = new Date().toISOString().slice(0, 10);
  for (const first of crawl.first({ today, reached: {} }).requests) {
    const request =
      'from' in first ? { kind: first.kind, key: String(first.from).padStart(first.digits ?? 0, '0') } : first;
    client.trust(crawl.toHttpRequest(request).url);
    return await sendRequest(crawl, request, undefined, client);
  }
  return undefined;
}

/** Requests the first page of a list, once. `lines` are the records of the page as JSON. */
export async function probeList(
  list: PagedList,
  client: HttpClient,
): Promise<{ readonly outcome: Outcome | undefined; readonly lines: readonly string[] }> {
  let lines: readonly string[] = [];
  const crawl = createCrawl(list, Infinity, (page) => {
    lines = page.lines;
  });
  return { outcome: await probeCrawl(crawl, client), lines };
}
