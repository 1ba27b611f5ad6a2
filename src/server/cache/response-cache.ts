import type { DataVersion } from '../../backend/index.ts';
import { hashOfText } from './text-hash.ts';

export interface CachedPage {
  readonly body: Buffer;
  readonly version: DataVersion;
  /** The second (since 1970) from which on the page must not be sent. */
  readonly untilSecond: number;
  /** The second in which the cursor of the page was issued; undefined on the last page. */
  readonly issuedSecond: number | undefined;
}

/** Size of the cache in bytes, for some five thousand pages: many people type the same prefixes. */
const CACHE_BYTES = 16 * 2 ** 20;
/** Maximum size of a page: the size of the cache divided by this number. */
const PAGE_SHARE_MAX = 64;
/** Approximate size of an entry in bytes, besides its body and its key. */
const ENTRY_BYTES = 200;
/** Number of bits of the doorkeeper. Each target sets one bit, chosen by its hash. */
const DOORKEEPER_BITS = 2 ** 20;
const DOORKEEPER_SHIFT = 12;
/** Number of targets after which the doorkeeper is cleared, before a tenth of its bits are set. */
const DOORKEEPER_TARGETS_MAX = DOORKEEPER_BITS / 16;

interface Entry extends CachedPage {
  /** Whether the page was requested since the clock hand passed it. */
  isReferenced: boolean;
}

/**
 * A cache for backends that answer later, such as a database. Caches whole pages of the current data by request target. Replacement is
 * CLOCK (second chance). Admission is a doorkeeper (Einziger, Friedman and Manes, "TinyLFU", 2017): a page is cached on its second request,
 * because most pages are requested once.
 */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>();
  readonly #bytesMax: number;
  readonly #doorkeeper = new Uint8Array(DOORKEEPER_BITS / 8);
  #doorkeeperTargets = 0;
  #bytes = 0;
  #version: DataVersion | undefined;

  constructor(bytesMax: number = CACHE_BYTES) {
    this.#bytesMax = bytesMax;
  }

  /** Returns the page of a target; undefined if it is not cached or has expired. */
  get(target: string, nowSecond: number): CachedPage | undefined {
    if (this.#version?.isCurrent === false) this.#clear();
    const entry = this.#entries.get(target);
    if (entry === undefined || nowSecond >= entry.untilSecond) return undefined;
    // The clock was set back: the cursor of the page would outlive its snapshot.
    if (entry.issuedSecond !== undefined && nowSecond < entry.issuedSecond) return undefined;
    entry.isReferenced = true;
    return entry;
  }

  /** Whether a page that is not cached should be cached. Records the request for its target. */
  admits(target: string): boolean {
    const hash = hashOfText(target);
    // The low bits of FNV-1a follow the last characters of the text; the product spreads all of them over the high bits.
    const bit = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> DOORKEEPER_SHIFT;
    const byte = this.#doorkeeper[bit >>> 3] ?? 0;
    const mask = 1 << (bit & 7);
    if ((byte & mask) !== 0) return true;
    if (++this.#doorkeeperTargets > DOORKEEPER_TARGETS_MAX) {
      this.#doorkeeper.fill(0);
      this.#doorkeeperTargets = 0;
    }
    this.#doorkeeper[bit >>> 3] = (this.#doorkeeper[bit >>> 3] ?? 0) | mask;
    return false;
  }

  set(target: string, page: CachedPage): void {
    if (!page.version.isCurrent) return;
    if (this.#version !== page.version) this.#clear();
    this.#version = page.version;
    const bytes = sizeOf(target, page);
    if (bytes > this.#bytesMax / PAGE_SHARE_MAX) return;
    const before = this.#entries.get(target);
    if (before !== undefined) this.#bytes -= sizeOf(target, before);
    this.#entries.delete(target);
    while (this.#bytes + bytes > this.#bytesMax) this.#evictOne();
    // The target is a slice of the whole request, which it would keep alive, so it is copied.
    const key = Buffer.from(target, 'latin1').toString('latin1');
    // A body that is cut from a pool would keep the whole pool alive.
    const body = Buffer.allocUnsafeSlow(page.body.length);
    page.body.copy(body);
    this.#entries.set(key, { ...page, body, isReferenced: false });
    this.#bytes += bytes;
  }

  /** Evicts the oldest page that was not requested since the clock hand passed it; pages requested since then move to the end. */
  #evictOne(): void {
    for (const [target, entry] of this.#entries) {
      this.#entries.delete(target);
      if (!entry.isReferenced) {
        this.#bytes -= sizeOf(target, entry);
        return;
      }
      entry.isReferenced = false;
      this.#entries.set(target, entry);
    }
  }

  #clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
    this.#version = undefined;
  }
}

function sizeOf(target: string, { body }: CachedPage): number {
  return ENTRY_BYTES + target.length + body.length;
}
