import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublishedNumber } from '../model/index.ts';

type Kind = Parameters<typeof isPublishedNumber>[0];

/**
 * Numbers in the form in which registers publish them, between commas: right ones are invented, or of public bodies and large companies,
 * which publish them; among them each remainder that a rule treats apart. Wrong ones have another digit, length or form.
 */
const NUMBERS: readonly (readonly [kind: Kind, right: string, wrong: string])[] = [
  ['BE ondernemingsnummer', '0314.595.348, 1999.000.150', '0314.595.349, 314.595.348, 0314595348, 2.999.000.171'],
  ['BG ЕИК', '999000017, 9990000700015, 9990000700023', '999000018, 9990000700016, 99900001, BG999000017'],
  [
    'CH UID',
    'CHE191546434, CHE105909036, CHE999900006',
    'CHE191546435, CHE-191.546.434, 191546434, CHE19154643, CHE1915464340',
  ],
  ['CZ IČO', '00025593, 00006947, 99000041, 99000130, 99000091', '00025594, 25593, 000255930, 0002559O'],
  ['DK CVR', '21265837, 11617034, 22756214, 24256790', '21265838, 2126583, 212658370, 2126583X'],
  ['EE KMKR', 'EE109900001', 'EE109900011, 109900001, EE10990000, LV109900001'],
  ['FI Y-tunnus', '0112038-9, 9990004-0', '9990018-0, 9990018-1, 0112038-8, 112038-9, 01120389, FI01120389'],
  ['FR SIREN', '009000019, 999999998', '999999997, 99999999, 9999999980, 99999999O'],
  ['GR ΑΦΜ', '094259216, 094019245, 090000045', '094259217, 94259216, EL094259216'],
  ['HR OIB', '27759560625, 81793146560, 00999000128', '27759560626, 2775956062, 277595606250, 2775956062X'],
  [
    'LV reģistrācijas numurs',
    '90000069830, 90000022399, 90009099027, 40990000017',
    '90000069831, 40990000071, 41990000017',
  ],
  [
    'MD IDNO',
    '1002600003778, 1016600004811, 1005600012810, 1008603003829, 1003600062730, 1017600018068, 1011600007976',
    '1016600004812, 10166000048110, 16479',
  ],
  [
    'NO organisasjonsnummer',
    '999000010, 900000030',
    '999000011, 99900001, 9990000100, 199000013, 999 000 010, 900000090',
  ],
  ['SE organisationsnummer', '5560125790, 5599990040', '5560125791, 556012579, 556012-5790, 7001010003'],
  [
    'SI matična številka',
    '5025796000, 1732803000, 9990003000, 9990020000, 1732803005',
    '1732804000, 1732803, 17328030000, 173280300A',
  ],
  ['SI davčna številka', '14717468, 99900009', '14717469, 1471746, 04717468, 1471746X'],
  ['SK IČO', '31333532, 31322832, 00151742', '31333533, 3133353, 313335322, 3133353X'],
  ['UA ЄДРПОУ', '26535980, 00032129, 30019801, 20077720', '26535981, 2653598, 265359800, 2653598X'],
];

for (const [kind, right, wrong] of NUMBERS) {
  test(`the check digit of ${kind} accepts ${right}, and refuses ${wrong}`, () => {
    for (const number of right.split(', ')) assert.ok(isPublishedNumber(kind, number), number);
    for (const number of wrong.split(', ')) assert.ok(!isPublishedNumber(kind, number), number);
  });
}
