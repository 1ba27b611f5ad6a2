/**
 * Where the companies of a page lie: two bytes of the scope, then runs of neighbours, each as the rank of the first (u32) and how many
 * they are (u8). In a snapshot, which never changes, it says as much as the question that led there, and saves the search.
 */
const SCOPE_BYTES = 2;
const RUN_BYTES = 5;
const RUN_COMPANIES_MAX = 255;

/** The longest place that is noted, as a length of one byte can say: of two pages as long as any. */
export const PLACE_BYTES_MAX = 255;

/** Companies that are neighbours. */
export interface Run {
  readonly rank: number;
  readonly count: number;
}

/** Notes the place of one page after the other. */
export class PlaceNotes {
  readonly #bytes = Buffer.alloc(PLACE_BYTES_MAX + RUN_BYTES);
  #length = 0;
  /** The rank behind the last run, and how many companies that has. */
  #end = 0;
  #count = 0;

  begin(scope: string): void {
    this.#length = this.#bytes.write(scope, 0, 'latin1');
    this.#count = 0;
  }

  add({ rank, count }: Run): void {
    const bytes = this.#bytes;
    const isNext = this.#count > 0 && rank === this.#end && this.#count + count <= RUN_COMPANIES_MAX;
    if (!isNext) {
      if (this.#length > PLACE_BYTES_MAX) return;
      bytes.writeUInt32BE(rank, this.#length);
      this.#length += RUN_BYTES;
      this.#count = 0;
    }
    this.#count += count;
    this.#end = rank + count;
    bytes[this.#length - 1] = this.#count;
  }

  /** The place, valid until the next one begins; undefined where it is too long. */
  written(): Buffer | undefined {
    return this.#length > PLACE_BYTES_MAX ? undefined : this.#bytes.subarray(0, this.#length);
  }
}

/** The scope of a place. */
export function scopeOf(place: Uint8Array): string {
  return String.fromCharCode(place[0] ?? 0, place[1] ?? 0);
}

/** The runs of a place, in their order. */
export function runsOf(place: Uint8Array): Run[] {
  const runs: Run[] = [];
  for (let at = SCOPE_BYTES; at < place.length; at += RUN_BYTES) {
    runs.push({ rank: rankAt(place, at), count: place[at + 4] ?? 0 });
  }
  return runs;
}

/** A rank as `writeUInt32BE` wrote it. */
function rankAt(bytes: Uint8Array, at: number): number {
  const [a, b, c, d] = [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0, bytes[at + 3] ?? 0];
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}
