import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findCourtCodes, numbersWithCourt } from './courts.ts';

suite('A German court', () => {
  for (const [authority, codes] of [
    ['Amtsgericht Hamburg', 'K1101R'],
    ['Amtsgericht München', 'D2601 D2601V'],
    ['Amtsgericht Muenchen', ''],
    ['Amtsgericht Berlin (Charlottenburg)', 'F1103 F1103R'],
    ['Amtsgericht Charlottenburg (Berlin)', 'F1103 F1103R'],
    ['Amtsgericht Freiburg im Breisgau', 'B8536 B1204'],
    ['Amtsgericht Frankfurt am Main', 'M1201'],
    ['Amtsgericht Frankfurt (Oder)', 'G1207'],
    ['Amtsgericht Frankfurt', ''],
    ['Amtsgericht Oldenburg', 'P3210'],
    ['Amtsgericht Bad Homburg vor der Höhe', 'M1202'],
    ['Amtsgericht Homburg', 'V1102'],
    ['Local Court of Köln', 'R3306'],
    ['District Court Weiden in der Oberpfalz', 'D3508 D3508V'],
    ['Amtsgericht', ''],
    ['Finanzamt Hamburg', ''],
    ['', ''],
  ] as const)
    test(`"${authority}" has the codes "${codes}"`, () => {
      assert.equal(findCourtCodes(authority).join(' '), codes);
    });
});

for (const [code, number, forms] of [
  ['K1101R', 'HRB 41602', 'K1101R_HRB41602'],
  ['K1101R', 'hrb41602', 'K1101R_HRB41602'],
  ['K1101R', 'HRB 041602', 'K1101R_HRB41602'],
  ['R1101', 'GNR 12', 'R1101_GnR12'],
  ['F1103R', 'HRB 176641 B', 'F1103R_HRB176641 F1103R_HRB176641B'],
  ['X1517R', 'HRB 395 KI', 'X1517R_HRB395KI'],
  ['K1101R', '41602', ''],
  ['K1101R', 'Stiftung 7', ''],
] as const)
  test(`the number "${number}" of ${code} has the forms "${forms}"`, () => {
    assert.equal(numbersWithCourt([code], number).join(' '), forms);
  });
