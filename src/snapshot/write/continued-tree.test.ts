import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { LEAF_ENTRIES_MAX } from '../format/format.ts';
import { RadixTreeBuilder, type TreeRow } from '../index/radix-tree-builder.ts';
import { ContinuedTree } from './continued-tree.ts';
import { encodeBranchRanks } from './kept-numbers.ts';

type Entry = readonly [number: string, rank: number];

/** The rows of a tree, and the own ranks of its branches, both in the order of their keys. */
interface Tree {
  readonly rows: readonly TreeRow[];
  readonly branches: readonly { readonly label: Buffer; readonly own: Uint32Array }[];
}

/** Collects what `fill` adds to a tree. */
function collected(fill: (output: ConstructorParameters<typeof RadixTreeBuilder>[0]) => void): Tree {
  const rows: TreeRow[] = [];
  const branches: { readonly label: Buffer; readonly own: Uint32Array }[] = [];
  fill({
    onRow: ({ key, value }) => rows.push({ key: Buffer.from(key), value: Buffer.from(value) }),
    onBranch: (label, own) => branches.push({ label: Buffer.from(label), own: own.slice() }),
  });
  return {
    rows: rows.toSorted((a, b) => a.key.compare(b.key)),
    branches: branches.toSorted((a, b) => a.label.compare(b.label)),
  };
}

const inOrder = (entries: readonly Entry[]): Entry[] =>
  entries.toSorted(([a, aRank], [b, bRank]) => (a < b ? -1 : a > b ? 1 : aRank - bRank));

/** The tree of all entries, by the builder. */
function builtTree(entries: readonly Entry[]): Tree {
  return collected((output) => {
    const builder = new RadixTreeBuilder(output);
    for (const [number, rank] of inOrder(entries)) builder.add(Buffer.from(number), rank);
    builder.finish();
  });
}

/** The tree of `before` continued with other ranks, and with further entries; and the prefixes of the numbers that it took over. */
function continuedTree(
  before: readonly Entry[],
  rankOf: (before: number) => number | undefined,
  added: readonly Entry[],
): Tree & { readonly prefixes: Set<string> } {
  const { rows, branches } = builtTree(before);
  const branchRanks = Buffer.concat(branches.map(({ own }) => encodeBranchRanks(own)));
  const prefixes = new Set<string>();
  const tree = collected((output) => {
    const taken = { rows: rows.values() as Iterator<TreeRow, void>, branchRanks, rankOf };
    const continued = new ContinuedTree(taken, output, (number) => prefixes.add(number.toString('latin1', 0, 3)));
    for (const [number, rank] of inOrder(added)) continued.add(Buffer.from(number), rank);
    continued.finish();
  });
  return { ...tree, prefixes };
}

function check(
  before: readonly Entry[],
  rankOf: (before: number) => number | undefined,
  added: readonly Entry[],
): void {
  const taken = before.flatMap(([number, rank]): Entry[] => {
    const now = rankOf(rank);
    return now === undefined ? [] : [[number, now]];
  });
  const { prefixes, ...tree } = continuedTree(before, rankOf, added);
  assert.deepEqual(tree, builtTree([...taken, ...added]));
  assert.deepEqual(prefixes, new Set(taken.map(([number]) => number.slice(0, 3))));
}

/** Ranks that do not occur in the previous tree, which has those below. */
const NEW_RANKS_FROM = 1_000_000;

suite('A continued tree of numbers', () => {
  const number = fc.string({ unit: fc.constantFrom('0', '1', 'A'), minLength: 1, maxLength: 7 });
  const entries = (max: number, minRank: number): fc.Arbitrary<Entry[]> =>
    fc
      .uniqueArray(fc.tuple(number, fc.nat({ max: 3000 })), { maxLength: max, size: 'max', selector: String })
      .map((all) => all.map(([text, rank]): Entry => [text, minRank + rank]));

  test('has the rows of a tree of all numbers, whatever has gone, moved or was added', () => {
    fc.assert(
      fc.property(
        entries(2500, 0),
        entries(30, NEW_RANKS_FROM),
        fc.uniqueArray(fc.nat({ max: 3000 }), { maxLength: 20 }),
        fc.uniqueArray(fc.nat({ max: 3000 }), { maxLength: 20 }),
        (before, added, gone, moved) => {
          const places = new Map(moved.map((rank, i) => [rank, moved[(i + 1) % moved.length] ?? rank]));
          check(before, (rank) => (gone.includes(rank) ? undefined : 2 * (places.get(rank) ?? rank)), added);
        },
      ),
      { numRuns: 200, endOnFailure: true },
    );
  });

  const many = (count: number, toNumber: (i: number) => string): Entry[] =>
    Array.from({ length: count }, (_, i) => [toNumber(i), i]);
  const full = many(4 * LEAF_ENTRIES_MAX, (i) => `1${i}`);
  const keep = (rank: number): number => rank;
  const cases: readonly (readonly [string, readonly Entry[], (before: number) => number | undefined, Entry[]])[] = [
    ['nothing, and nothing is added', [], keep, []],
    ['nothing, and numbers are added', [], keep, full],
    ['numbers, and all have gone', full, () => undefined, []],
    ['numbers, and all have gone while others are added', full, () => undefined, [['2', NEW_RANKS_FROM]]],
    ['a branch, and its own number is added', full, keep, [['1', NEW_RANKS_FROM]]],
    ['a branch, and the number before it is added', full, keep, [['0', NEW_RANKS_FROM]]],
    ['a branch, and a number after its last is added', full, keep, [['1A', NEW_RANKS_FROM]]],
    ['a full leaf, and one number is added', many(LEAF_ENTRIES_MAX, (i) => `1${i}`), keep, [['11', NEW_RANKS_FROM]]],
    [
      'one more than a leaf holds, and one has gone',
      many(LEAF_ENTRIES_MAX + 1, (i) => `1${i}`),
      (i) => i || undefined,
      [],
    ],
    [
      'the same number on many companies',
      many(3 * LEAF_ENTRIES_MAX, () => '7'),
      (i) => 2 * i,
      [
        ['7', 3],
        ['70', 5],
      ],
    ],
    ['companies with two numbers', [...full, ...many(300, (i) => `1${i}A`)], (i) => 1000 - i, []],
  ];
  for (const [claim, before, rankOf, added] of cases)
    test(`continues a tree that has ${claim}`, () => check(before, rankOf, added));
});
