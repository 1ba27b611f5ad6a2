import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RegisterLine } from '../../model/index.ts';
import { FI_1, ID_1, LEI_1, LEI_2, TIN, resolve, resolveAfter } from '../resolution-fixture.ts';

/** Lines of several companies that have one number. */
const histories: readonly (readonly [claim: string, first: RegisterLine[], later: RegisterLine[]])[] = [
  [
    'a line with an id of its own carries a number that joins nothing',
    [{ name: 'Vattu Oy', identifiers: [TIN] }],
    [{ id: ID_1, name: 'Toinen Oy', identifiers: [TIN] }],
  ],
  [
    'a company has only a number that two others share',
    [{ name: 'Mono Oy', identifiers: [FI_1] }],
    [
      { name: 'Mono Oy Helsinki', identifiers: [LEI_1, FI_1] },
      { name: 'Mono Oy Turku', identifiers: [LEI_2, FI_1] },
    ],
  ],
];

for (const [claim, first, later] of histories)
  test(`companies keep their ids night after night where ${claim}`, async () => {
    let { companies } = await resolve(first);
    const published = [...companies.keys()];
    ({ companies } = await resolveAfter(companies, [...first, ...later]));
    const all = [...companies.keys()].toSorted();
    assert.ok(published.every((id) => companies.get(id)?.lifecycle.status === 'active'));
    for (let night = 0; night < 3; night++) {
      const { companies: next, report } = await resolveAfter(companies, [...first, ...later]);
      assert.deepEqual([[...next.keys()].toSorted(), report.vanished], [all, 0]);
      companies = next;
    }
  });
