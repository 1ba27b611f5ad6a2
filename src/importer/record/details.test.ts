import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ImportReport } from '../report.ts';
import { DAY_FIRST, findGravest, publishedDay, removeCareOfNames, toAddress } from './details.ts';

suite('removeCareOfNames() drops the name behind c/o, and nothing else', () => {
  const TEXTS: readonly [text: string, want: string | undefined][] = [
    ['Musterstraße 1', 'Musterstraße 1'],
    ['c/o Alma Zirbel, Musterstraße 1', 'Musterstraße 1'],
    ['C/O ZIRBEL LTD\n1 HIGH STREET', '1 HIGH STREET'],
    ['Musterstraße 1 c/o Zirbel GmbH', 'Musterstraße 1'],
    ['Musterstraße 1 (c/o Alma Zirbel)', 'Musterstraße 1'],
    ['℅ Alma Zirbel; Hauptplatz 2', 'Hauptplatz 2'],
    ['z. Hd. Alma Zirbel, Hauptplatz 2', 'Hauptplatz 2'],
    ['p.A. Zirbel, Hauptplatz 2', 'Hauptplatz 2'],
    ['v/Alma Zirbel, Eksempelvej 3', 'Eksempelvej 3'],
    ['Attn Alma Zirbel, 1 High Street', '1 High Street'],
    ['chez Alma Zirbel, Rue Inventée 5', 'Rue Inventée 5'],
    ['Via Inventata 6, presso Studio Zirbel', 'Via Inventata 6'],
    ['Route de Chez Perret 7', 'Route de Chez Perret 7'],
    ['Chez-le-Bart 8', 'Chez-le-Bart 8'],
    ['Attentiestraat 4', 'Attentiestraat 4'],
    ['c/oZirbel, Calle Mayor 1', 'Calle Mayor 1'],
    ['C/ ORENSE 34', 'C/ ORENSE 34'],
    ["C/ O'Donnell 12", "C/ O'Donnell 12"],
    ['C/Orense 34', 'C/Orense 34'],
    ['C/ Oslo 3, c/o Alma Zirbel', 'C/ Oslo 3'],
    ['Villavägen 5', 'Villavägen 5'],
    ['Unit 1,2nd Floor; , Platz 2,', 'Unit 1,2nd Floor; Platz 2'],
    ['c/o Alma Zirbel', undefined],
    ['  ', undefined],
  ];
  for (const [text, want] of TEXTS) test(JSON.stringify(text), () => assert.equal(removeCareOfNames(text), want));
  test('twice is once', () => {
    for (const [text] of TEXTS) assert.equal(removeCareOfNames(removeCareOfNames(text)), removeCareOfNames(text));
  });
});

suite('toAddress()', () => {
  const ADDRESSES: readonly [claim: string, ...Parameters<typeof toAddress>, ReturnType<typeof toAddress>][] = [
    [
      'keeps the parts that have a value',
      { street: ' Esimerkkitie 1 ', postal_code: '00100', locality: 'HELSINKI', region: '', country_code: 'FI' },
      { street: 'Esimerkkitie 1', postal_code: '00100', locality: 'HELSINKI', country_code: 'FI' },
    ],
    ['drops empty lines', { lines: ['Unit 1', '', undefined, 'c/o Zirbel'] }, { lines: ['Unit 1'] }],
    [
      'drops a name in the line after c/o',
      { lines: ['Unit 1', 'C/O', 'Alma Zirbel', 'Plaza 1'] },
      { lines: ['Unit 1', 'Plaza 1'] },
    ],
    [
      'drops a name with a comma behind c/o in a line, up to a number',
      { lines: ['1 High Street', 'C/O Zirbel Management, Inc.', 'c/o Zirbel, Alma, Platz 2, Top 3'] },
      { lines: ['1 High Street', 'Platz 2, Top 3'] },
    ],
    ['is undefined for a country', { country_code: 'FI', region: 'Uusimaa' }, undefined],
    ['is undefined where a name behind c/o was all', { text: 'c/o Alma Zirbel' }, undefined],
  ];
  for (const [claim, parts, want] of ADDRESSES) test(claim, () => assert.deepEqual(toAddress(parts), want));
});

test('publishedDay() takes days with and without a time, and counts other texts', () => {
  const report = new ImportReport({ id: 'toys' });
  const run = { report };
  const DAYS: readonly [string | undefined, string | undefined][] = [
    ['2020-02-29', '2020-02-29'],
    ['2020-02-29T00:00:00', '2020-02-29'],
    ['2020-02-29 00:00:00.0', '2020-02-29'],
    [undefined, undefined],
    ['', undefined],
    ['2021-02-29', undefined],
    ['0001-01-01', undefined],
    ['2020', undefined],
  ];
  for (const [text, want] of DAYS) assert.equal(publishedDay(run, 'founded', text), want);
  assert.deepEqual(Object.values(report.toJSON().noted).map(({ count }) => count), [3]); // prettier-ignore
  for (const text of ['29.02.2020', '29/02/2020', '29-02-2020 00:00:00', '2020-02-29']) {
    assert.equal(publishedDay(run, 'founded', text, DAY_FIRST), '2020-02-29');
  }
  assert.equal(publishedDay(run, 'founded', '02/29/2020', DAY_FIRST), undefined);
});

suite('findGravest()', () => {
  const STATES: readonly [claim: string, ...Parameters<typeof findGravest>, ReturnType<typeof findGravest>][] = [
    ['the end before an insolvency', ['insolvent', 'closed', 'active'], 'closed'],
    ['an insolvency before a liquidation', ['in_liquidation', 'insolvent'], 'insolvent'],
    ['a liquidation although a code is unknown', ['in_liquidation', undefined], 'in_liquidation'],
    ['nothing where a code is unknown', ['active', undefined], undefined],
    ['nothing for no codes', [], undefined],
  ];
  for (const [claim, states, want] of STATES) test(`gives ${claim}`, () => assert.equal(findGravest(states), want));
});
