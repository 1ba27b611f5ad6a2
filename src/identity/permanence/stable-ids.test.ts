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

const KEYED = ['a', 'b'].map((key): RegisterLine => ({
  key: `fi-test:${key}`,
  name: `Oy ${key}`,
  identifiers: [FI_1],
}));

const vanishing: readonly (readonly [claim: string, nights: RegisterLine[][], last: RegisterLine])[] = [
  ['has a LEI of its own', histories.slice(1).flatMap(([, first, later]) => [first, [...first, ...later]]), { name: 'Mono Oy Helsinki', identifiers: [LEI_1, FI_1] }],
  ['has a key of its own', [[{ name: 'Oy a', identifiers: [FI_1] }], KEYED.slice(0, 1), KEYED], KEYED[1] ?? {}],
]; // prettier-ignore

for (const [claim, nights, last] of vanishing)
  test(`a company that vanishes leaves its id to no company with its number that ${claim}`, async () => {
    let { companies } = await resolve([]);
    for (const night of nights) ({ companies } = await resolveAfter(companies, night));
    const before = [...companies.values()].find(({ profile }) => profile.name === last.name)?.id ?? '';
    const { companies: after, report } = await resolveAfter(companies, [last]);
    assert.equal(after.get(before)?.lifecycle.status, 'active');
    assert.deepEqual([report.merged, report.vanished], [0, companies.size - 1]);
  });
