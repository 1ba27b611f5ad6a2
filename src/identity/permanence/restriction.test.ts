import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompanyRecord, RegisterLine } from '../../model/index.ts';
import { FI_1, FI_2, ID_1, LEI_1, LEI_2, TIN, resolve, resolveAfter, deriveId } from '../resolution-fixture.ts';

const RESTRICTED = { status: 'restricted' } as const;
const restrict = (id: string): RegisterLine => ({ id, lifecycle: RESTRICTED });
const REGISTERED: RegisterLine = { name: 'Mono Oy', identifiers: [FI_1] };

/** Publishes a company, restricts it, and returns the records. */
async function restrictedBefore(): Promise<Map<string, CompanyRecord>> {
  const { companies } = await resolve([REGISTERED]);
  return (await resolveAfter(companies, [REGISTERED, restrict(deriveId(FI_1))])).companies;
}

function visible(companies: ReadonlyMap<string, CompanyRecord>): string[] {
  return [...companies.values()].filter(({ lifecycle }) => lifecycle.status === 'active').map(({ id }) => id);
}

/** Checks that a record does not identify its company: it has no values, and only keyed fingerprints. */
function assertHidden({ profile, identifiers, keys, officers, classifications, fingerprints }: CompanyRecord): void {
  assert.deepEqual({ profile, identifiers, keys, officers, classifications }, { profile: {}, identifiers: [], keys: [], officers: [], classifications: [] }); // prettier-ignore
  for (const fingerprint of fingerprints) assert.ok((fingerprint[0] ?? 0) >= 0x80, 'the fingerprint is keyed');
}

const namesakes: RegisterLine[] = [
  REGISTERED,
  { name: 'MONO OY', identifiers: [LEI_1, FI_1] },
  { name: 'MONO OY, BRANCH', identifiers: [LEI_2, FI_1] },
];

test('companies that share a restricted number are all restricted, in any order of lines', async () => {
  const before = await restrictedBefore();
  const outcomes = new Set<string>();
  for (const order of ['012', '021', '102', '120', '201', '210']) {
    const lines = order.split('').map((i) => namesakes[Number(i)] ?? {});
    const { companies } = await resolveAfter(before, lines);
    assert.deepEqual(visible(companies), []);
    for (const company of companies.values()) assertHidden(company);
    outcomes.add(JSON.stringify([...companies].toSorted(([x], [y]) => (x < y ? -1 : 1))));
  }
  assert.equal(outcomes.size, 1);
});

test('a line with an id of its own does not bring a restricted company back', async () => {
  const { companies } = await resolveAfter(
    await restrictedBefore(),
    [REGISTERED],
    [{ id: ID_1, name: 'Mono Oy upstream', identifiers: [FI_1] }],
  );
  assert.deepEqual(visible(companies), []);
});

test('a company that takes over the number of a restricted one is served after a decision about its own id', async () => {
  const assigned: RegisterLine = { id: ID_1, identifiers: [FI_1] };
  const released: RegisterLine = { id: ID_1, lifecycle: { status: 'active' } };
  const { companies } = await resolveAfter(await restrictedBefore(), [assigned, released], [REGISTERED]);
  assert.deepEqual(visible(companies), [ID_1]);
  assert.equal(companies.get(deriveId(FI_1))?.lifecycle.status, 'restricted');
});

test('a record that redirects to a restricted one is restricted too, and none of its values is stored', async () => {
  const other: RegisterLine = { key: 'fi-test:2', name: 'Mono Oy again', identifiers: [FI_2, TIN] };
  const first = (await resolve([REGISTERED, other])).companies;
  const otherId = [...first.keys()].find((id) => id !== deriveId(FI_1)) ?? '';
  const redirect: RegisterLine = { id: otherId, lifecycle: { status: 'redirected', canonical_id: deriveId(FI_1) } };
  const second = (await resolveAfter(first, [redirect], [REGISTERED, other])).companies;
  assert.equal(second.get(otherId)?.lifecycle.status, 'redirected');
  let before = second;
  // Also in the following build, and after the register has dropped the company.
  for (const lines of [[REGISTERED, other], [REGISTERED, other], [REGISTERED]]) {
    before = (await resolveAfter(before, [redirect, restrict(deriveId(FI_1))], lines)).companies;
    const record = before.get(otherId);
    assert.ok(record !== undefined);
    assert.equal(record.lifecycle.status, 'restricted');
    assertHidden(record);
    assert.deepEqual(visible(before), []);
  }
});
