/** Seconds for which a browser or a shared cache may use a response without revalidation. */
export const MAX_AGE_SECONDS = 60;

/**
 * Returns the value of `Cache-Control` for responses that everybody may share. Without `must-revalidate` a cache may serve a stale copy
 * while this service does not answer (RFC 9111, section 4.2.4), although the company may have been restricted since. The zeros (RFC 5861)
 * are for caches that serve stale copies by default unless they see them: Varnish for ten seconds, content delivery networks for longer.
 */
export function sharedFor(seconds: number): string {
  return `public, max-age=${seconds}, must-revalidate, stale-while-revalidate=0, stale-if-error=0`;
}
