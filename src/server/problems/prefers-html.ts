import Negotiator from 'negotiator';
import type { Context } from '../http.ts';

/** A browser that follows a link prefers HTML. A program, a script and an image do not, and get JSON. */
export function prefersHtml({ request }: Context): boolean {
  return new Negotiator(request).mediaType(['application/json', 'text/html']) === 'text/html';
}
