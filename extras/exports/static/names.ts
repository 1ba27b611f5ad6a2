import { companyIdBytes, foldName } from '../../../src/model/index.ts';
import { scanSearchRows, type SearchRow, type SnapshotReader } from '../../../src/snapshot/index.ts';
import { BlockTable, isCut, tablesByScope, type ContentFiles, type IndexPage, type Rows } from './range-file.ts';

/** Maximum number of companies in a block: some 6 KB, so that one request is enough for most queries. */
const BLOCK_COMPANIES_MAX = 256;
/** Above this minimum, one company id in `BLOCK_ENDS_EVERY` ends a block, so a removed company does not change later blocks. */
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

function nameRows(files: ContentFiles): Rows<SearchRow, NameTable> {
  const table = new BlockTable(files, 'first');
  const places = new Places();
  let rows: { readonly company: Company; readonly folded: string }[] = [];
  /** The last folded name of the previous block. */
  let before: string | undefined;
  let companies = 0;
  const write = (): void => {
    const first = rows[0]?.folded ?? '';
    const ids = new Uint8Array(ID_BYTES * rows.length);
    for (const [i, { company }] of rows.entries()) companyIdBytes(company.id, ids.subarray(ID_BYTES * i));
    const content = {
      countries: rows.map(({ company }) => company.country_code ?? NO_COUNTRY).join(''),
      names: rows.map(({ company: { name = '' } }) => name),
      // Most names are Latin, and readers fold these themselves.
      folded: rows.map(({ company: { name = '' }, folded }) => (isFoldedByReaders(name, folded) ? 0 : folded)),
    };
    const head = Buffer.concat([Uint8Array.of(rows.length - 1), ids]);
    places.add(table.add(separator(before, first), content, head), assignLabels(ids));
    before = rows.at(-1)?.folded;
    rows = [];
  };
  return {
    add({ json, foldedName }) {
      const company = JSON.parse(json) as Company;
      const count = rows.push({ company, folded: foldedName });
      companies++;
      if (count === BLOCK_COMPANIES_MAX || (count >= BLOCK_COMPANIES_MIN && isCut(company.id, BLOCK_ENDS_EVERY)))
        write();
    },
    end() {
      if (rows.length > 0) write();
      return { companies, pages: table.end(), places };
    },
  };
}

/** Writes the names of all companies, then those of each country, in registry name order. */
export async function writeNames(
  reader: SnapshotReader,
  files: ContentFiles,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<Map<string | undefined, NameTable>> {
  return await tablesByScope(scanSearchRows(reader), () => nameRows(files), yieldIfDue);
}

/** Returns the shortest text that sorts after the last name of one block, but not after the first name of the next block. */
function separator(before: string | undefined, first: string): string {
  if (before === undefined) return '';
  let length = 0;
  while (length < before.length && before[length] === first[length]) length++;
  return first.slice(0, length + 1);
}

const ASCII = /^[\0-\x7f]*$/;
const MARKS = /\p{M}+/gu;

/** Whether a reader folds a name to `folded` without a table: without its accents, the name is ASCII. */
function isFoldedByReaders(name: string, folded: string): boolean {
  const bare = name.normalize('NFD').replace(MARKS, '');
  return ASCII.test(bare) && foldName(bare) === folded;
}

/** The number of labels: four times the companies of a block, so that few ids collide. */
export const LABELS = 1024;

/**
 * The label of each company of a block: the last bits of its id, or the next free label if a company with a smaller id has that label.
 * Most labels stay the same when another company of the block is removed, unlike the index in the block.
 */
function assignLabels(ids: Uint8Array): Uint16Array {
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
  readonly #blocks: { readonly start: number; readonly block: number; readonly labels: Uint16Array }[] = [];
  #companies = 0;

  add(block: number, labels: Uint16Array): void {
    this.#blocks.push({ start: this.#companies, block, labels });
    this.#companies += labels.length;
  }

  /** The block and the label of a company, as one number. */
  at(rank: number): number {
    let [from, to] = [0, this.#blocks.length];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if ((this.#blocks[middle]?.start ?? 0) <= rank) from = middle;
      else to = middle;
    }
    const { start = 0, block = 0, labels } = this.#blocks[from] ?? {};
    return block * LABELS + (labels?.[rank - start] ?? 0);
  }
}
