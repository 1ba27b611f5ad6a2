import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { Sorter } from '../index.ts';

function withDirectory<T>(work: (directory: string) => T): T {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-sort-'));
  try {
    return work(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function drain(sorter: Sorter): string[] {
  const records: string[] = [];
  for (const { key, value } of sorter.sorted()) records.push(`${key.toString('latin1')}=${value.toString('latin1')}`);
  return records;
}

/** Arbitrary bytes, or bytes whose first six to twelve are alike. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 9 }),
  fc
    .tuple(fc.constantFrom('SAMESA', 'SAMESAM', 'SAMESAMESAME'), fc.uint8Array({ maxLength: 9 }))
    .map(([start, end]) => Buffer.concat([Buffer.from(start), end])),
);

test('Sorter returns records in byte order, with any memory and any order of input', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(bytes, bytes), { maxLength: 200 }),
      fc.integer({ min: 20, max: 2000 }),
      (records, memoryBytes) => {
        const want = records
          .toSorted(([aKey, aValue], [bKey, bValue]) => Buffer.compare(aKey, bKey) || Buffer.compare(aValue, bValue))
          .map(([key, value]) => `${Buffer.from(key).toString('latin1')}=${Buffer.from(value).toString('latin1')}`);
        withDirectory((directory) => {
          for (const inputs of [records, records.toReversed()]) {
            const sorter = new Sorter({ directory, name: 's', memoryBytes });
            for (const [key, value] of inputs) sorter.add(key, value);
            assert.deepEqual(drain(sorter), want);
            assert.deepEqual(readdirSync(directory), []);
          }
        });
      },
    ),
    { numRuns: 60 },
  );
});

test('Sorter sorts many records whose keys begin with the same 100,000 bytes', () => {
  withDirectory((directory) => {
    const sorter = new Sorter({ directory, name: 's' });
    const common = Buffer.alloc(100_000, 'x');
    const ends = Array.from({ length: 40 }, (_, i) => String((i * 17) % 40).padStart(2, '0'));
    for (const end of ends) sorter.add(Buffer.concat([common, Buffer.from(end)]), Buffer.of());
    const sorted = Array.from(sorter.sorted(), ({ key }) => key.toString('latin1', common.length));
    assert.deepEqual(sorted, ends.toSorted());
  });
});

test('Sorter takes a record larger than its memory and than its read buffers', () => {
  withDirectory((directory) => {
    const sorter = new Sorter({ directory, name: 's', memoryBytes: 1000 });
    const large = Buffer.alloc(700_000, 'x');
    sorter.add(Buffer.from('b'), large);
    sorter.add(Buffer.from('a'), Buffer.alloc(0));
    sorter.add(Buffer.from('c'), large);
    const seen = [...sorter.sorted()].length;
    assert.equal(seen, 3);
  });
});

test('Sorter removes its files when the sorted stream is abandoned half-way', () => {
  withDirectory((directory) => {
    const sorter = new Sorter({ directory, name: 's', memoryBytes: 100 });
    for (let i = 0; i < 100; i++) sorter.add(Buffer.from(String(i)), Buffer.alloc(20));
    assert.notDeepEqual(readdirSync(directory), []);
    for (const record of sorter.sorted()) {
      assert.equal(record.key.toString(), '0');
      break;
    }
    assert.deepEqual(readdirSync(directory), []);
  });
});

test('Sorter reports a run that ends inside a block', () => {
  withDirectory((directory) => {
    const sorter = new Sorter({ directory, name: 's', memoryBytes: 100 });
    for (let i = 0; i < 100; i++) sorter.add(Buffer.from(String(i)), Buffer.alloc(20));
    const run = join(directory, 's-0.run');
    truncateSync(run, statSync(run).size - 1);
    assert.throws(() => drain(sorter), /^Error: Cannot read a run file of a sort: it ends inside a block$/);
  });
});

test('Sorter reports why a run could not be written, not that it cannot be removed', () => {
  withDirectory((directory) => {
    const inside = join(directory, 'inside');
    mkdirSync(inside);
    const sorter = new Sorter({ directory: inside, name: 's', memoryBytes: 100 });
    for (let i = 0; i < 20; i++) sorter.add(Buffer.from(String(i)), Buffer.alloc(10));
    rmSync(inside, { recursive: true });
    assert.throws(() => drain(sorter), { code: 'ENOENT', syscall: 'open' });
  });
});
