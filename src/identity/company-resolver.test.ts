import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { InputError, NO_DETAILS } from '../model/index.ts';
import type { CompanyRecord, RegisterLine } from '../model/index.ts';
import {
  nrn,
  deriveId,
  idOfKey,
  FI_1,
  FI_2,
  LEI_1,
  LEI_2,
  ID_1,
  ID_2,
  resolve,
  resolveAfter,
} from './resolution-fixture.ts';

const LAST_ID = 'co_7zzzzzzzzzzzzzzzzzzzzzzzzz';

suite('Which lines are one company', () => {
  const cases: [claim: string, lines: RegisterLine[], ids: string[]][] = [
    ['the same number in the same scope joins', [{ identifiers: [FI_1] }, { identifiers: [FI_1] }], [deriveId(FI_1)]],
    [
      'numbers are compared by letters and digits, case folded',
      [{ identifiers: [nrn('CY', 'HE 350042')] }, { identifiers: [nrn('CY', 'ΗΕ350042')] }],
      [deriveId(nrn('CY', 'HE350042'))],
    ],
    [
      'the same number in another scope does not join',
      [{ identifiers: [nrn('EE', '10000001')] }, { identifiers: [nrn('LV', '10000001')] }],
      [deriveId(nrn('EE', '10000001')), deriveId(nrn('LV', '10000001'))],
    ],
    [
      'a LEI joins lines with different numbers',
      [{ identifiers: [FI_1, LEI_1] }, { identifiers: [nrn('SE', '5560000001'), LEI_1] }],
      [deriveId(FI_1)],
    ],
    [
      'a key joins, and the id comes from the key',
      [
        { key: 'ro-onrc:J40/1', name: 'A' },
        { key: 'ro-onrc:J40/1', identifiers: [nrn('RO', '1')] },
      ],
      [idOfKey('ro-onrc:J40/1')],
    ],
    [
      'joins carry over: number, then LEI',
      [{ identifiers: [FI_1] }, { identifiers: [FI_1, LEI_1] }, { identifiers: [LEI_1] }],
      [deriveId(FI_1)],
    ],
    [
      'a number that two keys of one register carry joins nothing',
      [
        { key: 'ua:1', identifiers: [nrn('UA', '7')] },
        { key: 'ua:2', identifiers: [nrn('UA', '7')] },
        { identifiers: [nrn('UA', '7'), LEI_1] },
      ],
      [idOfKey('ua:1'), idOfKey('ua:2'), deriveId(LEI_1)],
    ],
    [
      'a number that two LEIs carry joins nothing, and lines with only the number are one company',
      [
        { identifiers: [FI_1, LEI_1] },
        { identifiers: [FI_1, LEI_2] },
        { identifiers: [FI_1], name: 'a' },
        { identifiers: [FI_1], name: 'b' },
      ],
      [deriveId(LEI_1), deriveId(LEI_2), deriveId(FI_1)],
    ],
    [
      'keys of different registers do not exclude each other',
      [
        { key: 'ro-onrc:1', identifiers: [nrn('RO', '9')] },
        { key: 'ro-anaf:9', identifiers: [nrn('RO', '9')] },
      ],
      [idOfKey('ro-anaf:9')],
    ],
    [
      'a VAT number does not join beside a registry number',
      [
        { identifiers: [FI_1, { scheme: 'eu_vat_number', value: 'FI1' }] },
        { identifiers: [FI_2, { scheme: 'eu_vat_number', value: 'FI1' }] },
      ],
      [deriveId(FI_1), deriveId(FI_2)],
    ],
    [
      'lines with the same VAT number and nothing stronger are one company',
      [
        { identifiers: [{ scheme: 'eu_vat_number', value: 'FI1' }] },
        { identifiers: [{ scheme: 'eu_vat_number', value: 'FI-1' }] },
      ],
      [deriveId({ scheme: 'eu_vat_number', value: 'FI1' })],
    ],
    [
      'a number that several carry gives way to no identifier that joins nothing',
      [
        { identifiers: [{ scheme: 'tin', value: 'T0', country_scope: 'FI' }] },
        { key: 'a:1', identifiers: [FI_1] },
        { key: 'a:2', identifiers: [FI_1] },
        { identifiers: [FI_1, { scheme: 'tin', value: 'T0', country_scope: 'FI' }] },
      ],
      [deriveId({ scheme: 'tin', value: 'T0', country_scope: 'FI' }), idOfKey('a:1'), idOfKey('a:2'), deriveId(FI_1)],
    ],
    [
      'a given id is kept and joins',
      [{ id: ID_1, identifiers: [FI_1] }, { identifiers: [FI_1] }, { id: ID_1, name: 'x' }],
      [ID_1],
    ],
    [
      'a line with only an id is about the company whose id is derived',
      [{ identifiers: [FI_1] }, { id: deriveId(FI_1), summary: 'curated' }],
      [deriveId(FI_1)],
    ],
    [
      'a number with two given ids joins nothing',
      [
        { id: ID_1, identifiers: [FI_1] },
        { id: ID_2, identifiers: [FI_1] },
      ],
      [ID_1, ID_2],
    ],
  ];
  for (const [claim, lines, ids] of cases) {
    test(claim, async () => {
      for (const order of [lines, lines.toReversed()]) {
        assert.deepEqual([...(await resolve(order)).companies.keys()].toSorted(), ids.toSorted());
      }
    });
  }

  test('numbers that several companies carry are counted', async () => {
    const { report } = await resolve([{ identifiers: [FI_1, LEI_1] }, { identifiers: [FI_1, LEI_2] }]);
    assert.equal(report.numbersShared, 1);
  });

  test('a previous record keeps its id, however many records before it no line names', async () => {
    const withheld = {
      profile: {},
      identifiers: [],
      classifications: [],
      officers: [],
      officersHasMore: false,
      numberForms: [],
      details: NO_DETAILS,
      keys: [],
    };
    const ids = Array.from({ length: 20_000 }, (_, n) => `co_0000000000000000000${String(n).padStart(7, '0')}`);
    const tombstones = ids.map(
      (id) => [id, { id, lifecycle: { status: 'tombstoned' }, fingerprints: [], ...withheld }] as const,
    );
    const before = new Map<string, CompanyRecord>([
      ...tombstones,
      ...(await resolve([{ id: LAST_ID, identifiers: [FI_1] }])).companies,
    ]);
    const { companies } = await resolveAfter(before, [{ identifiers: [FI_1] }]);
    assert.deepEqual([companies.size, companies.get(LAST_ID)?.lifecycle.status], [before.size, 'active']);
  });

  test('two ids for one key are an error that names both', async () => {
    const lines: RegisterLine[] = [
      { id: ID_1, key: 'cy:1' },
      { id: ID_2, key: 'cy:1' },
    ];
    await assert.rejects(
      () => resolve(lines),
      (error) => error instanceof InputError && /0001" and "co_.*2"/.test(error.message),
    );
  });
});
