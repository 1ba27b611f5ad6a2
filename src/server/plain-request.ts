/** A request as the service reads it: Node's own, or one that was read without Node's parser. */
export interface ServiceRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly httpVersion: string;
  /** Name, value, name, value …, as they were sent. */
  readonly rawHeaders: readonly string[];
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
  readonly rawHeaders: readonly string[];
  readonly socket: ServiceRequest['socket'];
  #headers: NodeJS.Dict<string> | undefined;

  private constructor(url: string, rawHeaders: readonly string[], socket: ServiceRequest['socket']) {
    this.url = url;
    this.rawHeaders = rawHeaders;
    this.socket = socket;
  }

  /** The request that the bytes are, or undefined where they are anything but one plain request. */
  static read(bytes: Buffer, socket: ServiceRequest['socket']): PlainRequest | undefined {
    if (bytes.length > PLAIN_BYTES_MAX) return undefined;
    const text = bytes.toString('latin1');
    if (!PLAIN.test(text)) return undefined;
    const lineEnd = text.indexOf(LINE_END);
    const rawHeaders = fieldsIn(text, lineEnd + LINE_END.length);
    if (rawHeaders === undefined) return undefined;
    // Decoded by itself, for it may be kept, and a part of a text keeps all of it.
    const url = bytes.toString('latin1', METHOD_CHARS, lineEnd - VERSION_CHARS);
    return new PlainRequest(url, rawHeaders, socket);
  }

  get headers(): NodeJS.Dict<string> {
    if (this.#headers === undefined) {
      this.#headers = Object.create(null) as NodeJS.Dict<string>;
      for (let i = 0; i + 1 < this.rawHeaders.length; i += 2) {
        const name = (this.rawHeaders[i] ?? '').toLowerCase();
        const before = this.#headers[name];
        const value = this.rawHeaders[i + 1] ?? '';
        this.#headers[name] = before === undefined ? value : `${before}, ${value}`;
      }
    }
    return this.#headers;
  }
}

/** The fields from a place on to the end of the head, as name, value, name, value …; undefined where one is special. */
function fieldsIn(text: string, start: number): string[] | undefined {
  const fields: string[] = [];
  const end = text.length - LINE_END.length;
  for (let at = start; at < end;) {
    const colon = text.indexOf(':', at);
    const lineEnd = text.indexOf(LINE_END, colon);
    const name = text.slice(at, colon);
    const value = text.slice(colon + 1, lineEnd).trim();
    if (isSpecial(name, value)) return undefined;
    fields.push(name, value);
    at = lineEnd + LINE_END.length;
  }
  return fields;
}

function isSpecial(name: string, value: string): boolean {
  if (!SPECIAL_LENGTHS.has(name.length)) return false;
  const lower = name.toLowerCase();
  return SPECIAL_FIELDS.has(lower) && !(lower === 'connection' && value.toLowerCase() === 'keep-alive');
}
