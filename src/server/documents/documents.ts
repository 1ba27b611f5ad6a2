import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { fieldLines, notModifiedHead, type Answers, type Exchange } from '../response-writer.ts';
import type { Site, SiteDocument } from '../config.ts';
import { digestOf, matchEntityTag, writeEntityTag } from '../cache/entity-tag.ts';
import { dateOf, dayOf, type OperationParts } from '../operations/operations.ts';
import type { Answer } from '../service.ts';

/** The smallest first. */
const CODINGS = ['br', 'gzip', 'identity'] as const;
type Coding = (typeof CODINGS)[number];

/** What is smaller than this fits one packet anyway. */
const CODED_BYTES_MIN = 1024;
/** Nearly as small as the highest quality makes it, in a tenth of the time. */
const BROTLI_QUALITY = 9;
/** How long a page or document of the site may be used without asking again. */
const CACHE_CONTROL = 'public, max-age=300';

const compress: Readonly<Record<Exclude<Coding, 'identity'>, (bytes: Uint8Array) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify(gzip),
};

/**
 * A document in every coding that a client may accept (RFC 9110, section 8.4), each made when it is first asked for and named by
 * an entity tag of its own.
 */
export class Representations {
  readonly document: SiteDocument;
  readonly #digest: string;
  readonly #bodies = new Map<Coding, Promise<Uint8Array>>();

  constructor(document: SiteDocument) {
    this.document = document;
    this.#digest = hash('sha256', document.body, 'base64url');
  }

  /** Answers with the document, or 304 where the client has it. */
  async send(answers: Answers, exchange: Exchange): Promise<void> {
    const { document } = this;
    const coding = this.#codingFor(exchange);
    const tag = { digest: digestOf(this.#digest, document.contentType, coding) };
    const cacheControl = document.cacheControl ?? CACHE_CONTROL;
    const match = matchEntityTag(exchange.fields.ifNoneMatch, tag, 0);
    if (match !== undefined) {
      answers.notModified(exchange, notModifiedHead(['Cache-Control', cacheControl], ['Vary', VARY]), match);
      return;
    }
    const body = await this.#bodyIn(coding);
    const fields = fieldLines(['ETag', writeEntityTag(tag)], ['Cache-Control', cacheControl], ['Vary', VARY]);
    const coded = coding === 'identity' ? '' : fieldLines(['Content-Encoding', coding]);
    answers.document(exchange, 200, { ...document, body }, fields + coded);
  }

  #codingFor({ request }: Exchange): Coding {
    if (this.document.body.length < CODED_BYTES_MIN || request.headers['accept-encoding'] === undefined)
      return 'identity';
    const accepted = new Negotiator(request).encodings();
    return CODINGS.find((coding) => accepted.includes(coding)) ?? 'identity';
  }

  #bodyIn(coding: Coding): Promise<Uint8Array> {
    let body = this.#bodies.get(coding);
    if (body === undefined) {
      body = coding === 'identity' ? Promise.resolve(this.document.body) : compress[coding](this.document.body);
      this.#bodies.set(coding, body);
    }
    return body;
  }
}

const VARY = 'Accept-Encoding';

/** Answers with a document of the site: made when it is first asked for, and again for other data or on another day. */
export function documentAnswer(
  make: Site['documents'] extends ReadonlyMap<string, infer Make> ? Make : never,
  { backend, answers, clock }: Pick<OperationParts, 'backend' | 'answers' | 'clock'>,
): Answer {
  let generation: string | undefined;
  let madeOn: number | undefined;
  let made: Promise<Representations> | undefined;
  const remade = async (before: Representations | undefined, today: string): Promise<Representations> => {
    const document = await make(await backend.facts(), today);
    return before?.document === document ? before : new Representations(document);
  };
  return async (exchange) => {
    const day = dayOf(clock);
    if (made === undefined || generation !== backend.generation || madeOn !== day) {
      const before = made;
      ({ generation } = backend);
      madeOn = day;
      made = (async () => await remade(await before?.catch(() => undefined), dateOf(day)))();
    }
    try {
      await (await made).send(answers, exchange);
    } catch (error) {
      // The next one who asks tries again.
      made = undefined;
      throw error;
    }
  };
}
