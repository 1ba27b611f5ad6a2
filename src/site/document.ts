import type { SiteDocument } from '../contract/index.ts';

export function textDocument(contentType: string, text: string): SiteDocument {
  return { contentType, body: Buffer.from(text) };
}

/** Returns a document with a value as JSON, indented for people who open it in a browser. */
export function jsonDocument(value: unknown, contentType = 'application/json'): SiteDocument {
  return textDocument(contentType, `${JSON.stringify(value, null, 2)}\n`);
}
