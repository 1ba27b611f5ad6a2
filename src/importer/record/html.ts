import { decodeHTMLStrict } from 'entities/decode';

/** Decodes HTML entities (`&amp;`, `&#268;`). Other ampersands, such as in `AT&T`, are unchanged. */
export function withoutEntities(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text;
}
