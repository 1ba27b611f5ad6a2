import { addField, fieldNamed, noFields, type RequestFields } from './request-fields.ts';

/** A request as the service reads it: Node's own, or one that was read without Node's parser. */
export interface ServiceRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly httpVersion: string;
  /** Name, value, name, value …, as they were sent. */
  readonly rawHeaders: readonly string[];
  /** Those that matter for every answer, where they have been looked for already. */
  readonly fields?: RequestFields;
  /** By name in lower case; several of one name are one value, joined by commas. */
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Larger heads are read by Node, which has a bound for them. */
const PLAIN_BYTES_MAX = 8192;

/**
 * A whole `GET` of HTTP/1.1 and nothing behind it (RFC 9112): a target in origin form without fragment, and fields whose names are
 * tokens right before their colon. Whatever differs from this by a byte is read by Node's parser, which decides what it is.
 */
const PLAIN = /^GET \/[!"$-~]* HTTP\/1\.1\r\n(?:[!#$%&'*+\-.^_`|~\w]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/;

const METHOD_CHARS = 'GET '.length;
const VERSION_CHARS = ' HTTP/1.1'.length;
const LINE_END = '\r\n';
const LINE_END_CHARS = LINE_END.length;

/** Fields that say that more comes, or that the connection is to be used otherwise. */
const SPECIAL_FIELDS = new Set(
  'connection content-length expect http2-settings te trailer transfer-encoding upgrade'.split(' '),
);
/** Every other field is told from these by its length alone, or by its first letter. */
const SPECIAL_LENGTHS = new Set([...SPECIAL_FIELDS].map((name) => name.length));

/** A request that was read from one piece of bytes. */
export class PlainRequest implements ServiceRequest {
  readonly method = 'GET';
  readonly url: string;
  readonly httpVersion = '1.1';
  readonly fields: RequestFields;
  readonly socket: ServiceRequest['socket'];
  /** All of it. */
  readonly #text: string;
  #headers: NodeJS.Dict<string> | undefined;

  private constructor(text: string, url: string, fields: RequestFields, socket: ServiceRequest['socket']) {
    this.#text = text;
    this.url = url;
    this.fields = fields;
    this.socket = socket;
  }

  /** The request that the bytes are, or undefined where they are anything but one plain request. */
  static read(bytes: Buffer, socket: ServiceRequest['socket']): PlainRequest | undefined {
    if (bytes.length > PLAIN_BYTES_MAX) return undefined;
    const text = bytes.toString('latin1');
    if (!PLAIN.test(text)) return undefined;
    const lineEnd = text.indexOf(LINE_END);
    const fields = fieldsIn(text, lineEnd + LINE_END_CHARS);
    if (fields === undefined) return undefined;
    return new PlainRequest(text, text.slice(METHOD_CHARS, lineEnd - VERSION_CHARS), fields, socket);
  }

  get rawHeaders(): readonly string[] {
    const text = this.#text;
    return text
      .slice(text.indexOf(LINE_END) + LINE_END_CHARS, -2 * LINE_END_CHARS)
      .split(LINE_END)
      .flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
  }

  get headers(): NodeJS.Dict<string> {
    if (this.#headers === undefined) {
      const { rawHeaders } = this;
      this.#headers = Object.create(null) as NodeJS.Dict<string>;
      for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
        const name = (rawHeaders[i] ?? '').toLowerCase();
        const before = this.#headers[name];
        const value = rawHeaders[i + 1] ?? '';
        this.#headers[name] = before === undefined ? value : `${before}, ${value}`;
      }
    }
    return this.#headers;
  }
}

/** The fields from a place on to the end of the head; undefined where one is special. Only what matters becomes a text of its own. */
function fieldsIn(text: string, start: number): RequestFields | undefined {
  const fields = noFields();
  const end = text.length - LINE_END_CHARS;
  for (let at = start; at < end;) {
    const colon = text.indexOf(':', at);
    const lineEnd = text.indexOf(LINE_END, colon);
    const field = fieldNamed(text, at, colon);
    if (field !== undefined) addField(fields, field, text.slice(colon + 1, lineEnd).trim());
    else if (SPECIAL_LENGTHS.has(colon - at) && isSpecial(text.slice(at, colon), text.slice(colon + 1, lineEnd)))
      return undefined;
    at = lineEnd + LINE_END_CHARS;
  }
  return fields;
}

function isSpecial(name: string, value: string): boolean {
  const lower = name.toLowerCase();
  return SPECIAL_FIELDS.has(lower) && !(lower === 'connection' && value.trim().toLowerCase() === 'keep-alive');
}
