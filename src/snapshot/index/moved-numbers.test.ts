import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { folder } from '../../../test/fixtures/folder.ts';
import { companyIdBytes, foldNumber, type CompanyIdentifier, type CompanyRecord } from '../../model/index.ts';
import { SnapshotReader, verifySnapshot } from '../index.ts';
import { company, id, write } from '../record-fixture.ts';
import { rewritten, type EditedTable } from '../verify/rewritten-fixture.ts';
import { movedNumberKey } from './moved-numbers.ts';

/** Few numbers, so that many records share one. */
const number = fc.stringMatching(/^[12]-?[12 ]?[12]$/);
const identifier = number.map((value): CompanyIdentifier => ({
  scheme: 'national_registry_number',
  value,
  country_scope: 'DE-BY',
}));
const kind = fc.record({
  status: fc.constantFrom('active', 'redirected', 'split', 'tombstoned'),
  identifiers: fc.array(identifier, { maxLength: 3 }),
  numberForms: fc.array(identifier, { maxLength: 1 }),
});

const ACTIVE = 9000;

function createRecord({ status, ...numbers }: typeof kind extends fc.Arbitrary<infer T> ? T : never, n: number) {
  const target = id(ACTIVE);
  return company(n, {
    lifecycle:
      status === 'redirected'
        ? { status, canonical_id: target }
        : status === 'split'
          ? { status, successor_ids: [target] }
          : { status },
    ...(status === 'tombstoned' ? {} : numbers),
  });
}

const foldNumbers = ({ identifiers, numberForms }: CompanyRecord): string[] =>
  [...identifiers, ...numberForms].map(({ value }) => foldNumber(value));

suite('Numbers of redirected and split records', () => {
  test('find these records and no others', async (t) => {
    const at = folder(t);
    let run = 0;
    const property = fc.asyncProperty(fc.array(kind, { maxLength: 20 }), async (kinds) => {
      const records = kinds.map(createRecord);
      const { path } = await write(at, `moved-${run++}`, [...records, company(ACTIVE)]);
      await verifySnapshot(path);
      const reader = SnapshotReader.open(path);
      for (const asked of ['11', '12', '21', '111', '121', '212', '3']) {
        const { moved } = reader.withNumbers([asked], 10);
        const want = records.filter(
          (one) => ['redirected', 'split'].includes(one.lifecycle.status) && foldNumbers(one).includes(asked),
        );
        assert.deepEqual(moved.map((one) => one.id).toSorted(), want.map((one) => one.id).toSorted());
      }
      await reader.close();
    });
    await fc.assert(property, { numRuns: 15 });
  });

  test('are verified: a number without its record, and a record without the number, are faults', async (t) => {
    const at = folder(t);
    const kinds = Array.from({ length: 30 }, (_, n) => {
      const identifiers = [{ scheme: 'tin', value: `T${n}` } as const];
      return company(n, { lifecycle: { status: 'redirected', canonical_id: id(ACTIVE) }, identifiers });
    });
    const { path } = await write(at, 'sound', [...kinds, company(ACTIVE)]);
    const copy = join(at, 'copy');
    const toKey = (n: number): Buffer => movedNumberKey('T1', Buffer.from(companyIdBytes(id(n))));
    const edits: [edit: (table: EditedTable) => unknown, fault: RegExp][] = [
      [(table) => table.remove(toKey(1)), /a number of "co_\w+", which is redirected, does not lead to it/],
      [
        (table) => table.put(toKey(2), Buffer.alloc(0)),
        /it has 31 moved numbers, but its redirected and split records have 30/,
      ],
    ];
    for (const [edit, fault] of edits) {
      copyFileSync(path, copy);
      await rewritten(copy, ({ movedNumbers }) => edit(movedNumbers));
      await assert.rejects(verifySnapshot(copy), fault);
    }
  });
});
