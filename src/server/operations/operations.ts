import { eventually, type Backend, type Eventually, type SearchResult } from '../../backend/index.ts';
import {
  RepresentationDigests,
  digestOf,
  matchEntityTag,
  writeEntityTag,
  type EntityTag,
} from '../cache/entity-tag.ts';
import { ResponseCache } from '../cache/response-cache.ts';
import { binaryText, concat, type Chunk } from '../chunks.ts';
import { dateOf, dayOf, secondOf, type Clock } from '../clock.ts';
import type { Dependencies } from '../dependencies.ts';
import type { HeaderTemplate } from '../header-template.ts';
import type { Context } from '../http.ts';
import { notFound } from '../problems/problem-error.ts';
import { notModifiedTemplate, resourceTemplate, type ResponseWriter } from '../response-writer.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { Bodies } from './bodies.ts';
import type { Cursors } from './cursor.ts';
import { readCompanyId, readSearchParameters, type SearchParameters } from './parameters.ts';

/** How long a browser or a shared cache may use an answer without asking again. */
const MAX_AGE_SECONDS = 60;

/**
 * The issue time of a cursor is rounded down to an interval, a sixteenth of its life and a minute at most. So a page has the same bytes
 * for one interval and can be cached, and a cursor lives at most one interval less than its setting.
 */
const INTERVALS_A_LIFE = 16;
const INTERVAL_SECONDS_MAX = 60;

/** The header templates of one kind of answer. */
interface Templates {
  readonly resource: HeaderTemplate;
  readonly notModified: HeaderTemplate;
}

/** The three operations of the specification, from a request to its response. */
export class Operations {
  readonly #backend: Backend;
  readonly #clock: Clock;
  readonly #writer: ResponseWriter;
  readonly #cursors: Cursors;
  readonly #officersMax: number;
  readonly #cache = new ResponseCache();
  readonly #metrics: Metrics;
  readonly #digests: RepresentationDigests;
  readonly #bodies: Bodies;
  readonly #intervalSeconds: number;
  /** How long a page may be reused: until half of the life of its cursor is over. */
  readonly #reuseSeconds: number;
  readonly #templates = templatesFor(MAX_AGE_SECONDS);
  readonly #pageTemplates: Templates;

  constructor({ backend, config, clock, writer, cursors, metrics }: Dependencies) {
    this.#backend = backend;
    this.#clock = clock;
    this.#writer = writer;
    this.#cursors = cursors;
    this.#metrics = metrics;
    this.#officersMax = config.officersMax;
    // A page that a client keeps is current only while its cursor can still be opened.
    const cursorEdition = `${digestOf(Buffer.from(config.cursorSecret).toString('base64'))} ${config.cursorTtlSeconds}`;
    this.#digests = new RepresentationDigests(`1 ${config.officersMax} ${config.dataProvider} ${cursorEdition}`);
    this.#bodies = new Bodies(config.dataProvider);
    this.#intervalSeconds = Math.max(
      1,
      Math.min(INTERVAL_SECONDS_MAX, Math.floor(config.cursorTtlSeconds / INTERVALS_A_LIFE)),
    );
    this.#reuseSeconds = Math.floor(config.cursorTtlSeconds / 2) - (this.#intervalSeconds - 1);
    this.#pageTemplates = templatesFor(Math.min(MAX_AGE_SECONDS, this.#reuseSeconds));
  }

  /** Search companies. */
  search(context: Context): Eventually<void> {
    const target = context.request.url ?? '';
    const now = secondOf(this.#clock);
    const cached = this.#cache.get(target, now);
    this.#metrics.add(cached === undefined ? 'cacheMisses' : 'cacheHits');
    if (cached !== undefined) {
      const { body, version, issuedSecond } = cached;
      const digest = this.#digests.of(target, version, []);
      return this.#send(context, [body], { digest, issuedSecond }, this.#templatesOf(issuedSecond));
    }
    const parameters = readSearchParameters(target);
    const { query, country, limit, cursor } = parameters;
    const opened = cursor === undefined ? undefined : this.#cursors.open(cursor, parameters, now);
    return eventually(this.#backend.search({ query, country, limit, after: opened?.position }), (result) =>
      this.#sendPage(context, parameters, result, opened?.expiresSecond),
    );
  }

  /** Get a company. */
  company(context: Context, companyId: string | undefined): Eventually<void> {
    const id = readCompanyId(companyId);
    return eventually(this.#backend.company(id), (result) => {
      if (result === undefined) throw notFound(id);
      const body = this.#bodies.company(result);
      const digest = this.#digests.of(context.request.url ?? '', result.version, body);
      return this.#send(context, body, { digest }, this.#templates);
    });
  }

  /** List current officers. */
  officers(context: Context, companyId: string | undefined): Eventually<void> {
    const id = readCompanyId(companyId);
    const day = dayOf(this.#clock);
    return eventually(this.#backend.officers({ id, limit: this.#officersMax, today: dateOf(day) }), (result) => {
      if (result === undefined) throw notFound(id);
      const body = this.#bodies.officers(id, result);
      const digest = this.#digests.of(context.request.url ?? '', result.version, body, day);
      return this.#send(context, body, { digest }, this.#templates);
    });
  }

  /** Sends a page of search results, and caches it until its cursor, or the cursor that led to it, changes or expires. */
  #sendPage(context: Context, search: SearchParameters, result: SearchResult, expiresSecond = Infinity): void {
    const target = context.request.url ?? '';
    const { next, version } = result;
    const issuedSecond = next === undefined ? undefined : this.#issueSecond();
    const cursor = issuedSecond === undefined ? undefined : this.#cursors.issue(next ?? '', search, issuedSecond);
    const body = this.#bodies.page(search, result, cursor);
    if (version?.isCurrent === true && this.#cache.admits(target)) {
      const untilSecond = Math.min(expiresSecond, (issuedSecond ?? Infinity) + this.#intervalSeconds);
      this.#cache.set(target, { body: concat(body), version, untilSecond, issuedSecond });
    }
    // Data without a version are told by the page: its cursor changes by the minute, the position in it does not.
    const told = version === undefined ? [...body.slice(0, -1), binaryText(next ?? '')] : body;
    const digest = this.#digests.of(target, version, told);
    this.#send(context, body, { digest, issuedSecond }, this.#templatesOf(issuedSecond));
  }

  /** Sends a resource, or 304 where the client's copy of it is current. */
  #send(context: Context, body: readonly Chunk[], tag: EntityTag, templates: Templates): void {
    const match = matchEntityTag(context.request.fields.ifNoneMatch, tag, this.#reuseSeconds);
    if (match === undefined) this.#writer.resource(context, templates.resource, writeEntityTag(tag), body);
    else this.#writer.notModified(context, templates.notModified, match);
  }

  #templatesOf(issuedSecond: number | undefined): Templates {
    return issuedSecond === undefined ? this.#templates : this.#pageTemplates;
  }

  /** The second as of which cursors are issued now. */
  #issueSecond(): number {
    const now = secondOf(this.#clock);
    return now - (now % this.#intervalSeconds);
  }
}

/** The templates of answers that may be used for so long without asking again. */
function templatesFor(seconds: number): Templates {
  const cacheControl = ['Cache-Control', `public, max-age=${seconds}`] as const;
  return { resource: resourceTemplate(cacheControl), notModified: notModifiedTemplate(cacheControl) };
}
