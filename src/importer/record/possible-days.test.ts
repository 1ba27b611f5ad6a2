import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RegisterLine } from '../../model/index.ts';
import { ImportReport } from '../report.ts';
import { possibleDays, withPossibleDays } from './possible-days.ts';

const LATE = 'is later than the file, skipped';
const EARLY = 'is before the register can have existed, skipped';
const source = { system: 'Toys' };
const officer = (days: object): RegisterLine => ({ officers: [{ name: 'Ada Example', source, ...days }] });

suite('An impossible day is dropped and counted', () => {
  for (const [claim, line, want, ...noted] of [
    ['the day of the file', { registered_on: '2026-11-20' }, { registered_on: '2026-11-20' }],
    ['the day after it: a file of an evening in UTC', { closed_on: '2026-11-21' }, { closed_on: '2026-11-21' }],
    ['two days after it', { registered_on: '2026-11-22' }, {}, `registered_on ${LATE}`],
    [
      'a mistyped year',
      { registered_on: '9011-12-09', closed_on: '2995-01-01' },
      {},
      `registered_on ${LATE}`,
      `closed_on ${LATE}`,
    ],
    ['the year of a newer file', { as_of_date: '2096-04-25' }, {}, `as_of_date ${LATE}`],
    ['a company of 1672', { registered_on: '1672-05-01' }, { registered_on: '1672-05-01' }],
    ['a placeholder', { registered_on: '1111-11-11' }, {}, `registered_on ${EARLY}`],
    [
      'a name from an impossible day',
      { former_names: [{ name: 'Toy', kind: 'x', from: '2020-01-01', until: '9024-11-07' }] },
      { former_names: [{ name: 'Toy', kind: 'x', from: '2020-01-01' }] },
      `former_names.until ${LATE}`,
    ],
    [
      'another name',
      { other_names: [{ name: 'Toy', kind: 'x', from: '0900-01-01' }] },
      { other_names: [{ name: 'Toy', kind: 'x' }] },
      `other_names.from ${EARLY}`,
    ],
    ['an appointment next year', officer({ appointed_on: '2027-01-01' }), officer({ appointed_on: '2027-01-01' })],
    [
      'an appointment in two years',
      officer({ appointed_on: '2029-01-01' }),
      officer({}),
      `officers.appointed_on ${LATE}`,
    ],
    ['a term that ends in ten years', officer({ resigned_on: '2036-01-01' }), officer({ resigned_on: '2036-01-01' })],
    ['a term without end', officer({ resigned_on: '9999-12-31' }), officer({}), `officers.resigned_on ${LATE}`],
    [
      'a term that ended on a placeholder',
      officer({ resigned_on: '0001-01-01' }),
      { officers: [] },
      `officers.resigned_on ${EARLY}`,
    ],
  ] as readonly (readonly [string, RegisterLine, RegisterLine, ...string[]])[])
    // prettier-ignore
    test(claim, () => {
      const report = new ImportReport({ id: 'toy' });
      assert.deepEqual(withPossibleDays(line, possibleDays('2026-11-20'), report), want);
      assert.deepEqual(Object.keys(report.toJSON().noted).toSorted(), noted.toSorted());
    });

  test('a register may name its own first day', () => {
    const report = new ImportReport({ id: 'toy' });
    assert.deepEqual(
      withPossibleDays({ registered_on: '1821-01-01' }, possibleDays('2026-11-20', '1835-01-01'), report),
      {},
    );
    assert.deepEqual(Object.keys(report.toJSON().noted), [`registered_on ${EARLY}`]);
  });
});
