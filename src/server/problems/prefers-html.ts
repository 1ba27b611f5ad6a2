import type { Context } from '../http.ts';
import { negotiatorOf } from '../negotiation.ts';

/** A browser that follows a link prefers HTML. A program, a script and an image do not, and get JSON. */
export function prefersHtml({ request }: Context): boolean {
  return negotiatorOf(request).mediaType(['application/json', 'text/html']) === 'text/html';
}
