import { decodeHTMLStrict } from 'entities/decode';

/**
 * A text in which a publisher left entities of HTML (`&amp;`, `&quot;`, `&#268;`), with the characters that they stand for. What only
 * looks like an entity, such as `AT&T`, stays as it is.
 */
export function withoutEntities(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text;
}
