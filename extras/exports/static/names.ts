import { companyIdBytes, foldName } from '../../../src/model/index.ts';
import { searchRowsIn, type SearchRow, type SnapshotScanner } from '../../../src/snapshot/index.ts';
import { Places, labelsOf } from './places.ts';
import { BlockTable, isCut, tablesByScope, type ContentFiles, type IndexPage, type Rows } from './range-file.ts';

/** Maximum companies of a block: some 6 KB, so that one request is enough for most queries. */
const BLOCK_COMPANIES_MAX = 256;
/** Above this minimum, the id of one company in `BLOCK_ENDS_EVERY` ends a block: a removed company does not change later blocks. */
const BLOCK_COMPANIES_MIN = 128;
const BLOCK_ENDS_EVERY = 128;
/** Ids are stored uncompressed: they are random. */
const ID_BYTES = 16;
const NO_COUNTRY = '  ';

export interface NameTable {
  readonly companies: number;
  readonly pages: readonly IndexPage[];
  readonly places: Places;
}

interface Company {
  readonly id: string;
  readonly name?: string;
  readonly country_code?: string;
}

class Blocks implements Rows<SearchRow, NameTable> {
  readonly #table: BlockTable;
  #rows: { readonly company: Company; readonly folded: string }[] = [];
  /** The last folded name of the block before. */
  #before: string | undefined;
  #companies = 0;
  readonly #places = new Places();

  constructor(files: ContentFiles) {
    this.#table = new BlockTable(files, 'first');
  }

  add({ json, foldedName }: SearchRow): void {
    const company = JSON.parse(json) as Company;
    const count = this.#rows.push({ company, folded: foldedName });
    this.#companies++;
    if (count === BLOCK_COMPANIES_MAX || (count >= BLOCK_COMPANIES_MIN && isCut(company.id, BLOCK_ENDS_EVERY)))
      this.#write();
  }

  end(): NameTable {
    if (this.#rows.length > 0) this.#write();
    return { companies: this.#companies, pages: this.#table.end(), places: this.#places };
  }

  #write(): void {
    const rows = this.#rows;
    const first = rows[0]?.folded ?? '';
    const ids = new Uint8Array(ID_BYTES * rows.length);
    for (const [i, { company }] of rows.entries()) companyIdBytes(company.id, ids.subarray(ID_BYTES * i));
    const content = {
      countries: rows.map(({ company }) => company.country_code ?? NO_COUNTRY).join(''),
      names: rows.map(({ company: { name = '' } }) => name),
      // Readers fold Latin names, which are most.
      folded: rows.map(({ company: { name = '' }, folded }) => (isFoldedByReaders(name, folded) ? 0 : folded)),
    };
    const head = Buffer.concat([Uint8Array.of(rows.length - 1), ids]);
    this.#places.add(this.#table.add(separator(this.#before, first), content, head), labelsOf(ids));
    this.#before = rows.at(-1)?.folded;
    this.#rows = [];
  }
}

/** The names of all companies, then those of each country, in registry name order. */
export async function writeNames(
  scanner: SnapshotScanner,
  files: ContentFiles,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<Map<string | undefined, NameTable>> {
  return await tablesByScope(searchRowsIn(scanner), () => new Blocks(files), yieldIfDue);
}

/** The shortest text after the last name of one block and not after the first of the next. */
function separator(before: string | undefined, first: string): string {
  if (before === undefined) return '';
  let length = 0;
  while (length < before.length && before[length] === first[length]) length++;
  return first.slice(0, length + 1);
}

const ASCII = /^[\0-\x7f]*$/;
const MARKS = /\p{M}+/gu;

/** Whether a name folds to this without a table: it is ASCII without accents. */
function isFoldedByReaders(name: string, folded: string): boolean {
  const bare = name.normalize('NFD').replace(MARKS, '');
  return ASCII.test(bare) && foldName(bare) === folded;
}
