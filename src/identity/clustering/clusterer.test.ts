import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RegisterLine } from '../../model/index.ts';
import { deriveId, nrn, resolve, resolveAfter } from '../resolution-fixture.ts';

const SHARED = nrn('FI', '1000');

/** Publishes a company under only its number, builds the lines, and returns the keys of the company that has its id now. */
async function findHeir(...lines: RegisterLine[]): Promise<readonly string[] | undefined> {
  const { companies: before } = await resolve([{ name: 'Before', identifiers: [SHARED] }]);
  const { companies } = await resolveAfter(before, lines);
  const heir = companies.get(deriveId(SHARED));
  return heir?.lifecycle.status === 'active' ? heir.keys : undefined;
}

const shared: RegisterLine[] = [
  { key: 'r:1', name: 'One', identifiers: [SHARED] },
  { key: 'r:2', name: 'Two', identifiers: [SHARED] },
];

test('a number that several companies share stays with the lines that have nothing else', async () => {
  assert.deepEqual(await findHeir(...shared, { name: 'None', identifiers: [SHARED] }), []);
});

test('no company gets the id of a shared number by a line that another number joins to the company', async () => {
  // Numbers are joined in the order of their hashes: for some numbers the line joins its company first, for others last.
  for (let number = 0; number < 12; number++) {
    const other = nrn('FI', `2${number}`);
    const between: RegisterLine = { name: 'Between', identifiers: [SHARED, other] };
    assert.equal(await findHeir(...shared, between, { key: 'r:3', name: 'Three', identifiers: [other] }), undefined);
  }
});
