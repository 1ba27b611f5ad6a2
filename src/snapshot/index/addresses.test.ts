import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, suite, test } from 'node:test';
import { InputError, type CompanyAddress, type CompanyRecord } from '../../model/index.ts';
import { SnapshotReader, verifySnapshot } from '../index.ts';
import { company, id, write } from '../record-fixture.ts';
import { rewritten, type EditedTable } from '../verify/rewritten-fixture.ts';
import { ADDRESS_RANKS_MAX, addressKey, decodeAddress, encodeAddress, foldedAddress } from './addresses.ts';

describe('one address', () => {
  const street = { street: 'Kråkvägen 7', postal_code: '111 11', locality: 'Björnhult' };
  const cases: readonly (readonly [string, CompanyAddress, CompanyAddress])[] = [
    ['in other letters', street, { street: 'KRAKVAGEN 7.', postal_code: '11111', locality: 'bjornhult' }],
    ['in lines', street, { lines: ['Kråkvägen', '7'], postal_code: '111 11', locality: 'Björnhult' }],
    ['with a region and a country', street, { ...street, region: 'Skogslän', country_code: 'SE' }],
    ['as a text', { text: 'Rīga, Izdomātā iela 1-2' }, { text: 'RIGA IZDOMATA IELA 1 2' }],
  ];
  for (const [claim, one, other] of cases)
    test(claim, () => {
      assert.notEqual(foldedAddress(one), undefined);
      assert.equal(foldedAddress(one), foldedAddress(other));
    });

  const others: readonly (readonly [string, CompanyAddress])[] = [
    ['with another house', { ...street, street: 'Kråkvägen 17' }],
    ['in another town', { ...street, locality: 'Kråkdal' }],
    ['with another postal code', { ...street, postal_code: '111 12' }],
  ];
  for (const [claim, other] of others)
    test(`is another one ${claim}`, () => assert.notEqual(foldedAddress(other), foldedAddress(street)));
});

describe('an address that leads to more than one building has no key', () => {
  const cases: readonly CompanyAddress[] = [
    { locality: 'Björnhult' },
    { postal_code: '11111', locality: 'Björnhult', country_code: 'SE' },
    { street: 'Kråkvägen', postal_code: '11111', locality: 'Björnhult' },
    { street: 'Kråkvägen 7' },
    { lines: ['1 Main Street'] },
    { lines: ['Main Street', 'Dublin 2'] },
    { text: 'MD-2999, mun. Chişinău' },
    { text: 'Praha 1, Nové Město, 110 00' },
  ];
  for (const address of cases)
    test(JSON.stringify(address), () => {
      assert.equal(foldedAddress(address), undefined);
      assert.equal(addressKey(address).length, 0);
    });
});

suite('The companies of an address', () => {
  const at = (n: number, address: CompanyAddress, more: Partial<CompanyRecord> = {}): CompanyRecord =>
    company(n, {
      name: `Company ${String(n).padStart(5, '0')}`,
      details: { address, sources: [{ register: 'toys', fields: ['address'] }] },
      ...more,
    });
  const HOUSE = { street: 'Myllytie 1', locality: 'Marjala' };
  const TOWER = { street: 'Torni 5', locality: 'Marjala' };
  const IN_TOWER = ADDRESS_RANKS_MAX + 7;
  const RECORDS: readonly CompanyRecord[] = [
    at(1, HOUSE),
    at(2, { ...HOUSE, country_code: 'FI' }),
    at(3, { street: 'MYLLYTIE 1', locality: 'MARJALA' }),
    at(4, { ...HOUSE, country_code: 'SE' }),
    at(5, { street: 'Myllytie 2', locality: 'Marjala' }),
    at(6, { locality: 'Marjala' }),
    at(7, { locality: 'Marjala' }),
    company(8, { lifecycle: { status: 'redirected', canonical_id: id(1) } }),
    company(9, { lifecycle: { status: 'restricted' } }),
    ...Array.from({ length: IN_TOWER }, (_, n) => at(1000 + n, TOWER)),
  ];
  let directory = '';
  let path = '';
  let reader: SnapshotReader;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-addresses-'));
    ({ path } = await write(directory, 'a.snapshot', RECORDS));
    reader = SnapshotReader.open(path);
  });
  after(async () => {
    await reader.close();
    rmSync(directory, { recursive: true });
  });

  const cases: readonly (readonly [string, number, limit: number, { ids: string[]; count: number } | undefined])[] = [
    ['are in name order, without itself', 1, 10, { ids: [id(2), id(3), id(4)], count: 3 }],
    ['are not in another country', 2, 10, { ids: [id(1), id(3)], count: 2 }],
    ['are counted beyond the limit', 3, 1, { ids: [id(1)], count: 3 }],
    ['are missing where there is no other', 5, 10, { ids: [], count: 0 }],
    ['are missing where only the town is known', 6, 10, { ids: [], count: 0 }],
    ['are those of the target of a redirect', 8, 10, { ids: [id(2), id(3), id(4)], count: 3 }],
    ['are unknown of a restricted record', 9, 10, undefined],
    ['are unknown of an unknown record', 99, 10, undefined],
    ['are counted beyond those of a row', 1003, 2, { ids: [id(1000), id(1001)], count: IN_TOWER - 1 }],
    ['are found from one beyond the row', 1000 + IN_TOWER - 1, 1, { ids: [id(1000)], count: IN_TOWER - 1 }],
  ];
  for (const [claim, n, limit, want] of cases)
    test(claim, () => assert.deepEqual(reader.sameAddress(id(n), limit), want));

  const key = addressKey(HOUSE);
  const faults: readonly (readonly [string, (table: EditedTable) => unknown, RegExp])[] = [
    ['a row without one of them', (table) => table.put(key, encodeAddress(3, [0, 1, 2])), /rank 3 does not lead/],
    ['a row with another company', (table) => table.put(key, encodeAddress(5, [0, 1, 2, 3, 4])), /count/],
    ['a row of one company', (table) => table.put(addressKey({ street: 'Myllytie 2', locality: 'Marjala' }), encodeAddress(1, [4])), /not in order/],
    ['a row of an address without companies', (table) => table.put(Buffer.alloc(8), encodeAddress(2, [0, 1])), /count/],
  ]; // prettier-ignore
  for (const [claim, edit, message] of faults)
    test(`verify finds ${claim}`, async () => {
      const copy = join(directory, 'copy.snapshot');
      copyFileSync(path, copy);
      await rewritten(copy, ({ addresses }) => edit(addresses));
      await assert.rejects(verifySnapshot(copy), (error) => error instanceof InputError && message.test(error.message));
    });

  test('of another address with the same hash are skipped', async () => {
    const copy = join(directory, 'collision.snapshot');
    copyFileSync(path, copy);
    await rewritten(copy, ({ addresses }) => {
      const { ranks } = decodeAddress(addresses.get(key) ?? assert.fail());
      addresses.put(key, encodeAddress(ranks.length + 1, [...ranks, 4]));
    });
    const other = SnapshotReader.open(copy);
    assert.deepEqual(other.sameAddress(id(1), 10), { ids: [id(2), id(3), id(4)], count: 3 });
    await other.close();
  });
});
