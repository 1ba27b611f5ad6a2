import { hash } from 'node:crypto';
import { DOOR_COSTS, type DoorOperation, type SiteDocument } from '../../contract/index.ts';
import { MAX_AGE_SECONDS, sharedFor } from '../cache/cache-control.ts';
import { matchEntityTag, writeEntityTag } from '../cache/entity-tag.ts';
import { fieldLines } from '../header-template.ts';
import type { FileBody } from '../file-body.ts';
import type { Context, Handler } from '../http.ts';
import type { RateLimitPolicy } from '../limits/policies.ts';
import type { Pipeline } from '../pipeline.ts';
import { notModifiedTemplate, type ResponseWriter } from '../response-writer.ts';
import type { DoorAnswer, DoorHandler } from '../doors/door.ts';
import { isCurrentCopy } from '../doors/preconditions.ts';
import { parseRange } from '../doors/ranges.ts';

const LAST_PARAMETER = /\{(\w+)\}$/;

const NO_BODY = new Uint8Array(0);

const CACHE_CONTROL = sharedFor(MAX_AGE_SECONDS);

export interface DoorTools {
  readonly policy: RateLimitPolicy;
  readonly pipeline: Pipeline;
  readonly writer: ResponseWriter;
}

/** Makes the handler of an operation of a door, which sends the door's answer. */
export function doorHandler(operation: DoorOperation, handle: DoorHandler, tools: DoorTools): Handler {
  const { policy, pipeline, writer } = tools;
  const { method, path } = operation;
  const [, restName = ''] = LAST_PARAMETER.exec(path) ?? [];
  return async (context, { '*': rest, ...named }) => {
    const { request, body = NO_BODY } = context;
    const parameters = rest === undefined ? named : { ...named, [restName]: rest };
    const answer = await handle({
      target: request.url ?? '',
      parameters,
      headers: request.headers,
      body,
      charge: (tokens) => pipeline.charge(context, policy, tokens),
      turn: () => pipeline.turns.next(context.response),
    });
    const { status = 200, contentType = 'application/json', headers = {}, body: content } = answer;
    if ('read' in content) return await sendFile(context, answer, content, tools);
    const document = { contentType, headers, body: content };
    if (method === 'GET' && status === 200) return sendResource(context, writer, answer, document);
    const cacheControl = ['Cache-Control', answer.cacheControl ?? 'no-store'] as const;
    return writer.document(context, status, document, fieldLines(cacheControl));
  };
}

/** Returns the path under which an operation is routed: with `*` for the rest of the path. */
export function routedPath({ path, isRest }: DoorOperation): string {
  return isRest === true ? path.replace(LAST_PARAMETER, '*') : path;
}

function sendResource(context: Context, writer: ResponseWriter, answer: DoorAnswer, document: SiteDocument): void {
  const tag = { digest: answer.digest ?? hash('sha256', document.body, 'base64url').slice(0, 22) };
  const cacheControl = ['Cache-Control', answer.cacheControl ?? CACHE_CONTROL] as const;
  const match = matchEntityTag(context.request.fields.ifNoneMatch, tag, 0);
  if (match === undefined)
    writer.document(context, 200, document, fieldLines(['ETag', writeEntityTag(tag)], cacheControl));
  else writer.notModified(context, notModifiedTemplate(cacheControl), match);
}

/**
 * Sends a file or its requested range, or 304 if the client's copy is current. A range of another file is of no use, so `If-Range` must be
 * the tag itself.
 */
async function sendFile(
  context: Context,
  answer: DoorAnswer,
  file: FileBody,
  { policy, pipeline, writer }: DoorTools,
): Promise<void> {
  const { method, headers } = context.request;
  const { digest = '', modifiedMs, cacheControl: cached = CACHE_CONTROL, headers: more = {} } = answer;
  const tag = { digest };
  const validators = [
    ['Cache-Control', cached] as const,
    ...(modifiedMs === undefined ? [] : [['Last-Modified', new Date(modifiedMs).toUTCString()] as const]),
    ...Object.entries(more),
  ];
  try {
    if (isCurrentCopy(headers, tag, modifiedMs)) {
      writer.notModified(context, notModifiedTemplate(...validators), writeEntityTag(tag));
      void file.close();
      return;
    }
    const { range, 'if-range': ifRange } = headers;
    // Only GET has ranges (RFC 9110, section 14.2).
    const isAsked =
      method === 'GET' && typeof range === 'string' && (ifRange === undefined || ifRange === writeEntityTag(tag));
    const { length } = file;
    const part = isAsked ? parseRange(range, length) : undefined;
    const { start, end } = part ?? { start: 0, end: length };
    if (method === 'GET') await pipeline.charge(context, policy, fileTokens(end - start, policy));
    const lines = fieldLines(
      ['ETag', writeEntityTag(tag)],
      ...validators,
      ['Accept-Ranges', 'bytes'],
      ...(part === undefined ? [] : ([['Content-Range', `bytes ${start}-${end - 1}/${length}`]] as const)),
    );
    const status = part === undefined ? 200 : 206;
    writer.file(context, status, answer.contentType ?? 'application/octet-stream', { file, start, end }, lines);
  } catch (error) {
    void file.close();
    throw error;
  }
}

/** Returns the number of tokens that a part of a file costs. A client can pay for every file, however large. */
function fileTokens(bytes: number, { requests }: RateLimitPolicy): number {
  return Math.min(Math.floor(bytes / DOOR_COSTS.fileBytesPerUnit), requests / 2);
}
