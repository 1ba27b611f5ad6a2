import { numbersIn, type NumberGroup, type SnapshotScanner } from '../../snapshot/index.ts';
import { BlockTable, type IndexPage, type RangeFile } from './range-file.ts';

/** A block is written once its rows have so many characters as JSON: some 6 KB compressed. */
const BLOCK_CHARS = 16 * 1024;

/**
 * A row of the radix tree, see docs/static-search.md. A branch: its key, and the differences between ranks. A leaf: its key, what all
 * its numbers begin with, the differences between ranks, and the rest of each number.
 */
export type NumberRow =
  | readonly [key: string, ranks: readonly number[]]
  | readonly [key: string, common: string, ranks: readonly number[], rests: readonly string[]];

class Blocks {
  readonly country: string | undefined;
  readonly #table: BlockTable;
  #rows: NumberRow[] = [];
  #chars = 0;

  constructor(country: string | undefined, file: RangeFile) {
    this.country = country;
    this.#table = new BlockTable(file, 'last');
  }

  async add(row: NumberRow): Promise<void> {
    this.#rows.push(row);
    this.#chars += JSON.stringify(row).length;
    if (this.#chars >= BLOCK_CHARS) await this.#write();
  }

  async end(): Promise<readonly IndexPage[]> {
    if (this.#rows.length > 0) await this.#write();
    return await this.#table.end();
  }

  async #write(): Promise<void> {
    await this.#table.add(this.#rows.at(-1)?.[0] ?? '', this.#rows);
    [this.#rows, this.#chars] = [[], 0];
  }
}

/** The numbers of all companies, then those of each country. */
export async function writeNumbers(
  scanner: SnapshotScanner,
  file: RangeFile,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<Map<string | undefined, readonly IndexPage[]>> {
  const tables = new Map<string | undefined, readonly IndexPage[]>();
  let blocks = new Blocks(undefined, file);
  for (const group of numbersIn(scanner)) {
    if (group.country !== blocks.country) {
      tables.set(blocks.country, await blocks.end());
      blocks = new Blocks(group.country, file);
    }
    await blocks.add(rowOf(group));
    await yieldIfDue();
  }
  return tables.set(blocks.country, await blocks.end());
}

/** Keys are texts of bytes, one character each, which compare as the bytes do. */
function rowOf(group: NumberGroup): NumberRow {
  if (group.kind === 'branch')
    return [branchKey(group.prefix.toString('latin1'), group.ranks.at(-1) ?? 0), differences(group.ranks)];
  const numbers = group.entries.map(({ number }) => number.toString('latin1'));
  const sorted = numbers.toSorted();
  const [first = '', greatest = ''] = [sorted[0], sorted.at(-1)];
  let common = 0;
  while (common < first.length && first[common] === greatest[common]) common++;
  return [
    `${greatest}\u0001`,
    first.slice(0, common),
    differences(group.entries.map(({ rank }) => rank)),
    numbers.map((number) => number.slice(common)),
  ];
}

/** Comes before all numbers that begin with the prefix. Chunks of one branch come in the order of their ranks. */
function branchKey(prefix: string, lastRank: number): string {
  return `${prefix}\0${lastRank.toString(16).padStart(8, '0')}`;
}

function differences(ranks: readonly number[]): number[] {
  return ranks.map((rank, i) => rank - (ranks[i - 1] ?? 0));
}
