import type { RequestFields, ServiceRequest } from '../http.ts';
import { addField, fieldNamed, noFields } from './request-fields.ts';

/** Maximum size of a plain request in bytes. Node reads larger heads, and limits them. */
const PLAIN_BYTES_MAX = 8192;

/**
 * A whole `GET` of HTTP/1.1 and nothing else (RFC 9112): a target in origin form without fragment, and fields whose names are tokens
 * directly before their colon. Node's parser reads everything that differs from this in any byte.
 */
const PLAIN = /^GET \/[!"$-~]* HTTP\/1\.1\r\n(?:[!#$%&'*+\-.^_`|~\w]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/;

const METHOD_CHARS = 'GET '.length;
const VERSION_CHARS = ' HTTP/1.1'.length;
const LINE_END = '\r\n';
const LINE_END_CHARS = LINE_END.length;

/** Fields that announce a body, or another use of the connection. */
const SPECIAL_FIELDS = new Set(
  'connection content-length expect http2-settings te trailer transfer-encoding upgrade'.split(' '),
);
/** The lengths of special field names, for a cheap first check: most fields have other lengths. */
const SPECIAL_LENGTHS = new Set([...SPECIAL_FIELDS].map((name) => name.length));

export class PlainRequest implements ServiceRequest {
  readonly method = 'GET';
  readonly url: string;
  readonly httpVersion = '1.1';
  readonly fields: RequestFields;
  readonly socket: ServiceRequest['socket'];
  readonly #text: string;
  #headers: NodeJS.Dict<string> | undefined;

  private constructor(text: string, url: string, fields: RequestFields, socket: ServiceRequest['socket']) {
    this.#text = text;
    this.url = url;
    this.fields = fields;
    this.socket = socket;
  }

  /** Reads one plain request; undefined if the bytes are anything else. */
  static read(bytes: Buffer, socket: ServiceRequest['socket']): PlainRequest | undefined {
    if (bytes.length > PLAIN_BYTES_MAX) return undefined;
    const text = bytes.toString('latin1');
    if (!PLAIN.test(text)) return undefined;
    const lineEnd = text.indexOf(LINE_END);
    const fields = parseFields(text, lineEnd + LINE_END_CHARS);
    if (fields === undefined) return undefined;
    return new PlainRequest(text, text.slice(METHOD_CHARS, lineEnd - VERSION_CHARS), fields, socket);
  }

  get headers(): NodeJS.Dict<string> {
    if (this.#headers !== undefined) return this.#headers;
    const headers = Object.create(null) as NodeJS.Dict<string>;
    const text = this.#text;
    const lines = text.slice(text.indexOf(LINE_END) + LINE_END_CHARS, -2 * LINE_END_CHARS).split(LINE_END);
    for (const line of lines) {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon).toLowerCase();
      const value = line.slice(colon + 1).trim();
      headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
    }
    this.#headers = headers;
    return headers;
  }
}

/** Reads the fields that the service uses, from `start` to the end of the head; undefined if a field is special. */
function parseFields(text: string, start: number): RequestFields | undefined {
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
