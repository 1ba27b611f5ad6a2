import type { DataVersion } from '../../backend/index.ts';
import type { ByteBuffer } from '../../model/index.ts';
import { readSecond, type PageResult, type WallClock } from '../../operations/index.ts';
import { spreadHash } from './text-hash.ts';

/** What the entity tag of a page depends on, besides the target. */
export type CachedPage = Pick<PageResult, 'version' | 'issuedSecond'>;

/** Size of the ring, for some twenty thousand pages: many people type the same prefixes. The system gives the memory as it is used. */
const RING_BYTES = 48 * 2 ** 20;
/** Maximum size of an entry: the size of the ring divided by this number. */
const ENTRY_SHARE_MAX = 64;

/** Number of bits that choose a slot: of the slots, less than a quarter is in use when the ring is full. */
const SLOT_BITS = 17;

/** Number of bits that choose a bit of the doorkeeper. */
const DOORKEEPER_BITS = 20;
/** Number of targets after which the doorkeeper is cleared, before a tenth of its bits are set. */
const DOORKEEPER_TARGETS_MAX = 2 ** DOORKEEPER_BITS / 16;

/** An entry: the last second, the issue second (`-Infinity` without a cursor), the lengths of target and body, then both. */
const UNTIL = 0;
const ISSUED = 8;
const TARGET_LENGTH = 16;
const BODY_LENGTH = 20;
const TARGET = 24;

/**
 * Caches whole pages of the current data by request target, without objects that would have to be collected. Entries are written to a ring,
 * each over the oldest ones, and are found by slots, one for each hash of a target. Admission is a doorkeeper (Einziger, Friedman and
 * Manes, "TinyLFU", 2017): a page is cached on its second request, because most pages are requested once.
 */
export class ResponseCache {
  readonly #clock: WallClock;
  readonly #ringBytes: number;
  /** Empty until the first page is cached. An allocation of this size can cause a full garbage collection. */
  #ring = Buffer.alloc(0);
  #view = new DataView(this.#ring.buffer);
  /** Where the entry of a slot begins, as a value of `#written`; 0 without an entry. */
  readonly #starts = new Float64Array(2 ** SLOT_BITS);
  readonly #doorkeeper = new Uint8Array(2 ** DOORKEEPER_BITS / 8);
  #doorkeeperTargets = 0;
  /** Number of bytes written to the ring, and two rounds, so that a slot without an entry looks overwritten. */
  #written: number;
  #version: DataVersion | undefined;

  constructor(clock: WallClock, ringBytes: number = RING_BYTES) {
    this.#clock = clock;
    this.#ringBytes = ringBytes;
    this.#written = 2 * ringBytes;
  }

  /**
   * Appends the body of a page to `memory`. Returns undefined if the target is not cached or has expired.
   *
   * @param hash {@linkcode hashOfText} of the target
   */
  take(target: string, hash: number, memory: ByteBuffer): CachedPage | undefined {
    const spread = spreadHash(hash);
    // Most targets are requested once: for them only the doorkeeper is read, which the processor caches.
    if (!this.#isKnown(spread)) return undefined;
    const start = this.#starts[slotOf(spread)] ?? 0;
    // From one round of the ring on, an entry is overwritten.
    if (this.#written - start > this.#ringBytes) return undefined;
    const version = this.#version;
    if (version?.isCurrent !== true) return undefined;
    const at = start % this.#ring.length;
    if (!this.#hasTarget(target, at)) return undefined;
    const nowSecond = readSecond(this.#clock);
    const untilSecond = this.#view.getFloat64(at + UNTIL);
    const issuedSecond = this.#view.getFloat64(at + ISSUED);
    // Before its issue second, if the clock was set back, the cursor of the page would outlive its snapshot.
    if (nowSecond >= untilSecond || nowSecond < issuedSecond) return undefined;
    const bodyStart = at + TARGET + target.length;
    memory.append(this.#ring.subarray(bodyStart, bodyStart + this.#view.getUint32(at + BODY_LENGTH)));
    return { version, issuedSecond: issuedSecond === -Infinity ? undefined : issuedSecond };
  }

  #hasTarget(target: string, at: number): boolean {
    if (this.#view.getUint32(at + TARGET_LENGTH) !== target.length) return false;
    for (let i = 0; i < target.length; i++) if (this.#ring[at + TARGET + i] !== target.charCodeAt(i)) return false;
    return true;
  }

  /** Whether a page that is not cached should be cached: its target was requested before. Records the request. */
  admits(hash: number): boolean {
    const spread = spreadHash(hash);
    if (this.#isKnown(spread)) return true;
    if (++this.#doorkeeperTargets > DOORKEEPER_TARGETS_MAX) {
      this.#doorkeeper.fill(0);
      this.#doorkeeperTargets = 0;
    }
    const bit = spread >>> (32 - DOORKEEPER_BITS);
    this.#doorkeeper[bit >>> 3] = (this.#doorkeeper[bit >>> 3] ?? 0) | (1 << (bit & 7));
    return false;
  }

  /** Caches a page of the current data if it is small. */
  set(target: string, hash: number, { version, untilSecond, issuedSecond = -Infinity, body }: PageResult): void {
    if (version?.isCurrent !== true) return;
    if (this.#version !== version) this.#starts.fill(0);
    this.#version = version;
    const bodyLength = body.length - body.start;
    const bytes = TARGET + target.length + bodyLength;
    if (bytes > this.#ringBytes / ENTRY_SHARE_MAX) return;
    if (this.#ring.length === 0) {
      this.#ring = Buffer.allocUnsafeSlow(this.#ringBytes);
      this.#view = new DataView(this.#ring.buffer);
    }
    const left = this.#ring.length - (this.#written % this.#ring.length);
    if (bytes > left) this.#written += left;
    const at = this.#written % this.#ring.length;
    this.#view.setFloat64(at + UNTIL, untilSecond);
    this.#view.setFloat64(at + ISSUED, issuedSecond);
    this.#view.setUint32(at + TARGET_LENGTH, target.length);
    this.#view.setUint32(at + BODY_LENGTH, bodyLength);
    this.#ring.write(target, at + TARGET, 'latin1');
    this.#ring.set(body.written(), at + TARGET + target.length);
    this.#starts[slotOf(spreadHash(hash))] = this.#written;
    this.#written += bytes;
  }

  /** Whether a target was requested before, or, rarely, another one with the same bit. */
  #isKnown(spread: number): boolean {
    const bit = spread >>> (32 - DOORKEEPER_BITS);
    return ((this.#doorkeeper[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }
}

function slotOf(spread: number): number {
  return spread >>> (32 - SLOT_BITS);
}
