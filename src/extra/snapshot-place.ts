import { filled } from './setting.ts';

/** A file, or the address of a publication that is followed. Undefined for an address of anything else. */
export function snapshotPlace(value: string): string | undefined {
  if (!isFollowed(value)) return filled(value);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '' || /[?#]/.test(value)) return undefined;
  const isOnThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.pathname.endsWith('.json') && (url.protocol === 'https:' || isOnThisMachine) ? url.href : undefined;
}

/** Whether a place of {@linkcode snapshotPlace} is a publication that is followed. */
export function isFollowed(place: string): boolean {
  return /^https?:/i.test(place);
}

/** The values that {@linkcode snapshotPlace} allows, for messages. */
export const SNAPSHOT_PLACES = 'a path, or the https address of a `.json` file without user, query and fragment';
