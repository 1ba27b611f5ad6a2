/** Tests what every implementation of `Backend` with details promises about them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveCompanyId, type DetailsRecord } from '../model/index.ts';
import {
  COMPANIES,
  MOVED_ID,
  NAME_BEFORE,
  NEIGHBOUR_ID,
  MOVED_TO_WITHHELD_ID,
  WITHHELD_ID,
  line,
  suiteId,
} from './backend-fixture.ts';
import type { Backend } from './index.ts';

const CALLERS = 64;
const UNKNOWN_ID = deriveCompanyId({ kind: 'key', key: 'test-register:unknown' });

interface Opened {
  readonly backend: Backend;
  readonly replace?: () => Promise<void>;
  /** False if details lack the names of redirected records. */
  readonly hasNamesBefore?: false;
}

export function detailsClaims(opened: () => Opened): void {
  /** Returns the details that a backend must have of company `n`. */
  function expectRecord(n: number, lifecycle: DetailsRecord['lifecycle'] = { status: 'active' }): DetailsRecord {
    const { identifiers: [number] = [], state, address, former_names } = line(n);
    const fields = ['state', 'address', 'former_names'] as const;
    const sources = [{ register: 'test-register', as_of_date: '2026-11-20', fields }];
    const details = { state, address, former_names, sources } as DetailsRecord['details'];
    const hasName = lifecycle.status === 'redirected' && (opened().hasNamesBefore ?? true);
    const head = hasName ? { lifecycle, nameBefore: NAME_BEFORE } : { lifecycle };
    return number === undefined ? { ...head, details } : { ...head, number, details };
  }
  const moved = { status: 'redirected', canonical_id: suiteId(8) } as const;

  for (const [claim, ids, want] of [
    ['many companies in the order of their ids', [suiteId(8), suiteId(3)], () => [expectRecord(8), expectRecord(3)]],
    ['one company twice', [suiteId(3), suiteId(3)], () => [expectRecord(3), expectRecord(3)]],
    ['an unknown id beside a company', [UNKNOWN_ID, suiteId(3)], () => [undefined, expectRecord(3)]],
    ['an unknown id', [UNKNOWN_ID], () => [undefined]],
    ['a text that is not an id', ['../search', '\0', suiteId(3)], () => [undefined, undefined, expectRecord(3)]],
    ['no company', [], () => []],
    ['a redirected id, which are those of its target', [MOVED_ID], () => [expectRecord(8, moved)]],
  ] as const)
    test(`where it has details, it finds those of ${claim}`, async () => {
      const { backend } = opened();
      if (backend.details === undefined) return;
      assert.deepEqual((await backend.details(ids))?.records, want());
    });

  test(`where it has details, ${CALLERS} callers at once each get their own, and keep them`, async () => {
    const { backend } = opened();
    if (backend.details === undefined) return;
    const callers = Array.from({ length: CALLERS }, (_, i) => [(i * 7) % COMPANIES, (i * 11) % COMPANIES] as const);
    const results = await Promise.all(
      callers.map(async ([first, second]) => await backend.details?.([suiteId(first), MOVED_ID, suiteId(second)])),
    );
    // More requests must not change results that the callers still hold.
    for (let n = 0; n < COMPANIES; n++) await backend.details([suiteId(n)]);
    for (const [i, [first, second]] of callers.entries())
      assert.deepEqual(results[i]?.records, [expectRecord(first), expectRecord(8, moved), expectRecord(second)]);
  });

  test('where it searches with details, it finds the companies of a search, with what tells them apart', async () => {
    const { backend } = opened();
    for (let next: string | undefined, page = 0; page < 3; page++) {
      const request = { query: 'pohjola', limit: 25, after: next };
      const found = await backend.searchWithDetails?.(request);
      if (found === undefined) return;
      const plain = await backend.search(request);
      const want = parseResources(plain.json).map((company, i) => {
        const { identifiers: [number] = [], state, address } = line(page * 25 + i);
        return Object.assign(company, { number, country: number?.country_scope, state, locality: address?.locality });
      });
      assert.deepEqual(parseResources(found.json), want);
      ({ next } = found);
    }
  });

  for (const [claim, id, ids] of [
    ['a company', WITHHELD_ID, [NEIGHBOUR_ID]],
    ['a redirected id, which are those of its target', MOVED_TO_WITHHELD_ID, [NEIGHBOUR_ID]],
    ['a company without others there', suiteId(3), []],
  ] as const)
    test(`where it finds companies by address, it finds those of ${claim}`, async () => {
      const { backend } = opened();
      if (backend.sameAddress === undefined) return;
      const found = await backend.sameAddress({ id, limit: 5 });
      assert.deepEqual([found?.ids, found?.count], [ids, ids.length]);
    });

  test('where it finds companies by address, it knows none of an unknown id', async () =>
    assert.equal(await opened().backend.sameAddress?.({ id: UNKNOWN_ID, limit: 5 }), undefined));
}

/** Tests to run after the data has been replaced with `LATER_LINES`, which restrict a company. */
export function claimsOfRestrictedDetails(opened: () => Opened): void {
  test('where it has details, it has none of a company that newer data restrict, nor of an id that redirects to it', async () => {
    const { backend, replace } = opened();
    if (backend.details === undefined || replace === undefined) return;
    const found = await backend.details([WITHHELD_ID, MOVED_TO_WITHHELD_ID, suiteId(8)]);
    const [withheld, movedThere, other] = found?.records ?? [];
    assert.deepEqual(withheld, { lifecycle: { status: 'restricted' }, details: { sources: [] } });
    assert.deepEqual(
      [movedThere?.number, movedThere?.nameBefore, movedThere?.details],
      [undefined, undefined, { sources: [] }],
    );
    assert.equal(other?.details.address?.street, 'Esimerkkitie 8');
  });

  test('where it finds companies by address, it finds none that newer data restrict', async () => {
    const { backend, replace } = opened();
    if (backend.sameAddress === undefined || replace === undefined) return;
    for (const id of [WITHHELD_ID, MOVED_TO_WITHHELD_ID])
      assert.equal(await backend.sameAddress({ id, limit: 5 }), undefined);
    assert.deepEqual((await backend.sameAddress({ id: NEIGHBOUR_ID, limit: 5 }))?.ids, []);
  });
}

function parseResources(json: Uint8Array): Record<string, unknown>[] {
  return JSON.parse(`[${Buffer.from(json).toString()}]`) as Record<string, unknown>[];
}
