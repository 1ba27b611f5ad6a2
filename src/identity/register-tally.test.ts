import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RegisterLine } from '../model/index.ts';
import { FI_1, FI_2, LEI_1, LEI_2, deriveId, lei, nrn, resolve } from './resolution-fixture.ts';

const officer = { name: 'Alma Zirbel', source: { system: 'PRH' } };
const fi = (more: RegisterLine): RegisterLine => ({ register: 'fi-prh', ...more });
const gleif = (more: RegisterLine): RegisterLine => ({
  register: 'gleif',
  index: true,
  authority: 'RA000188',
  ...more,
});

test('each register is counted and dated by its own lines of current companies', async () => {
  const { registers } = await resolve(
    [
      fi({ identifiers: [FI_1], as_of_date: '2026-11-20', officers: [officer, officer] }),
      fi({ identifiers: [FI_2], as_of_date: '2026-11-18' }),
      fi({ identifiers: [nrn('FI', '3')], as_of_date: '2026-11-30', lifecycle: { status: 'restricted' } }),
      { identifiers: [FI_1], as_of_date: '2026-12-01' },
    ],
    [
      gleif({ identifiers: [FI_1, LEI_1], as_of_date: '2026-11-21' }),
      gleif({ identifiers: [nrn('FI', '9'), LEI_2] }),
      gleif({ identifiers: [lei('5493')], country_code: 'FI', authority: 'RA999999' }),
      gleif({ identifiers: [nrn('DE', '9'), lei('5494')] }),
    ],
  );
  assert.deepEqual(registers, {
    'fi-prh': { lines: 3, companies: 2, officers: 2, as_of_first: '2026-11-18', as_of_last: '2026-11-20' },
    gleif: {
      lines: 4,
      companies: 4,
      officers: 0,
      as_of_first: '2026-11-21',
      as_of_last: '2026-11-21',
      // No national register of Germany is in the data.
      met: { FI: { RA000188: { lines: 2, met: 1 }, RA999999: { lines: 1, met: 0 } } },
    },
  });
});

test('lines without a register are counted nowhere', async () => {
  assert.deepEqual((await resolve([{ id: deriveId(FI_1), identifiers: [FI_1] }])).registers, {});
});
