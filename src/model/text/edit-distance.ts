/** Number of characters at the start of a text that are compared. */
export const COMPARED_CHARS_MAX = 96;

/** Number of bits of an integer: so many letters of the shorter text are compared at once. */
const BITS = 32;
const ASCII_CHARS = 128;

/** Compares texts letter by letter. An instance keeps the memory of its matrix: use one instance for all comparisons of a task. */
export class EditDistance {
  // The places of each ASCII character in the shorter text, as bits.
  readonly #places = new Int32Array(ASCII_CHARS);
  // Three consecutive rows of the matrix, which few comparisons need.
  #rows: readonly [before: Uint8Array, last: Uint8Array, row: Uint8Array] | undefined;

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
    if (max === 0) return 1;
    const [one, other] = [a.slice(start, endA), b.slice(start, endB)];
    const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
    const distance = shorter.length > BITS ? undefined : this.#byBits(shorter, longer);
    return distance === undefined ? this.#fill(one, other, max) : Math.min(distance, max + 1);
  }

  /** Returns how similar two texts are, from 0 to 1: the share of the longer text without mistakes, or 0 if it is below `least`. */
  likeness(a: string, b: string, least: number): number {
    if (a === b) return 1;
    const longer = Math.min(Math.max(a.length, b.length), COMPARED_CHARS_MAX);
    const max = Math.floor(longer * (1 - least));
    const distance = this.between(a, b, max);
    return distance > max ? 0 : 1 - distance / longer;
  }

  /**
   * Computes a column of the matrix at a time, as bits (H. Hyyrö, A bit-vector algorithm for computing Levenshtein and Damerau edit
   * distances, 2003). Undefined for characters that are not ASCII.
   */
  #byBits(shorter: string, longer: string): number | undefined {
    const places = this.#places;
    for (let i = 0; i < shorter.length; i++) places[shorter.charCodeAt(i) % ASCII_CHARS] = 0;
    for (let j = 0; j < longer.length; j++) {
      const char = longer.charCodeAt(j);
      if (char >= ASCII_CHARS) return undefined;
      places[char] = 0;
    }
    for (let i = 0; i < shorter.length; i++) {
      const char = shorter.charCodeAt(i);
      if (char >= ASCII_CHARS) return undefined;
      places[char] = (places[char] ?? 0) | (1 << i);
    }
    const last = 1 << (shorter.length - 1);
    // Where the matrix grows (more) or shrinks (less) by one, downwards and to the right; where its diagonal is equal.
    let [moreDown, lessDown, equal, before] = [-1, 0, 0, 0];
    let distance = shorter.length;
    for (let j = 0; j < longer.length; j++) {
      const same = places[longer.charCodeAt(j)] ?? 0;
      const swapped = ((~equal & same) << 1) & before;
      equal = ((((same & moreDown) + moreDown) | 0) ^ moreDown) | same | lessDown | swapped;
      const moreRight = lessDown | ~(equal | moreDown);
      const lessRight = equal & moreDown;
      if ((moreRight & last) !== 0) distance++;
      if ((lessRight & last) !== 0) distance--;
      const right = (moreRight << 1) | 1;
      moreDown = (lessRight << 1) | ~(equal | right);
      lessDown = right & equal;
      before = same;
    }
    return distance;
  }

  /** Fills the matrix row by row, in a band along the diagonal: a path that leaves the band has more than `max` mistakes. */
  #fill(a: string, b: string, max: number): number {
    const columns = b.length;
    const over = max + 1;
    let [before, last, row] = (this.#rows ??= [matrixRow(), matrixRow(), matrixRow()]);
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

function matrixRow(): Uint8Array {
  return new Uint8Array(COMPARED_CHARS_MAX + 2);
}
