/** Number of characters at the start of a text that are compared. */
export const COMPARED_CHARS_MAX = 96;

/** Compares texts letter by letter. An instance keeps the memory of its matrix: use one instance for all comparisons of a task. */
export class EditDistance {
  // Three consecutive rows of the matrix.
  #before = new Uint8Array(COMPARED_CHARS_MAX + 2);
  #last = new Uint8Array(COMPARED_CHARS_MAX + 2);
  #row = new Uint8Array(COMPARED_CHARS_MAX + 2);

  /**
   * Returns the number of mistakes between two texts: a character more, less or changed, or two neighbours swapped. Each character is in
   * at most one mistake (optimal string alignment). If there are more than `max`, returns `max + 1`.
   */
  between(a: string, b: string, max: number): number {
    let [endA, endB] = [Math.min(a.length, COMPARED_CHARS_MAX), Math.min(b.length, COMPARED_CHARS_MAX)];
    if (Math.abs(endA - endB) > max) return max + 1;
    // Common beginnings and ends cost nothing.
    let start = 0;
    while (start < endA && start < endB && a.charCodeAt(start) === b.charCodeAt(start)) start++;
    while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
      endA--;
      endB--;
    }
    if (endA === start || endB === start) return Math.min(Math.max(endA, endB) - start, max + 1);
    return max === 0 ? 1 : this.#fill(a.slice(start, endA), b.slice(start, endB), max);
  }

  /** Returns how similar two texts are, from 0 to 1: the share of the longer text without mistakes, or 0 if it is below `least`. */
  likeness(a: string, b: string, least: number): number {
    if (a === b) return 1;
    const longer = Math.min(Math.max(a.length, b.length), COMPARED_CHARS_MAX);
    const max = Math.floor(longer * (1 - least));
    const distance = this.between(a, b, max);
    return distance > max ? 0 : 1 - distance / longer;
  }

  /** Fills the matrix row by row, in a band along the diagonal: a path that leaves the band has more than `max` mistakes. */
  #fill(a: string, b: string, max: number): number {
    const columns = b.length;
    const over = max + 1;
    let [before, last, row] = [this.#before, this.#last, this.#row];
    for (let j = 0; j <= columns; j++) last[j] = j < over ? j : over;
    for (let i = 1; i <= a.length; i++) {
      const from = i > max ? i - max : 1;
      const to = i + max < columns ? i + max : columns;
      const char = a.charCodeAt(i - 1);
      let left = from === 1 && i < over ? i : over;
      row[from - 1] = left;
      let least = left;
      for (let j = from; j <= to; j++) {
        const other = b.charCodeAt(j - 1);
        let distance = (last[j - 1] ?? 0) + (char === other ? 0 : 1);
        if (left < distance) distance = left + 1;
        const above = last[j] ?? 0;
        if (above < distance) distance = above + 1;
        if (i > 1 && j > 1 && char === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other) {
          const swapped = (before[j - 2] ?? 0) + 1;
          if (swapped < distance) distance = swapped;
        }
        if (distance > over) distance = over;
        row[j] = distance;
        left = distance;
        if (distance < least) least = distance;
      }
      if (to < columns) row[to + 1] = over;
      if (least > max) return over;
      [before, last, row] = [last, row, before];
    }
    return last[columns] ?? over;
  }
}
