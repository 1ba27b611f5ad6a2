/** A label is below; a block has at most a quarter as many companies, so that most have the label that their id gives. */
export const LABELS = 1024;

const ID_BYTES = 16;

/**
 * A label for each company of a block, by its id: the last bits of it, or the next free label where another company, whose id is smaller,
 * has that. Unlike the place of a company in its block, it stays when another company of the block goes away, mostly.
 */
export function labelsOf(ids: Uint8Array): Uint16Array {
  const labels = new Uint16Array(ids.length / ID_BYTES);
  const taken = new Set<number>();
  const idAt = (i: number): Buffer => Buffer.from(ids.buffer, ids.byteOffset + ID_BYTES * i, ID_BYTES);
  for (const i of Array.from(labels.keys()).toSorted((a, b) => idAt(a).compare(idAt(b)))) {
    let label = idAt(i).readUInt16BE(ID_BYTES - 2) % LABELS;
    while (taken.has(label)) label = (label + 1) % LABELS;
    taken.add(label);
    labels[i] = label;
  }
  return labels;
}

/** Where the companies of one scope lie, by rank: the number of the block, and the label in it. */
export class Places {
  readonly #starts: number[] = [];
  readonly #blocks: number[] = [];
  readonly #labels: Uint16Array[] = [];
  #companies = 0;

  /** Adds the companies of the next block. */
  add(block: number, labels: Uint16Array): void {
    this.#starts.push(this.#companies);
    this.#blocks.push(block);
    this.#labels.push(labels);
    this.#companies += labels.length;
  }

  /** The block and the label of a company, as one number. */
  at(rank: number): number {
    let [from, to] = [0, this.#starts.length];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if ((this.#starts[middle] ?? 0) <= rank) from = middle;
      else to = middle;
    }
    return (this.#blocks[from] ?? 0) * LABELS + (this.#labels[from]?.[rank - (this.#starts[from] ?? 0)] ?? 0);
  }
}
