/** A document of the site, ready to be sent. */
export interface SiteDocument {
  readonly contentType: string;
  readonly body: Uint8Array;
  /** More header fields, such as a content security policy. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The field `Cache-Control`; absent for the server's default. */
  readonly cacheControl?: string;
  /** Whether it still says what is so, where that depends on more than data and day. */
  readonly isCurrent?: () => boolean;
}

export function textDocument(contentType: string, text: string): SiteDocument {
  return { contentType, body: Buffer.from(text) };
}

/** A value as indented JSON, for people who open the address in a browser. */
export function jsonDocument(value: unknown, contentType = 'application/json'): SiteDocument {
  return textDocument(contentType, `${JSON.stringify(value, null, 2)}\n`);
}
