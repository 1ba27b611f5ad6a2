/** The schemes of the activity codes, as the publisher names them. */
const OLD = 'SNI 2007';
const NEW = 'SNI 2025';

/**
 * Divisions and groups that one of the two has alone: the motor trade had a division of its own, building, programming and
 * personal services were divided otherwise.
 */
const OLD_ALONE = /^(45|41[12]|620|960)/;
const NEW_ALONE = /^(410|62[129]|96[1-9])/;

/** Where no code tells: files of this day and later, and files of no date, are taken for new. */
const NEW_FROM = '2026-01-01';

/**
 * Tells the version of the activity codes of a file, which no column does: by the codes that are in one version alone, and
 * for a company by its own codes where they tell.
 */
export class SniOfFile {
  readonly #date: string | undefined;
  #old = 0;
  #new = 0;

  /** @param date of the file, where known */
  constructor(date: string | undefined) {
    this.#date = date;
  }

  /** Looks at the codes of a company. */
  see(codes: readonly string[]): void {
    const scheme = schemeOf(codes);
    if (scheme === OLD) this.#old++;
    if (scheme === NEW) this.#new++;
  }

  /** The scheme of the file, once all of it was seen. */
  get scheme(): string {
    if (this.#old !== this.#new) return this.#old > this.#new ? OLD : NEW;
    return this.#date !== undefined && this.#date < NEW_FROM ? OLD : NEW;
  }

  /** The scheme of the codes of a company, once all of the file was seen. */
  schemeOf(codes: readonly string[]): string {
    return schemeOf(codes) ?? this.scheme;
  }
}

/** The scheme that the codes of a company tell themselves; undefined where none of them does, or they contradict. */
function schemeOf(codes: readonly string[]): string | undefined {
  const isOld = codes.some((code) => OLD_ALONE.test(code));
  const isNew = codes.some((code) => NEW_ALONE.test(code));
  return isOld === isNew ? undefined : isOld ? OLD : NEW;
}
