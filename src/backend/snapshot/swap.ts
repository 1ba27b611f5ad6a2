import type { OpenFile } from '../../files/index.ts';
import type { NameIndex } from '../../snapshot/index.ts';

/** An event of the served data. Every event is worth a line of the log. */
export type SwapEvent =
  /** A newer snapshot is served from now on; `ms` is how long requests waited for it to open. */
  | { readonly kind: 'swapped'; readonly from: string; readonly to: string; readonly ms: number }
  /** A new file cannot be served; the current snapshot stays, unless it was changed. Reported once for each file. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isServing: boolean }
  /** A program writes into an open file. A copy of it is served, if `isCopied`; else it is closed, and if it is current, all requests fail. */
  | { readonly kind: 'changed'; readonly generation: string; readonly isCurrent: boolean; readonly isCopied: boolean }
  /** The served file has wrong bytes, so all requests fail, unless the snapshot that a build kept is sound. */
  | { readonly kind: 'damaged'; readonly generation: string; readonly reason: string }
  /** The database or the service cannot be reached. Reported once, until it can be reached again. */
  | { readonly kind: 'away'; readonly reason: string }
  /**
   * The data is available again: from a sound file after the served file was changed, or from a database or service that was unreachable.
   */
  | { readonly kind: 'recovered'; readonly generation: string | undefined }
  /** An earlier snapshot was closed: its cursors have expired, or too many snapshots were open. */
  | { readonly kind: 'closed'; readonly generation: string; readonly hasExpired: boolean };

/** How a backend moves from one snapshot to the next. */
export interface SwapOptions {
  /** Lifetime of a cursor in seconds. The snapshot of a cursor is kept for as long. */
  readonly cursorTtlSeconds: number;
  /** Maximum number of earlier snapshots that are kept. For one more, the snapshot whose cursors expire first is closed. */
  readonly generationsMax: number;
  /** A clock that never goes backwards, in milliseconds. */
  readonly nowMs: () => number;
  readonly onSwap: (event: SwapEvent) => void;
  /** Called with each file that is served from now on, including the first. */
  readonly onFile: (file: OpenFile) => void;
  /** The file that the other workers serve, which this worker serves first; undefined without other workers. */
  readonly served?: OpenFile | undefined;
  /** The snapshots that all workers of this process have open; undefined with one worker. */
  readonly openSnapshots?: SharedArrayBuffer | undefined;
  /** Loads the index for matching messy names, on the first use; undefined without such an index. */
  readonly nameIndex?: (() => Promise<NameIndex>) | undefined;
  /** Whether the checksum of the first file is verified while it is served; that of later files is verified before. */
  readonly checksFirst?: boolean;
  /** Whether the file may appear later. Until then every request fails, and the process keeps running. */
  readonly isAwaited: boolean;
}

export const SWAP_DEFAULTS: SwapOptions = {
  cursorTtlSeconds: 900,
  generationsMax: 32,
  nowMs: () => performance.now(),
  onSwap: () => undefined,
  onFile: () => undefined,
  isAwaited: false,
};
