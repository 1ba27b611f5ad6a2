/** An S3-compatible store in memory, which checks signatures and digests, and takes uploads in parts. */
import { AwsV4Signer } from 'aws4fetch';
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerOptions } from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { localServer } from '../../test/fixtures/local-server.ts';

export const S3 = { accessKeyId: 'AKID', secretAccessKey: 'a hidden key', region: 'eu-north-1' };

/** The contents of the store. */
export interface S3Store {
  /** The URL of a bucket. */
  readonly bucket: string;
  readonly held: Map<string, Buffer>;
  /** The uploads that are neither joined nor removed, with their parts. */
  readonly uploads: Map<string, Map<number, Buffer>>;
  /** Each request as its method and query. */
  readonly asked: string[];
  /** Sends the response instead of the store, if it returns true. */
  before: (asked: string, response: ServerResponse) => boolean;
  /** Called when a request was carried out, before its response is sent. */
  done: (asked: string, response: ServerResponse) => void;
}

/**
 * Starts a store for one test, with TLS if `tls` has a certificate. Without `hasConditions`, the response to conditional writes is 501.
 */
export async function s3Store(t: TestContext, hasConditions = true, tls?: ServerOptions): Promise<S3Store> {
  const [held, uploads] = [new Map<string, Buffer>(), new Map<string, Map<number, Buffer>>()];
  const asked: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const { pathname, search, searchParams: query } = new URL(request.url ?? '', server.base);
    const what = `${request.method} ${search}`;
    asked.push(what);
    if (!(await isSigned(request, server.base, body))) return void response.writeHead(403).end();
    if (store.before(what, response)) return;
    const id = query.get('uploadId');
    const parts = uploads.get(id ?? '');
    const present = held.get(pathname);
    const isConditional = request.headers['if-none-match'] !== undefined || request.headers['if-match'] !== undefined;
    if (isConditional && !hasConditions) return void response.writeHead(501).end();
    const isHeld = request.headers['if-none-match'] !== undefined && present !== undefined;
    const end = (status: number, headers: Record<string, string> = {}, text: string | Buffer = ''): void => {
      store.done(what, response);
      if (!response.destroyed) response.writeHead(status, headers).end(text);
    };
    if (query.has('uploads')) {
      const made = `upload/${uploads.size + asked.length}+=`;
      uploads.set(made, new Map());
      return end(
        200,
        {},
        `<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (id !== null && parts === undefined) return end(404, {}, '<Error><Code>NoSuchUpload</Code></Error>');
    if (isHeld && (request.method === 'PUT' || id !== null)) return void response.writeHead(412).end();
    if (parts !== undefined && request.method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body);
      return end(200, { etag: `"${hash('md5', body)}"` });
    }
    if (parts !== undefined && request.method === 'POST') {
      const named = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w+)&quot;/g)];
      const joined = named.map(([, number, tag]) => {
        const part = parts.get(Number(number));
        return part !== undefined && hash('md5', part) === tag ? part : undefined;
      });
      if (joined.includes(undefined)) return end(400, {}, '<Error><Code>InvalidPart</Code></Error>');
      held.set(pathname, Buffer.concat(joined.filter((part) => part !== undefined)));
      uploads.delete(id ?? '');
      return end(200, {}, '<CompleteMultipartUploadResult><Key>x</Key></CompleteMultipartUploadResult>');
    }
    if (request.method === 'DELETE') return end((id === null ? held.delete(pathname) : uploads.delete(id)) ? 204 : 404);
    if (request.method === 'PUT') {
      held.set(pathname, body);
      return end(200);
    }
    if (present === undefined) return end(404);
    end(
      200,
      { etag: `"${hash('md5', present)}"`, 'content-length': String(present.length) },
      request.method === 'HEAD' ? '' : present,
    );
  };
  const server = await localServer(t, (request, response) => void answer(request, response), tls);
  const store: S3Store = {
    bucket: `${server.base}/bucket`,
    held,
    uploads,
    asked,
    before: () => false,
    done: () => undefined,
  };
  return store;
}

/** Whether the signature and the digest of a request match its content. */
async function isSigned(
  { headers, method = '', url = '' }: IncomingMessage,
  base: string,
  body: Buffer,
): Promise<boolean> {
  const digest = headers['x-amz-content-sha256'];
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== hash('sha256', body)) return false;
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? [];
  const signed = names
    .split(';')
    .filter((name) => name !== 'host')
    .map((name): [string, string] => [name, String(headers[name])]);
  const signer = new AwsV4Signer({
    ...S3,
    method,
    url: base + url,
    headers: signed,
    service: 's3',
    datetime: String(headers['x-amz-date']),
  });
  return (await signer.sign()).headers.get('authorization') === headers.authorization;
}
