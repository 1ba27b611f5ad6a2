import { eventually, type Eventually } from '../../backend/index.ts';
import {
  SEARCH_PARAMETERS,
  readQuery,
  secondOf,
  type OperationResult,
  type Operations,
  type PageResult,
} from '../../operations/index.ts';
import {
  RepresentationDigests,
  digestOf,
  matchEntityTag,
  writeEntityTag,
  type EntityTag,
} from '../cache/entity-tag.ts';
import { ResponseCache } from '../cache/response-cache.ts';
import type { Clock } from '../clock.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Body, Context } from '../http.ts';
import { responseMemory } from '../http1/response-memory.ts';
import { notModifiedTemplate, resourceTemplate, type ResponseWriter } from '../response-writer.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** Seconds for which a browser or a shared cache may use a response without revalidation. */
const MAX_AGE_SECONDS = 60;

/** The parts of a page that are sent. */
type SentPage = Pick<PageResult, 'version' | 'issuedSecond'> & {
  readonly body: Body;
  readonly identity?: Uint8Array | undefined;
};

type Templates = ReturnType<typeof templatesFor>;

/** The three operations over HTTP: the response cache, entity tags and 304. */
export class OperationHandler {
  readonly #operations: Operations;
  readonly #clock: Clock;
  readonly #writer: ResponseWriter;
  #cache: ResponseCache | undefined;
  readonly #metrics: Metrics;
  readonly #digests: RepresentationDigests;
  readonly #templates = templatesFor(MAX_AGE_SECONDS);
  readonly #pageTemplates: Templates;

  constructor({ operations, config, clock, writer, metrics }: Dependencies) {
    this.#operations = operations;
    this.#clock = clock;
    this.#writer = writer;
    this.#metrics = metrics;
    // The copy of a page in a client is current only while its cursor can be opened.
    const cursorEdition = `${digestOf(Buffer.from(config.cursorSecret).toString('base64'))} ${config.cursorTtlSeconds}`;
    this.#digests = new RepresentationDigests(`1 ${config.officersMax} ${config.dataProvider} ${cursorEdition}`);
    this.#pageTemplates = templatesFor(Math.min(MAX_AGE_SECONDS, operations.pageReuseSeconds));
  }

  /** Searches companies: sends a cached page at once. */
  search(context: Context): Eventually<void> {
    const target = context.request.url ?? '';
    const cached = this.#cache?.get(target, secondOf(this.#clock));
    if (cached !== undefined) {
      this.#metrics.add('cacheHits');
      this.#sendPage(context, cached);
      return undefined;
    }
    const page = this.#operations.search(readQuery(target, SEARCH_PARAMETERS), responseMemory.take());
    if (!(page instanceof Promise)) return this.#sendPage(context, page);
    return page.then((late) => this.#sendLate(context, late));
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

  #sendPage(context: Context, { body, version, identity, issuedSecond }: SentPage): void {
    const digest = this.#digests.of(context.request.url ?? '', version, identity);
    this.#send(
      context,
      body,
      { digest, issuedSecond },
      issuedSecond === undefined ? this.#templates : this.#pageTemplates,
    );
  }

  /**
   * Sends a page that a backend has returned later, and caches it. A page of a snapshot is returned synchronously: caching it would cost
   * more than it saves.
   */
  #sendLate(context: Context, page: PageResult): void {
    const target = context.request.url ?? '';
    const { body, version, untilSecond, issuedSecond } = page;
    this.#metrics.add('cacheMisses');
    this.#cache ??= new ResponseCache();
    if (version?.isCurrent === true && this.#cache.admits(target))
      this.#cache.set(target, { body: body.written(), version, untilSecond, issuedSecond });
    this.#sendPage(context, page);
  }

  #sendResource(context: Context, { body, version, identity, day }: OperationResult): void {
    const digest = this.#digests.of(context.request.url ?? '', version, identity, day);
    this.#send(context, body, { digest }, this.#templates);
  }

  #send(context: Context, body: Body, tag: EntityTag, templates: Templates): void {
    const match = matchEntityTag(context.request.fields.ifNoneMatch, tag, this.#operations.pageReuseSeconds);
    if (match === undefined) this.#writer.resource(context, templates.resource, writeEntityTag(tag), body);
    else this.#writer.notModified(context, templates.notModified, match);
  }
}

function templatesFor(seconds: number) {
  const cacheControl = ['Cache-Control', `public, max-age=${seconds}`] as const;
  return { resource: resourceTemplate(cacheControl), notModified: notModifiedTemplate(cacheControl) };
}
