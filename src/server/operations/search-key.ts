import { binaryText } from '../http1/chunks.ts';

/** What is asked for in all pages of a search. */
export interface Question {
  readonly query: string;
  /** Two capital letters; undefined for all countries. */
  readonly country: string | undefined;
}

const COUNTRY_CHARS = 2;

/**
 * The query as JSON and then the country, as bytes: each character of the text is a byte of UTF-8. Different questions have different
 * texts, none of which begins with another, so it is what cursors are bound to.
 */
export function questionText({ query, country = '' }: Question): string {
  return binaryText(JSON.stringify(query) + country);
}

/** What a page begins with, up to its companies, by the text of its question; each character is a byte. */
export function openingOf(question: string): string {
  if (question.endsWith('"')) return `{"object":"list","query":${question},"countries":[],"data":[`;
  const query = question.slice(0, -COUNTRY_CHARS);
  return `{"object":"list","query":${query},"countries":["${question.slice(-COUNTRY_CHARS)}"],"data":[`;
}
