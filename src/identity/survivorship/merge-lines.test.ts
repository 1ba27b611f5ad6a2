import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { CompanyRecord, RegisterLine } from '../../model/index.ts';
import { nrn, idOf, FI_1, LEI_1, ID_1, ID_2, resolve } from '../test-resolution.ts';
import { orderMeansNothing } from '../line-orders.ts';

suite('Merging', () => {
  const officer = (name: string, system: string) => ({ name, source: { system } });
  const first: RegisterLine = {
    name: 'First',
    company_status: 'Registered',
    identifiers: [LEI_1, FI_1],
    classifications: [
      { scheme: 'TOL 2008', code: '62010', is_primary: false },
      { scheme: 'TOL 2008', code: '01110', is_primary: true, label: 'Growing' },
    ],
    officers: [officer('Aino', 'fi'), officer('Bo', 'fi')],
  };
  const second: RegisterLine = {
    name: 'Second',
    legal_form: 'Osakeyhtiö',
    identifiers: [nrn('FI', '01120389'), { scheme: 'tin', value: 'T1' }],
    classifications: [{ scheme: 'TOL 2008', code: '01110', is_primary: true }],
    officers: [officer('Cia', 'fi'), officer('Dag', 'se')],
    officers_has_more: true,
  };
  const merged = async (...inputs: RegisterLine[][]): Promise<CompanyRecord> => {
    const { companies } = await resolve(...inputs);
    const [company] = companies.values();
    assert.ok(company !== undefined);
    return company;
  };

  test('the input named first wins field by field, and what it lacks comes from the next', async () => {
    assert.deepEqual((await merged([first], [second])).profile, {
      name: 'First',
      company_status: 'Registered',
      legal_form: 'Osakeyhtiö',
    });
    assert.equal((await merged([second], [first])).profile.name, 'Second');
  });
  test('identifiers are united without repeats, strongest first, as the first input publishes them', async () => {
    assert.deepEqual((await merged([first], [second])).identifiers, [FI_1, LEI_1, { scheme: 'tin', value: 'T1' }]);
  });
  test('classifications are united without repeats, primary first, then by scheme and code', async () => {
    assert.deepEqual(
      (await merged([first], [second])).classifications.map(({ code, label }) => [code, label]),
      [
        ['01110', 'Growing'],
        ['62010', undefined],
      ],
    );
  });
  test('officers are taken whole per publishing system, from the first input that has them', async () => {
    const company = await merged([first], [second]);
    assert.deepEqual(
      company.officers.map(({ name }) => name),
      ['Aino', 'Bo', 'Dag'],
    );
    assert.equal(company.officersHasMore, true);
  });
  test('a stated lifecycle beats the default, whatever the order', async () => {
    const stated: RegisterLine = { identifiers: [FI_1], lifecycle: { status: 'tombstoned' } };
    for (const inputs of [
      [[first], [stated]],
      [[stated], [first]],
    ]) {
      const company = await merged(...inputs);
      assert.deepEqual(company.lifecycle, { status: 'tombstoned' });
      assert.deepEqual(company.profile, {});
    }
  });
  test('a restriction beats what other registers state, and a line with the id beats the restriction', async () => {
    const active: RegisterLine = { identifiers: [FI_1], lifecycle: { status: 'active' } };
    const restricted: RegisterLine = { identifiers: [FI_1], lifecycle: { status: 'restricted' } };
    assert.equal((await merged([active], [restricted])).lifecycle.status, 'restricted');
    const released: RegisterLine = { id: idOf(FI_1), lifecycle: { status: 'active' } };
    assert.equal((await merged([active], [restricted], [released])).lifecycle.status, 'active');
  });
  test('a restricted line gives no value, whatever another line makes of the company', async () => {
    const secret: RegisterLine = {
      key: 'r:1',
      name: 'Secret',
      identifiers: [{ scheme: 'tin', value: 'SECRET' }],
      classifications: [{ scheme: 's', code: 'SECRET', is_primary: true }],
      officers: [officer('Secret', 'secret')],
      lifecycle: { status: 'restricted' },
    };
    const target: RegisterLine = { id: ID_2, name: 'Target' };
    for (const lifecycle of [
      { status: 'active' as const },
      { status: 'split' as const, successor_ids: [ID_2] },
      { status: 'redirected' as const, canonical_id: ID_2 },
    ]) {
      const { companies } = await resolve([secret, { id: ID_1, key: 'r:1', lifecycle }, target]);
      assert.equal(companies.get(ID_1)?.lifecycle.status, lifecycle.status);
      assert.doesNotMatch(JSON.stringify(companies.get(ID_1)), /secret/i);
    }
  });
  test('within one input the order of lines means nothing', async () => {
    await fc.assert(orderMeansNothing(), { numRuns: 100 });
  });
});
