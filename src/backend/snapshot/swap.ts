import type { OpenFile } from '../../files/index.ts';
import type { NameIndex } from '../../snapshot/index.ts';

/** What happens to the data while it is served. Every event is worth a line of the log. */
export type SwapEvent =
  /** A newer snapshot answers from now on; `ms` is how long requests waited for it to open. */
  | { readonly kind: 'swapped'; readonly from: string; readonly to: string; readonly ms: number }
  /** A new file cannot be served; the current snapshot stays, unless it was changed. Reported once for each file. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isServing: boolean }
  /** The served file was changed in place, so all requests fail; or an earlier one was, and is closed. */
  | { readonly kind: 'changed'; readonly generation: string; readonly isCurrent: boolean }
  /** The database or the service cannot be reached. Reported once until it can. */
  | { readonly kind: 'away'; readonly reason: string }
  /** The data answers again: from a sound file after its file was changed, or from a database or service that was away. */
  | { readonly kind: 'recovered'; readonly generation: string | undefined }
  /** An earlier snapshot was closed: its cursors have expired, or too many snapshots were open. */
  | { readonly kind: 'closed'; readonly generation: string; readonly hasExpired: boolean };

/** How a backend moves from one snapshot to the next. */
export interface SwapOptions {
  /** How long a cursor can be used, and so how long its snapshot is kept. */
  readonly cursorTtlSeconds: number;
  /** The most earlier snapshots that are kept. One more closes the one whose cursors expire first. */
  readonly generationsMax: number;
  /** A clock that never goes backwards, in milliseconds. */
  readonly nowMs: () => number;
  readonly onSwap: (event: SwapEvent) => void;
  /** Called with each file that answers from now on, the first one too. */
  readonly onFile: (file: OpenFile) => void;
  /** The file that the other workers serve, which is served first; undefined without other workers. */
  readonly served: OpenFile | undefined;
  /** The snapshots that all workers of this process have open; undefined with one worker. */
  readonly openSnapshots: SharedArrayBuffer | undefined;
  /** Loads the index by which messy names are matched, on the first use; undefined without such an index. */
  readonly nameIndex: (() => Promise<NameIndex>) | undefined;
  /** Whether the file may come later. Until then every request fails, and nothing stops. */
  readonly isAwaited: boolean;
}

export const SWAP_DEFAULTS: SwapOptions = {
  cursorTtlSeconds: 900,
  generationsMax: 32,
  nowMs: () => performance.now(),
  onSwap: () => undefined,
  onFile: () => undefined,
  served: undefined,
  openSnapshots: undefined,
  nameIndex: undefined,
  isAwaited: false,
};
