/** The number of labels: four times the companies of a block, so that few ids collide. */
export const LABELS = 1024;

const ID_BYTES = 16;

/**
 * The label of each company of a block: the last bits of its id, or the next free label if a company with a smaller id has that.
 * Most labels stay the same when another company of the block is removed, unlike the index in the block.
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

/** The block and the label of each company of one scope, by rank. */
export class Places {
  readonly #starts: number[] = [];
  readonly #blocks: number[] = [];
  readonly #labels: Uint16Array[] = [];
  #companies = 0;

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
