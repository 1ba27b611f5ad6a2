import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CHUNK_RANKS, LEAF_ENTRIES_MAX } from '../format/format.ts';
import { BRANCH, Ranks, addBranchRanks, addLeafRanks, leafEntries, type RowValue } from './radix-tree.ts';
import { RadixTreeBuilder, type TreeRow } from './radix-tree-builder.ts';

const toRowValue = (value: Buffer): RowValue => ({ bytes: value, valueStart: 0, valueEnd: value.length });

type Entry = readonly [number: string, rank: number];

/** Builds the tree and returns its rows in the order of keys. */
function buildRows(entries: readonly Entry[]): TreeRow[] {
  const rows: TreeRow[] = [];
  const builder = new RadixTreeBuilder({
    onRow: (row) => rows.push({ key: Buffer.from(row.key), value: Buffer.from(row.value) }),
    onBranch: () => undefined,
  });
  for (const [number, rank] of entries.toSorted(([a, aRank], [b, bRank]) => (a < b ? -1 : a > b ? 1 : aRank - bRank))) {
    builder.add(Buffer.from(number), rank);
  }
  builder.finish();
  return rows.toSorted((a, b) => Buffer.compare(a.key, b.key));
}

/** Looks a prefix up as NumberMatches does: reads the first row at or after it. */
function lookUp(rows: readonly TreeRow[], prefix: string, start: number): number[] {
  const seek = Buffer.from(prefix);
  const at = rows.findIndex(({ key }) => Buffer.compare(key, seek) >= 0);
  const row = rows[at];
  if (row === undefined) return [];
  const ranks = new Ranks();
  if (row.value[0] !== BRANCH) {
    addLeafRanks(toRowValue(row.value), seek, start, ranks);
    return ranks.all();
  }
  const label = row.key.subarray(0, row.key.length - 5);
  if (!label.subarray(0, seek.length).equals(seek)) return [];
  for (const { key, value } of rows)
    if (value[0] === BRANCH && key.length === label.length + 5 && key.indexOf(label) === 0)
      addBranchRanks(toRowValue(value), start, ranks);
  return ranks.all();
}

function want(entries: readonly Entry[], prefix: string, start: number): number[] {
  const ranks = entries.filter(([number, rank]) => number.startsWith(prefix) && rank >= start).map(([, rank]) => rank);
  return [...new Set(ranks)].toSorted((a, b) => a - b);
}

suite('The radix tree', () => {
  test('finds the ranks of any prefix in order, each once, with one seek', () => {
    const number = fc.string({ unit: fc.constantFrom('0', '1', 'Ä'), minLength: 1, maxLength: 9 });
    const entries = fc.array(fc.tuple(number, fc.nat({ max: 1000 })), { minLength: 0, maxLength: 900, size: 'max' });
    fc.assert(
      fc.property(
        entries,
        fc.array(number, { minLength: 30, maxLength: 30 }),
        fc.nat({ max: 900 }),
        (all, prefixes, start) => {
          const rows = buildRows(all);
          for (const prefix of prefixes)
            assert.deepEqual(lookUp(rows, prefix, start), want(all, prefix, start), prefix);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('names the companies whose number is the prefix of a branch, and its leaves have all other numbers', () => {
    const number = fc.string({ unit: fc.constantFrom('0', '1'), minLength: 1, maxLength: 4 });
    const entries = fc.array(fc.tuple(number, fc.nat({ max: 5000 })), { minLength: 500, maxLength: 2000, size: 'max' });
    fc.assert(
      fc.property(entries, (all) => {
        const found: Entry[] = [];
        const rows: TreeRow[] = [];
        const builder = new RadixTreeBuilder({
          onRow: (row) => rows.push(row),
          onBranch: (label, own) => found.push(...Array.from(own, (rank): Entry => [label.toString(), rank])),
        });
        const inOrder = all.toSorted(([a, aRank], [b, bRank]) => (a < b ? -1 : a > b ? 1 : aRank - bRank));
        for (const [text, rank] of inOrder) builder.add(Buffer.from(text), rank);
        builder.finish();
        for (const { value } of rows)
          if (value[0] !== BRANCH)
            for (const entry of leafEntries(value)) found.push([entry.number.toString(), entry.rank]);
        assert.deepEqual(
          found.toSorted(([a, aRank], [b, bRank]) => (a < b ? -1 : a > b ? 1 : aRank - bRank)),
          inOrder,
        );
      }),
      { numRuns: 30 },
    );
  });

  const many = (count: number, number: (i: number) => string): Entry[] =>
    Array.from({ length: count }, (_, i) => [number(i), i]);
  const cases: [claim: string, entries: Entry[], prefixes: string[]][] = [
    ['nothing', [], ['0', '01']],
    [
      'one number on more companies than a leaf holds',
      many(LEAF_ENTRIES_MAX * 3, () => '0000'),
      ['0', '0000', '00000'],
    ],
    [
      'a number that is the beginning of many others',
      [...many(LEAF_ENTRIES_MAX * 2, (i) => `12${i}`), ['12', 5000], ['1', 6000]],
      ['1', '12', '120', '1255', '2'],
    ],
    ['exactly as many as a leaf holds', many(LEAF_ENTRIES_MAX, (i) => `9${i}`), ['9', '91', '9127', '8']],
    ['one more than a leaf holds', many(LEAF_ENTRIES_MAX + 1, (i) => `9${i}`), ['9', '91', '9128', '8']],
    ['more than a chunk', many(CHUNK_RANKS * 3 + 7, (i) => `7${i % 10}`), ['7', '75', '77']],
    [
      'a company with two numbers under one prefix, at the end of a chunk',
      [...many(CHUNK_RANKS * 2, (i) => `5${i}`), ...many(CHUNK_RANKS * 2, (i) => `5${i}A`)],
      ['5', '51', '5255'],
    ],
  ];
  for (const [claim, entries, prefixes] of cases) {
    test(`holds ${claim}`, () => {
      const rows = buildRows(entries);
      for (const prefix of prefixes) {
        for (const start of [0, 1, CHUNK_RANKS - 1, CHUNK_RANKS, 5001]) {
          assert.deepEqual(lookUp(rows, prefix, start), want(entries, prefix, start), `${prefix} from ${start}`);
        }
      }
    });
  }

  test('no leaf is larger than its limit and no chunk either', () => {
    for (const { value } of buildRows(many(5000, (i) => String(i * 7)))) {
      assert.ok(value.readUInt16LE(1) <= (value[0] === BRANCH ? CHUNK_RANKS : LEAF_ENTRIES_MAX));
    }
  });

  test('gives at most the ranks that are wanted, of a leaf and of a chunk', () => {
    for (const count of [LEAF_ENTRIES_MAX, CHUNK_RANKS]) {
      const row = buildRows(many(count, (i) => `7${i}`)).find(
        ({ value }) => count <= LEAF_ENTRIES_MAX || value[0] === BRANCH,
      );
      for (const max of [0, 1, count - 1, count, count + 1]) {
        const ranks = new Ranks();
        if (row?.value[0] === BRANCH) addBranchRanks(toRowValue(row.value), 0, ranks, max);
        else addLeafRanks(toRowValue(row?.value ?? assert.fail()), Buffer.from('7'), 0, ranks, max);
        assert.equal(ranks.count, Math.min(max, count));
      }
    }
  });
});
