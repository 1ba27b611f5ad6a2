import { scanNumbers, type NumberGroup, type SnapshotReader } from '../../../src/snapshot/index.ts';
import { LABELS, type Places } from './names.ts';
import { BlockTable, isCut, tablesByScope, type ContentFiles, type IndexPage, type Rows } from './range-file.ts';

/**
 * Size of a block in characters of JSON: some 6 KB compressed. Above the minimum, one row key in `BLOCK_ENDS_EVERY` ends the block.
 */
const BLOCK_CHARS = { min: 8 * 1024, max: 24 * 1024 };
const BLOCK_ENDS_EVERY = 4;

/** Number of companies in a row of a long branch. Above the minimum, one block of names in `BRANCH_ENDS_EVERY` ends the row. */
const BRANCH_COMPANIES = { min: 128, max: 2048 };
const BRANCH_ENDS_EVERY = 32;

/** A branch or a leaf of the radix tree, see docs/static-search.md. Each place is the difference from the previous place. */
export type NumberRow =
  | readonly [key: string, places: readonly number[]]
  | readonly [key: string, common: string, places: readonly number[], rests: readonly string[]];

type Country = string | undefined;

function numberRows(files: ContentFiles, places: Places | undefined): Rows<NumberGroup, readonly IndexPage[]> {
  const table = new BlockTable(files, 'last');
  let rows: NumberRow[] = [];
  let chars = 0;
  /** The current branch. It may have several groups. */
  let branch: { readonly prefix: string; places: number[] } | undefined;
  const placeOf = (rank: number): number => places?.at(rank) ?? 0;
  const write = (): void => {
    table.add(rows.at(-1)?.[0] ?? '', rows);
    [rows, chars] = [[], 0];
  };
  const addRow = (row: NumberRow): void => {
    rows.push(row);
    chars += JSON.stringify(row).length;
    const { min, max } = BLOCK_CHARS;
    if (chars >= max || (chars >= min && isCut(row[0], BLOCK_ENDS_EVERY))) write();
  };
  const endBranch = (): void => {
    if (branch !== undefined) addRow(branchRow(branch.prefix, branch.places));
    branch = undefined;
  };
  return {
    add(group) {
      if (group.kind === 'leaf') {
        endBranch();
        addRow(leafRow(group.entries, placeOf));
        return;
      }
      const prefix = group.prefix.toString('latin1');
      if (branch?.prefix !== prefix) endBranch();
      branch ??= { prefix, places: [] };
      for (const place of group.ranks.map(placeOf)) {
        if (isFull(branch, place)) {
          addRow(branchRow(prefix, branch.places));
          branch.places = [];
        }
        branch.places.push(place);
      }
    },
    end() {
      endBranch();
      if (rows.length > 0) write();
      return table.end();
    },
  };
}

/**
 * Whether a row ends before `place`. Companies are in the order of names, so those of a block are neighbours; rows end between blocks.
 */
function isFull(branch: { readonly prefix: string; readonly places: readonly number[] }, place: number): boolean {
  const { prefix, places } = branch;
  const last = blockOf(places.at(-1) ?? place);
  const mayEnd =
    places.length >= BRANCH_COMPANIES.max ||
    (places.length >= BRANCH_COMPANIES.min && isCut(`${prefix} ${last}`, BRANCH_ENDS_EVERY));
  return mayEnd && blockOf(place) !== last;
}

type Entries = Extract<NumberGroup, { kind: 'leaf' }>['entries'];

function leafRow(entries: Entries, placeOf: (rank: number) => number): NumberRow {
  const placed = entries
    .map(({ number, rank }) => ({ number: number.toString('latin1'), place: placeOf(rank) }))
    .toSorted((a, b) => a.place - b.place || (a.number < b.number ? -1 : 1));
  const numbers = placed.map(({ number }) => number);
  const sorted = numbers.toSorted();
  const [first = '', greatest = ''] = [sorted[0], sorted.at(-1)];
  let common = 0;
  while (common < first.length && first[common] === greatest[common]) common++;
  return [
    `${greatest}\u0001`,
    first.slice(0, common),
    differences(placed.map(({ place }) => place)),
    numbers.map((number) => number.slice(common)),
  ];
}

/** Writes the numbers of all companies, then those of each country. */
export async function writeNumbers(
  reader: SnapshotReader,
  files: ContentFiles,
  findPlaces: (country: Country) => Places | undefined,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<Map<Country, readonly IndexPage[]>> {
  return await tablesByScope(scanNumbers(reader), (country) => numberRows(files, findPlaces(country)), yieldIfDue);
}

/** A key has one character for each byte, so keys sort like the bytes. A branch precedes all numbers with its prefix. */
function branchRow(prefix: string, places: readonly number[]): NumberRow {
  const sorted = places.toSorted((a, b) => a - b);
  const lastBlock = blockOf(sorted.at(-1) ?? 0);
  return [`${prefix}\0${lastBlock.toString(16).padStart(8, '0')}`, differences(sorted)];
}

function blockOf(place: number): number {
  return Math.floor(place / LABELS);
}

function differences(places: readonly number[]): number[] {
  return places.map((place, i) => place - (places[i - 1] ?? 0));
}
