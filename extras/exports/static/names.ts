import { companyIdBytes, foldName } from '../../../src/model/index.ts';
import { searchRowsIn, type SearchRow, type SnapshotScanner } from '../../../src/snapshot/index.ts';
import { Places, labelsOf } from './places.ts';
import { BlockTable, isCut, type ContentFiles, type IndexPage } from './range-file.ts';

/** Companies of a block at most: some 6 KB, so that one request answers what somebody types. */
const BLOCK_COMPANIES_MAX = 256;
/** From this minimum on, one company in `BLOCK_ENDS_EVERY` ends a block, by its id: removing one does not change later blocks. */
const BLOCK_COMPANIES_MIN = 128;
const BLOCK_ENDS_EVERY = 128;
/** Ids are as good as random: compressed with the names they would take more than their 16 bytes. */
const ID_BYTES = 16;
/** A company without a country, in a text of two letters each. */
const NO_COUNTRY = '  ';

/** The companies of one scope. */
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

/** Blocks of one scope, as they fill. */
class Blocks {
  readonly country: string | undefined;
  readonly #table: BlockTable;
  #rows: { readonly company: Company; readonly folded: string }[] = [];
  /** The last folded name of the block before. */
  #before: string | undefined;
  #companies = 0;
  readonly #places = new Places();

  constructor(country: string | undefined, files: ContentFiles) {
    this.country = country;
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
      // Most names are Latin: readers fold them.
      folded: rows.map(({ company: { name = '' }, folded }) => (isFoldedAlone(name, folded) ? 0 : folded)),
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
  const tables = new Map<string | undefined, NameTable>();
  let blocks = new Blocks(undefined, files);
  for (const row of searchRowsIn(scanner)) {
    if (row.country !== blocks.country) {
      tables.set(blocks.country, blocks.end());
      blocks = new Blocks(row.country, files);
    }
    blocks.add(row);
    await yieldIfDue();
  }
  return tables.set(blocks.country, blocks.end());
}

/** The shortest text that is greater than the last name of one block and not greater than the first of the next. */
function separator(before: string | undefined, first: string): string {
  if (before === undefined) return '';
  let length = 0;
  while (length < before.length && before[length] === first[length]) length++;
  return first.slice(0, length + 1);
}

const ASCII = /^[\0-\x7f]*$/;
const MARKS = /\p{M}+/gu;

/** Whether a name folds to this without a table: as ASCII, once it has no accents. */
function isFoldedAlone(name: string, folded: string): boolean {
  const bare = name.normalize('NFD').replace(MARKS, '');
  return ASCII.test(bare) && foldName(bare) === folded;
}
