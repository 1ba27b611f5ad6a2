import { eventually, type Eventually } from '../../backend/index.ts';
import {
  SEARCH_PARAMETERS,
  readQuery,
  type OperationResult,
  type Operations,
  type PageResult,
} from '../../operations/index.ts';
import { MAX_AGE_SECONDS, sharedFor } from '../cache/cache-control.ts';
import {
  RepresentationDigests,
  computeDigest,
  matchEntityTag,
  writeEntityTag,
  type EntityTag,
} from '../cache/entity-tag.ts';
import { ResponseCache, type CachedPage } from '../cache/response-cache.ts';
import { hashOfText } from '../cache/text-hash.ts';
import type { Dependencies } from './dependencies.ts';
import type { Body, Context } from '../http.ts';
import { responseMemory } from '../http1/response-memory.ts';
import { notModifiedTemplate, resourceTemplate, type ResponseWriter } from '../response-writer.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** A page without its body. */
type SentPage = CachedPage & Partial<Pick<PageResult, 'identity'>>;

type Templates = ReturnType<typeof templatesFor>;

/** The three operations over HTTP: the response cache, entity tags and 304. */
export class OperationHandler {
  readonly #operations: Operations;
  readonly #writer: ResponseWriter;
  readonly #cache: ResponseCache;
  readonly #metrics: Metrics;
  readonly #digests: RepresentationDigests;
  readonly #templates = templatesFor(MAX_AGE_SECONDS);
  readonly #pageTemplates: Templates;

  constructor({ operations, config, clock, writer, metrics }: Dependencies) {
    this.#operations = operations;
    this.#cache = new ResponseCache(clock);
    this.#writer = writer;
    this.#metrics = metrics;
    // The copy of a page in a client is current only while its cursor can be opened.
    const cursorEdition = `${computeDigest(Buffer.from(config.cursorSecret).toString('base64'))} ${config.cursorTtlSeconds}`;
    this.#digests = new RepresentationDigests(`1 ${config.officersMax} ${config.dataProvider} ${cursorEdition}`);
    this.#pageTemplates = templatesFor(Math.min(MAX_AGE_SECONDS, operations.pageReuseSeconds));
  }

  search(context: Context): Eventually<void> {
    const target = context.request.url ?? '';
    const hash = hashOfText(target);
    const memory = responseMemory.take();
    const cached = this.#cache.take(target, hash, memory);
    if (cached !== undefined) {
      this.#metrics.add('cacheHits');
      return this.#sendPage(context, hash, cached, memory);
    }
    const page = this.#operations.search(readQuery(target, SEARCH_PARAMETERS), memory);
    return eventually(page, (found) => this.#sendNewPage(context, target, hash, found));
  }

  company(context: Context, companyId: string | undefined): Eventually<void> {
    return eventually(this.#operations.company(companyId, responseMemory.take()), (result) =>
      this.#sendResource(context, result),
    );
  }

  officers(context: Context, companyId: string | undefined): Eventually<void> {
    return eventually(this.#operations.officers(companyId, responseMemory.take()), (result) =>
      this.#sendResource(context, result),
    );
  }

  #sendNewPage(context: Context, target: string, hash: number, page: PageResult): void {
    this.#metrics.add('cacheMisses');
    if (this.#cache.admits(hash)) this.#cache.set(target, hash, page);
    this.#sendPage(context, hash, page, page.body);
  }

  #sendPage(context: Context, hash: number, { version, identity, issuedSecond }: SentPage, body: Body): void {
    const digest = this.#digests.of(hash, version, identity);
    this.#send(
      context,
      body,
      { digest, issuedSecond },
      issuedSecond === undefined ? this.#templates : this.#pageTemplates,
    );
  }

  #sendResource(context: Context, { body, version, identity, day }: OperationResult): void {
    const digest = this.#digests.of(hashOfText(context.request.url ?? ''), version, identity, day);
    this.#send(context, body, { digest }, this.#templates);
  }

  #send(context: Context, body: Body, tag: EntityTag, templates: Templates): void {
    const match = matchEntityTag(context.request.fields.ifNoneMatch, tag, this.#operations.pageReuseSeconds);
    if (match === undefined) this.#writer.resource(context, templates.resource, writeEntityTag(tag), body);
    else this.#writer.notModified(context, templates.notModified, match);
  }
}

function templatesFor(seconds: number) {
  const cacheControl = ['Cache-Control', sharedFor(seconds)] as const;
  return { resource: resourceTemplate(cacheControl), notModified: notModifiedTemplate(cacheControl) };
}
