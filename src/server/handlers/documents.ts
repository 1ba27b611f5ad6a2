import { hash } from 'node:crypto';
import type { MakeDocument, SiteDocument } from '../../contract/index.ts';
import type { DataFacts } from '../../model/index.ts';
import { formatDay, readDay } from '../../operations/index.ts';
import { MAX_AGE_SECONDS, sharedFor } from '../cache/cache-control.ts';
import { computeDigest, matchEntityTag, writeEntityTag } from '../cache/entity-tag.ts';
import type { Dependencies } from './dependencies.ts';
import { fieldLines } from '../header-template.ts';
import type { Context, Handler } from '../http.ts';
import { createNegotiator } from '../negotiation.ts';
import { notModifiedTemplate, type ResponseWriter } from '../response-writer.ts';
import type { Compression } from './compression.ts';

const CODINGS = ['br', 'gzip', 'identity'] as const;
type Coding = (typeof CODINGS)[number];

/** Minimum size of a body that is compressed: smaller bodies fit into one packet anyway. */
const CODED_BYTES_MIN = 1024;
const CACHE_CONTROL = sharedFor(MAX_AGE_SECONDS);

/**
 * A document in every coding that a client may accept (RFC 9110, section 8.4). Each coding is made on the first request for it, and has its
 * own entity tag.
 */
export class Representations {
  readonly document: SiteDocument;
  readonly #compression: Compression;
  readonly #digest: string;
  readonly #bodies = new Map<Coding, Promise<Uint8Array>>();

  constructor(document: SiteDocument, compression: Compression) {
    this.document = document;
    this.#compression = compression;
    this.#digest = hash('sha256', document.body, 'base64url');
  }

  /** Sends the document, or 304 if the client's copy is current. */
  async send(writer: ResponseWriter, context: Context): Promise<void> {
    const { document } = this;
    const coding = this.#codingFor(context);
    const tag = { digest: computeDigest(this.#digest, document.contentType, coding) };
    const fields = [['Cache-Control', document.cacheControl ?? CACHE_CONTROL], VARY] as const;
    const match = matchEntityTag(context.request.fields.ifNoneMatch, tag, 0);
    if (match !== undefined) {
      writer.notModified(context, notModifiedTemplate(...fields), match);
      return;
    }
    const body = await this.#encodeBody(coding);
    const coded = coding === 'identity' ? '' : fieldLines(['Content-Encoding', coding]);
    writer.document(context, 200, { ...document, body }, fieldLines(['ETag', writeEntityTag(tag)], ...fields) + coded);
  }

  #codingFor({ request }: Context): Coding {
    if (this.document.body.length < CODED_BYTES_MIN || request.headers['accept-encoding'] === undefined)
      return 'identity';
    const accepted = createNegotiator(request).encodings();
    return CODINGS.find((coding) => accepted.includes(coding)) ?? 'identity';
  }

  #encodeBody(coding: Coding): Promise<Uint8Array> {
    let body = this.#bodies.get(coding);
    if (body === undefined) {
      const identity = this.document.body;
      body = coding === 'identity' ? Promise.resolve(identity) : this.#compression.compress(coding, identity);
      this.#bodies.set(coding, body);
    }
    return body;
  }
}

const VARY = ['Vary', 'Accept-Encoding'] as const;

/** Handles requests for a document of the site. The document is made on the first request, and again if the data or the day has changed. */
export function siteDocument(
  make: MakeDocument,
  { backend, writer, clock, compression }: Pick<Dependencies, 'backend' | 'writer' | 'clock' | 'compression'>,
): Handler {
  let facts: DataFacts | undefined;
  let madeOn: number | undefined;
  let made: Promise<Representations> | undefined;
  return async (context) => {
    const day = readDay(clock);
    const data = await backend.facts();
    const remake = async (last: typeof made): Promise<Representations> => {
      const before = await last?.catch(() => undefined);
      const document = await make(data, formatDay(day));
      return before?.document === document ? before : new Representations(document, compression);
    };
    try {
      let current = facts === data && madeOn === day ? await made : undefined;
      if (current === undefined || current.document.isCurrent?.() === false) {
        facts = data;
        madeOn = day;
        made = remake(made);
        current = await made;
      }
      await current.send(writer, context);
    } catch (error) {
      // The next request tries again.
      made = undefined;
      throw error;
    }
  };
}
