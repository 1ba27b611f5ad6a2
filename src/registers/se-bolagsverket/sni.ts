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

interface Seen {
  readonly date: string | undefined;
  old: number;
  new: number;
}

/**
 * Tells the version of the activity codes, which no column does: of a file by the codes that are in one version alone, and
 * of a company by its own codes where they tell.
 */
export class SniVersions {
  readonly #files = new Map<string, Seen>();

  /** Looks at the codes of a company. @param date of the file, where known */
  see(file: string, date: string | undefined, codes: readonly string[]): void {
    const seen = this.#files.get(file) ?? { date, old: 0, new: 0 };
    this.#files.set(file, seen);
    const scheme = schemeOf(codes);
    if (scheme === OLD) seen.old++;
    if (scheme === NEW) seen.new++;
  }

  /** The scheme of a file, once all of it was seen. */
  ofFile(file: string): string {
    const seen = this.#files.get(file);
    if (seen === undefined) return NEW;
    if (seen.old !== seen.new) return seen.old > seen.new ? OLD : NEW;
    return seen.date !== undefined && seen.date < NEW_FROM ? OLD : NEW;
  }

  /** The scheme of the codes of a company, once all of its file was seen. */
  ofCompany(file: string, codes: readonly string[]): string {
    return schemeOf(codes) ?? this.ofFile(file);
  }
}

/** The scheme that the codes of a company tell themselves; undefined where none of them does, or they contradict. */
function schemeOf(codes: readonly string[]): string | undefined {
  const isOld = codes.some((code) => OLD_ALONE.test(code));
  const isNew = codes.some((code) => NEW_ALONE.test(code));
  return isOld === isNew ? undefined : isOld ? OLD : NEW;
}
