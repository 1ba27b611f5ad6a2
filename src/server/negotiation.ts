import Negotiator from 'negotiator';
import type { ServiceRequest } from './http.ts';

/** Browsers send some 150 characters. To read 16 KB of entries that are two characters long takes 2 ms, more than most answers. */
const FIELD_CHARS_MAX = 1000;

/** Which representations a client accepts (RFC 9110, section 12.5). A field that is too long counts as absent. */
export function negotiatorOf({ headers }: Pick<ServiceRequest, 'headers'>): Negotiator {
  const { accept, 'accept-encoding': coding } = headers;
  return new Negotiator({
    headers: {
      ...(isReadable(accept) && { accept }),
      ...(isReadable(coding) && { 'accept-encoding': coding }),
    },
  });
}

function isReadable(field: string | string[] | undefined): field is string {
  return typeof field === 'string' && field.length <= FIELD_CHARS_MAX;
}
