import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { InputError } from '../../model/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { deriveId, FI_1, FI_2, LEI_1, LEI_2, ID_1, ID_2, ID_3, resolve, resolveAfter } from '../resolution-fixture.ts';
import { RedirectResolver } from './redirects.ts';

suite('The targets of redirects and splits', () => {
  const redirect = (id: string, to: string): RegisterLine => ({
    id,
    lifecycle: { status: 'redirected', canonical_id: to },
  });
  test('a chain is resolved to the current record in one step', async () => {
    const { companies } = await resolve([redirect(ID_1, ID_2), redirect(ID_2, ID_3), { id: ID_3, name: 'Current' }]);
    assert.equal(companies.get(ID_1)?.lifecycle.canonical_id, ID_3);
    assert.equal(companies.get(ID_2)?.lifecycle.canonical_id, ID_3);
  });
  test('a successor may be named by an id derived from any of its joining identifiers', async () => {
    const { companies } = await resolve([
      { identifiers: [LEI_1], lifecycle: { status: 'redirected', canonical_id: deriveId(LEI_2) } },
      { identifiers: [FI_1, LEI_2], name: 'Successor' },
    ]);
    assert.equal(companies.get(deriveId(LEI_1))?.lifecycle.canonical_id, deriveId(FI_1));
  });
  test('the records a split one continues as are current ones, each once', async () => {
    const { companies } = await resolve([
      { id: ID_1, name: 'Old', lifecycle: { status: 'split', successor_ids: [ID_2, ID_3] } },
      redirect(ID_2, ID_3),
      { id: ID_3, name: 'New' },
    ]);
    assert.deepEqual(companies.get(ID_1)?.lifecycle.successor_ids, [ID_3]);
    assert.equal(companies.get(ID_1)?.profile.name, 'Old');
  });
  test('a long chain is resolved in no time that its square or cube would take', async () => {
    const id = (n: number): string => `co_0000000000000000000${String(n).padStart(7, '0')}`;
    const chain = Array.from({ length: 20_000 }, (_, n) => redirect(id(n), id(n + 1)));
    const { companies } = await resolve([...chain, { id: id(20_000), name: 'Current' }]);
    assert.equal(companies.get(id(0))?.lifecycle.canonical_id, id(20_000));
    assert.equal(companies.get(id(12_345))?.lifecycle.canonical_id, id(20_000));
  });
  test('the company that has the id is meant, not one that is resolved again and has it as an alias', () => {
    const redirects = new RedirectResolver((id) => id === ID_2);
    const lifecycle = { status: 'redirected', canonical_id: ID_2 } as const;
    redirects.addReferences(lifecycle);
    redirects.addCompany(ID_3, [ID_2], { status: 'active' });
    assert.deepEqual(redirects.resolve(ID_1, lifecycle), lifecycle);
  });
  test('a circle is an error that names the ids', async () => {
    await assert.rejects(
      () => resolve([redirect(ID_1, ID_2), redirect(ID_2, ID_1)]),
      (error) => error instanceof InputError && error.message.includes(`${ID_1} → ${ID_2} → ${ID_1}`),
    );
  });
  test('a target that does not exist is an error that names both ids', async () => {
    await assert.rejects(
      () => resolve([redirect(ID_1, ID_2)]),
      (error) => error instanceof InputError && error.message.includes(ID_1) && error.message.includes(ID_2),
    );
  });
});

suite('The name of a redirected record', () => {
  const one: RegisterLine = { identifiers: [FI_1], name: 'Mono Oy' };
  const two: RegisterLine = { identifiers: [FI_2], name: 'Stereo Oy' };
  const redirect: RegisterLine = {
    id: deriveId(FI_2),
    lifecycle: { status: 'redirected', canonical_id: deriveId(FI_1) },
  };
  const cases: readonly (readonly [string, nights: readonly (readonly RegisterLine[])[], want: string | undefined])[] = [
    ['is that of its line', [[one, { ...redirect, ...two, id: ID_2 }]], 'Stereo Oy'],
    ['is the published one, where the two turn out to be one', [[one, two], [{ ...one, identifiers: [FI_1, FI_2] }]], 'Mono Oy'],
    ['is the published one after a decision', [[one, two], [one, redirect]], 'Stereo Oy'],
    ['stays in later builds', [[one, two], [one, redirect], [one], [one]], 'Stereo Oy'],
    ['is the last one of its register', [[one, two], [one, redirect, { ...two, name: 'Stereofon Oy' }]], 'Stereofon Oy'],
    ['is absent where none was published', [[one, redirect]], undefined],
    ['is withheld with its target', [[one, two], [one, redirect], [one, redirect, { id: deriveId(FI_1), lifecycle: { status: 'restricted' } }]], undefined],
    ['is withheld where a line without numbers led there', [[one, { ...redirect, id: ID_1, name: 'Duo Oy' }, { id: deriveId(FI_1), lifecycle: { status: 'restricted' } }]], undefined],
  ]; // prettier-ignore
  for (const [claim, nights, want] of cases)
    test(claim, async () => {
      let companies: Awaited<ReturnType<typeof resolve>>['companies'] = new Map();
      for (const lines of nights) ({ companies } = await resolveAfter(companies, [...lines]));
      const names = [...companies.values()].map(({ nameBefore }) => nameBefore).filter((name) => name !== undefined);
      assert.deepEqual(names, want === undefined ? [] : [want]);
    });
});
