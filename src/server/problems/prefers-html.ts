import type { Context } from '../http.ts';
import { negotiatorOf } from '../negotiation.ts';

/** Whether the client prefers HTML, as browsers do for links. Programs, scripts and images get JSON. */
export function prefersHtml({ request }: Context): boolean {
  return negotiatorOf(request).mediaType(['application/json', 'text/html']) === 'text/html';
}
