/** An active company in the form that the tables need. */
export interface EncodedCompany {
  readonly id: Buffer;
  /** Folded. */
  readonly name: Buffer;
  readonly countries: readonly string[];
  /** Its row, compressed. */
  readonly row: Buffer;
  /** Its officers and details, compressed. */
  readonly officers: Buffer;
  readonly details: Buffer;
  /** The key of its address in `addresses`; empty without one. */
  readonly address: Buffer;
  readonly furtherNames: () => readonly string[];
}

/** Number of bytes of the place of a company in a country: two letters, and its rank there. */
export const PLACE_BYTES = 6;
