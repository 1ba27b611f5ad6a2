/** The schemes of the activity codes, as the publisher names them. */
const OLD = 'SNI 2007';
const NEW = 'SNI 2025';

/** Divisions and groups that only one of the two versions has. */
const ONLY_OLD = /^(45|41[12]|620|960)/;
const ONLY_NEW = /^(410|62[129]|96[1-9])/;

/** Files of this day and later, and files without a date, are new if no code decides. */
const NEW_FROM = '2026-01-01';

/** The version of the activity codes of a file, by the codes that only one version has. No column states it. */
export class SniOfFile {
  readonly #date: string | undefined;
  #old = 0;
  #new = 0;

  /** @param date of the file, where known */
  constructor(date: string | undefined) {
    this.#date = date;
  }

  /** Counts the codes of a company. */
  see(codes: readonly string[]): void {
    const scheme = schemeOf(codes);
    if (scheme === OLD) this.#old++;
    if (scheme === NEW) this.#new++;
  }

  /** The scheme of the file, after all its codes were counted. */
  get scheme(): string {
    if (this.#old !== this.#new) return this.#old > this.#new ? OLD : NEW;
    return this.#date !== undefined && this.#date < NEW_FROM ? OLD : NEW;
  }

  /** The scheme of the codes of a company: by its own codes, else by those of the file. */
  schemeOf(codes: readonly string[]): string {
    return schemeOf(codes) ?? this.scheme;
  }
}

/** The scheme by the codes of one company; undefined if they are in both versions, or contradict each other. */
function schemeOf(codes: readonly string[]): string | undefined {
  const isOld = codes.some((code) => ONLY_OLD.test(code));
  const isNew = codes.some((code) => ONLY_NEW.test(code));
  return isOld === isNew ? undefined : isOld ? OLD : NEW;
}
