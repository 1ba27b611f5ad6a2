import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFrom } from '../../test/fixtures/random.ts';
import { encodeCompanyId } from '../../src/model/index.ts';
import { companyKeys, findIndexes } from './company-keys.ts';

const random = randomFrom(32);
/** Returns random IDs: many have a common prefix, and some are neighbours. */
const ids = (count: number): string[] =>
  Array.from({ length: count }, () => {
    const bytes = Buffer.alloc(16, random() < 0.3 ? 0 : 0xff);
    bytes[Math.floor(random() * 16)] = Math.floor(random() * 256);
    bytes.writeUInt16BE(Math.floor(random() * 500), 14);
    return encodeCompanyId(bytes);
  });

for (const [few, many] of [
  [0, 100],
  [1, 1],
  [1, 5000],
  [40, 5000],
  [3000, 3000],
  [5000, 7],
] as const)
  test(`findIndexes finds each of ${few} IDs among ${many}, and no other`, () => {
    const [wanted, all] = [ids(few), [...new Set(ids(many))].toSorted()];
    const keys = companyKeys([...wanted, ...all.filter((_, i) => i % 97 === 0)]);
    const found = findIndexes(keys, companyKeys(all)).map((at) => all[at]);
    const want = all.filter((id, i) => i % 97 === 0 || wanted.includes(id));
    assert.deepEqual(found, want);
  });
