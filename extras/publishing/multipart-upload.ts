import { createHash, hash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import type { FileFacts } from '../../src/files/index.ts';
import { InputError, quoteValue } from '../../src/model/index.ts';
import { PublishError } from './store.ts';

/** The size of a part. S3 accepts 10,000 parts of 5 MiB to 5 GiB, and one PUT of at most 5 GB. */
export const PART_BYTES = 1024 ** 3;

const RESPONSE_BYTES_MAX = 65_536;

/** A request to a store. */
export interface StoreRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob | string;
  readonly sha256?: string;
  /** The maximum size of the response body; absent if the body is not read. */
  readonly bytesMax?: number;
  /** Whether the store may need minutes for the response. */
  readonly isSlow?: boolean;
  /** The size of the requested file, if the caller reads the response body. */
  readonly fileBytes?: number;
  /** Whether the request is sent only once, even if no response arrives. */
  readonly isOnce?: boolean;
  /** Whether to send the request with a short deadline, even if the publisher was interrupted. */
  readonly isLast?: boolean;
}

export interface UploadTarget {
  /** The address of the file in messages. */
  readonly name: string;
  readonly partBytes: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sends a request. Undefined if the upload does not exist; rejects if the store refuses. */
  readonly send: (request: StoreRequest) => Promise<Response | undefined>;
  /** Sends the last request, as a conditional write if the store supports it. */
  readonly write: (request: StoreRequest) => Promise<Response | undefined>;
  /** The size of the file on the store; undefined if it does not exist. */
  readonly size: () => Promise<number | undefined>;
}

/**
 * Uploads a large file to S3 in parts. The file appears with the last request. After a failure the parts are removed; if that fails, too,
 * the message names the upload.
 */
export async function uploadInParts(file: string, facts: FileFacts, target: UploadTarget): Promise<void> {
  const { name, send, headers } = target;
  const started = await send({ method: 'POST', query: 'uploads', headers, bytesMax: RESPONSE_BYTES_MAX });
  const id = /<UploadId>([^<>&]{1,2000})<\/UploadId>/.exec((await started?.text()) ?? '')?.[1];
  if (id === undefined) throw new PublishError(name, 'the store does not start an upload in parts');
  try {
    const parts = await sendParts(file, facts, id, target);
    await complete(parts, facts, id, target);
  } catch (error) {
    try {
      await send({ method: 'DELETE', query: `uploadId=${encodeURIComponent(id)}`, isLast: true });
    } catch {
      if (error instanceof InputError)
        throw new InputError(
          `${error.message}; the parts that were sent stay on the store as the upload ${quoteValue(id)}`,
          { cause: error },
        );
    }
    throw error;
  }
}

/** Sends all parts; returns their entity tags. */
async function sendParts(file: string, facts: FileFacts, id: string, target: UploadTarget): Promise<string[]> {
  const blob = await openAsBlob(file);
  const whole = createHash('sha256');
  const tags: string[] = [];
  for (let start = 0; start < facts.size; start += target.partBytes) {
    const end = Math.min(start + target.partBytes, facts.size);
    const part = createHash('sha256');
    for await (const chunk of createReadStream(file, { start, end: end - 1 }) as AsyncIterable<Uint8Array>) {
      part.update(chunk);
      whole.update(chunk);
    }
    const response = await target.send({
      method: 'PUT',
      query: `partNumber=${tags.length + 1}&uploadId=${encodeURIComponent(id)}`,
      body: blob.slice(start, end),
      sha256: part.digest('hex'),
    });
    const tag = response?.headers.get('etag');
    if (tag == null) throw new PublishError(target.name, `part ${tags.length + 1} has no entity tag`);
    tags.push(tag);
  }
  if (whole.digest('hex') !== facts.sha256)
    throw new InputError(`Cannot publish ${quoteValue(file)}: it changed while it was sent; try again`);
  return tags;
}

/** Joins the parts. The store may respond with status 200 and a fault in the text. */
async function complete(tags: readonly string[], { size }: FileFacts, id: string, target: UploadTarget): Promise<void> {
  const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`);
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
  const response = await target.write({
    method: 'POST',
    query: `uploadId=${encodeURIComponent(id)}`,
    headers: { 'content-type': 'application/xml' },
    body,
    sha256: hash('sha256', body),
    bytesMax: RESPONSE_BYTES_MAX,
    isSlow: true,
  });
  const text = (await response?.text()) ?? '';
  const code = /<Code>(\w{1,100})<\/Code>/.exec(text)?.[1];
  // If the response to an earlier attempt was lost, the file exists and the upload does not.
  const isJoined = code === undefined && /<CompleteMultipartUploadResult[\s>]/.test(text);
  if (isJoined || (response === undefined && (await target.size()) === size)) return;
  throw new PublishError(target.name, `the store does not join the parts: ${code ?? 'no such upload'}`);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
