import { toNaturalKey, toNumberForms } from '../../identity/index.ts';
import { deriveCompanyId, foldNumber, foldNumbers } from '../../model/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { openPublished, ranksOfHolders, type SnapshotReader } from '../../snapshot/index.ts';
import { hashKey } from './line-digests.ts';

/** Number of lines after which pages are released: those that their numbers read count as memory of the process until then. */
const LINES_PER_RELEASE = 4096;

/**
 * Finds the companies of the previous snapshot that new lines may change: those with an id, a key, an identifier or a form of a number of such a
 * line. It may find more, which costs only time.
 */
export class ChangedCompanies {
  readonly #before: SnapshotReader;
  readonly #published: ReturnType<typeof openPublished>;
  readonly #onRank: (rank: number) => void;
  readonly #keyHashes = new Set<number>();
  /** Folded numbers that too many others begin with, and ids that lead to no record: both are looked for in every record. */
  readonly #numbers = new Set<string>();
  readonly #aliases = new Set<string>();
  #lines = 0;

  /** @param onRank called with the rank of each company, maybe more than once */
  constructor(before: SnapshotReader, onRank: (rank: number) => void) {
    this.#before = before;
    this.#published = openPublished(before);
    this.#onRank = onRank;
  }

  /** The hashes of the keys of the lines that were added. */
  get keyHashes(): ReadonlySet<number> {
    return this.#keyHashes;
  }

  add(line: RegisterLine): void {
    const { id, key, identifiers = [], lifecycle } = line;
    if (id !== undefined) this.#addId(id);
    if (key !== undefined) {
      this.#keyHashes.add(hashKey(key));
      this.#addId(deriveCompanyId({ kind: 'key', key }));
    }
    for (const { value } of [...identifiers, ...toNumberForms(line)]) {
      const number = foldNumber(value);
      const ranks = ranksOfHolders(this.#before, number);
      if (ranks === undefined) this.#numbers.add(number);
      else for (const rank of ranks) this.#onRank(rank);
    }
    if (++this.#lines % LINES_PER_RELEASE === 0) this.#before.release();
    for (const reference of [lifecycle?.canonical_id, ...(lifecycle?.successor_ids ?? [])])
      if (reference !== undefined && this.#published.rankOf(reference) === undefined) this.#aliases.add(reference);
  }

  /** Looks for what only a scan of all records finds, if there is anything. */
  scan(): void {
    if (this.#numbers.size === 0 && this.#aliases.size === 0) return;
    for (const { id, keys, identifiers, numberForms } of this.#published.records()) {
      const numbers = [...identifiers, ...numberForms];
      const isNamed =
        (this.#numbers.size > 0 && foldNumbers(numbers).some((number) => this.#numbers.has(number))) ||
        (this.#aliases.size > 0 &&
          (keys.some((key) => this.#aliases.has(deriveCompanyId({ kind: 'key', key }))) ||
            numbers.some((one) => this.#aliases.has(deriveCompanyId(toNaturalKey(one))))));
      if (isNamed) this.#addId(id);
    }
  }

  #addId(id: string): void {
    const rank = this.#published.rankOf(id);
    if (rank !== undefined) this.#onRank(rank);
  }
}
