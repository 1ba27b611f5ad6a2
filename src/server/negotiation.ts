import Negotiator from 'negotiator';
import type { Context, ServiceRequest } from './http.ts';

/**
 * Maximum length of a field in characters. Browsers send some 150. Reading 16 KB of entries of two characters each takes 2 ms, more than
 * most responses.
 */
const FIELD_CHARS_MAX = 1000;

/** Returns which representations a client accepts (RFC 9110, section 12.5). A field that is too long counts as absent. */
export function createNegotiator({ headers }: Pick<ServiceRequest, 'headers'>): Negotiator {
  const { accept, 'accept-encoding': coding } = headers;
  return new Negotiator({
    headers: {
      ...(isReadable(accept) && { accept }),
      ...(isReadable(coding) && { 'accept-encoding': coding }),
    },
  });
}

/** Whether the client prefers HTML, as browsers do for links. Programs, scripts and images get JSON. */
export function prefersHtml({ request }: Context): boolean {
  return createNegotiator(request).mediaType(['application/json', 'text/html']) === 'text/html';
}

function isReadable(field: string | string[] | undefined): field is string {
  return typeof field === 'string' && field.length <= FIELD_CHARS_MAX;
}
